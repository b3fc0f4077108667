import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '#platform/client/call.ts'
import { giveawaysClient } from './giveaways-client.ts'

/** All entries of the signed-in person (at most 500), under the query key `my entries`. */
export const useMyEntries = () =>
  useQuery({ queryKey: ['my', 'entries'], queryFn: () => call(giveawaysClient().my.entries.$get({ query: {} })) })

const PAGE = '50'

/** The same, page by page. @param past those of giveaways that are over, or of those that are not. */
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
