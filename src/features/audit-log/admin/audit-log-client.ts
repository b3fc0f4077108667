import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { useList } from '#ui/use-list.ts'
import type { AuditLogApi } from '../api.server.ts'

const client = clientOf<AuditLogApi>()

/** Prefix of all audit log query keys. */
export const AUDIT_LOG = 'audit-log'

/** Audit log rows of a query, page by page, newest first; refreshed when staff change something. */
export function useAuditLog(query: Record<string, string>) {
  useAdminChannel(['records'], () => {
    void queryClient.invalidateQueries({ queryKey: [AUDIT_LOG] })
  })
  return useList({
    queryKey: [AUDIT_LOG, query],
    fetchPage: next => call(client.admin.records.$get({ query: { ...query, ...next } })),
    rowsOf: page => page.records,
    keepsRows: false,
    staleTime: 0,
  })
}
