import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { giveawaysClient } from '../../giveaway/web/giveaways-client.ts'

/** The number of all entries of the user; undefined while it loads. */
export const useEntryCount = () =>
  useQuery({
    queryKey: ['my', 'entries', 'count'],
    queryFn: () => call(giveawaysClient().my.entries.$get({ query: { limit: '1' } })),
  }).data?.total

const PAGE = '50'

/** The user's entries, page by page. @param past `true` for giveaways that are over, `false` for running ones. */
export const useEntryPages = (past: 'true' | 'false') =>
  useInfiniteQuery({
    queryKey: ['my', 'entries', 'pages', past],
    queryFn({ pageParam }) {
      const query = { past, limit: PAGE, ...(pageParam && { cursor: pageParam }) }
      return call(giveawaysClient().my.entries.$get({ query }))
    },
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
    select: ({ pages }) => ({ entries: pages.flatMap(page => page.entries), total: pages[0]!.total }),
  })
