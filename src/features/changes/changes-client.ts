import { useInfiniteQuery } from '@tanstack/react-query'
import { clientOf, queryClient } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { useAdminChannel } from '#platform/client/staff-changes.ts'
import type { ChangesApi } from './api.server.ts'

const client = clientOf<ChangesApi>()

/** Of every question about records of changes. */
export const RECORDS = 'change-records'

/** Records that a query finds, page by page, newest first; they follow what staff do, here and elsewhere. */
export function useRecords(query: Record<string, string>) {
  useAdminChannel(['records'], ['/api/admin/records'], () => {
    void queryClient.invalidateQueries({ queryKey: [RECORDS] })
  })
  return useInfiniteQuery({
    queryKey: [RECORDS, query],
    queryFn: ({ pageParam }) =>
      call(client.admin.records.$get({ query: { ...query, ...(pageParam && { cursor: pageParam }) } })),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
    staleTime: 0,
  })
}
