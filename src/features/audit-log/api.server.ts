import { staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { AuditLogPage, AuditLogQuery } from './contract.ts'
import { listAuditLog } from './queries.server.ts'

export const auditLogApi = () =>
  newApi(
    defineRoute('get', '/admin/records', staff('records.read'), {
      summary: 'List the audit log of staff changes, newest first: who, when, before and after, and why',
      query: AuditLogQuery,
      answers: AuditLogPage,
      handler: ({ ctx, query }) => listAuditLog(ctx, query),
    }),
  )

export type AuditLogApi = ReturnType<typeof auditLogApi>
