import { useInfiniteQuery } from '@tanstack/react-query'
import { clientOf } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import type { ChangesApi } from './api.server.ts'

const client = clientOf<ChangesApi>()

/** Of every question about records of changes. */
export const RECORDS = 'change-records'

/** Records that a query finds, page by page, newest first; they are read anew whenever a screen asks. */
export const useRecords = (query: Record<string, string>) =>
  useInfiniteQuery({
    queryKey: [RECORDS, query],
    queryFn: ({ pageParam }) =>
      call(client.admin.records.$get({ query: { ...query, ...(pageParam && { cursor: pageParam }) } })),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
    staleTime: 0,
  })
