import { access, defineRoute, newApi, perHour, z } from '#kernel/api/api.server.ts'
import { deleteAccount } from './commands.server.ts'
import { DeleteBody, DeletePreview } from './contract.ts'
import { deletePreviewOf, exportAccount } from './queries.server.ts'

// The limit stops programs: a user rarely needs an export of the account.
const exportRoute = defineRoute('get', '/my/export', access('user', perHour(20)), {
  summary: 'Export all data that the shop holds about the caller, as a file',
  answers: z.record(z.string(), z.unknown()),
})

const preview = defineRoute('get', '/my/delete-account', access('user'), {
  summary: 'Preview what the caller loses by deleting the account',
  answers: DeletePreview,
})

const remove = defineRoute('post', '/my/delete-account', access('user', perHour(20)), {
  summary: 'Delete the caller’s account, at once and permanently',
  body: DeleteBody,
  answers: z.object({ success: z.literal(true), message: z.string() }),
})

export const accountApi = () =>
  newApi()
    .openapi(exportRoute, async c => {
      const everything = await exportAccount(c.var.ctx)
      const day = c.var.ctx.now().toISOString().slice(0, 10)
      c.header('content-disposition', `attachment; filename="redoubt-account-${day}.json"`)
      return c.json(everything, 200)
    })
    .openapi(preview, async c => c.json(await deletePreviewOf(c.var.ctx), 200))
    .openapi(remove, async c => {
      await deleteAccount(c.var.ctx, c.req.valid('json').password)
      return c.json({ success: true, message: 'Your account has been deleted.' } as const, 200)
    })

export type AccountApi = ReturnType<typeof accountApi>
