import { defineRoute, newApi, staff } from '#kernel/api/api.server.ts'
import { AuditLogPage, AuditLogQuery } from './contract.ts'
import { listAuditLog } from './queries.server.ts'

const readAuditLog = defineRoute('get', '/admin/records', staff('records.read'), {
  summary: 'List the audit log of staff changes, newest first: who, when, before and after, and why',
  query: AuditLogQuery,
  answers: AuditLogPage,
})

export const auditLogApi = () =>
  newApi().openapi(readAuditLog, async c => c.json(await listAuditLog(c.var.ctx, c.req.valid('query')), 200))

export type AuditLogApi = ReturnType<typeof auditLogApi>
