import { access, defineRoute, newApi, perMinute, staff } from '#kernel/api/api.server.ts'
import { makeFirstOwner, sendTestMessage } from './commands.server.ts'
import { FirstOwnerBody, OwnerMade, Setup, TestMessageBody, TestMessageSent } from './contract.ts'
import { setupOf } from './queries.server.ts'

const owner = defineRoute('post', '/setup/owner', access('anyone', perMinute(30)), {
  summary: "Create the first owner of a new shop, with the setup link from the server's log",
  body: FirstOwnerBody,
  answers: OwnerMade,
})

const read = defineRoute('get', '/admin/setup', staff('settings.read', perMinute(60)), {
  summary: 'Get the setup checklist of a new shop',
  answers: Setup,
})

const test = defineRoute('post', '/admin/setup/test-message', staff('settings.change', { points: 10, seconds: 600 }), {
  summary: 'Send a test e-mail or text message to the caller',
  body: TestMessageBody,
  answers: TestMessageSent,
})

export const setupApi = () =>
  newApi()
    .openapi(owner, async c => {
      await makeFirstOwner(c.var.ctx, c.req.valid('json'))
      // The request carries a password, so the response must not be cached.
      c.header('cache-control', 'no-store')
      return c.json({ success: true, message: 'The shop is yours. Please sign in.' } as const, 200)
    })
    .openapi(read, async c => c.json(await setupOf(c.var.ctx), 200))
    .openapi(test, async c => {
      const to = await sendTestMessage(c.var.ctx, c.req.valid('json').channel)
      return c.json({ success: true, message: `A test is on its way to ${to}.` } as const, 200)
    })

export type SetupApi = ReturnType<typeof setupApi>
