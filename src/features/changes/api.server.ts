import { answers, createRoute, newApi, staff } from '#adapters/http/api.server.ts'
import { ChangeRecords, RecordsQuery } from './contract.ts'
import { listRecords } from './queries.server.ts'

const readRecords = createRoute({
  ...staff('records.read'),
  method: 'get',
  path: '/admin/records',
  summary: 'Who of the staff changed what, when, from what to what, and why; newest first',
  request: { query: RecordsQuery },
  responses: answers(ChangeRecords),
})

export const changesApi = () =>
  newApi().openapi(readRecords, async c => c.json(await listRecords(c.var.ctx, c.req.valid('query')), 200))

export type ChangesApi = ReturnType<typeof changesApi>
