import { access, answers, createRoute, jsonBody, newApi, staff } from '#kernel/api/api.server.ts'
import { makeFirstOwner, sendTestMessage } from './commands.server.ts'
import { FirstOwnerBody, OwnerMade, Setup, TestMessageBody, TestMessageSent } from './contract.ts'
import { setupOf } from './queries.server.ts'

const owner = createRoute({
  ...access('anyone', { points: 30, seconds: 60 }),
  method: 'post',
  path: '/setup/owner',
  summary: 'Become the first owner of a new shop, by the link that its server says at its start',
  request: jsonBody(FirstOwnerBody),
  responses: answers(OwnerMade),
})

const read = createRoute({
  ...staff('settings.read', { limit: { points: 60, seconds: 60 } }),
  method: 'get',
  path: '/admin/setup',
  summary: 'What a new shop still needs, step by step',
  responses: answers(Setup),
})

const test = createRoute({
  ...staff('settings.change', { limit: { points: 10, seconds: 600 } }),
  method: 'post',
  path: '/admin/setup/test-message',
  summary: 'Send yourself an e-mail or a text message, to see that they leave',
  request: jsonBody(TestMessageBody),
  responses: answers(TestMessageSent),
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
