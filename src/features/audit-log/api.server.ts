import { defineRoute, newApi, staff } from '#kernel/api/api.server.ts'
import { AuditLogPage, AuditLogQuery } from './contract.ts'
import { listAuditLog } from './queries.server.ts'

const readAuditLog = defineRoute('get', '/admin/records', staff('records.read'), {
  summary: 'Who of the staff changed what, when, from what to what, and why; newest first',
  query: AuditLogQuery,
  answers: AuditLogPage,
})

export const auditLogApi = () =>
  newApi().openapi(readAuditLog, async c => c.json(await listAuditLog(c.var.ctx, c.req.valid('query')), 200))

export type AuditLogApi = ReturnType<typeof auditLogApi>
