import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '#platform/client/call.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { AdminGiveaway } from '../admin-contract.ts'
import { AdminGiveawayCard } from './admin-giveaway-card.tsx'
import type { Act } from './giveaway-acts.ts'
import { filtersOf, queryOf, withFilters } from './giveaway-filters.ts'
import { ADMIN_GIVEAWAYS, adminClient } from './giveaways-admin-client.ts'
import type { GiveawayView } from './open-giveaway.ts'

const PAGE = '12'

type GiveawayListProps = {
  onOpen: (id: string, view: GiveawayView) => void
  onAct: (act: Act, giveaway: AdminGiveaway) => void
}

/** Giveaways as cards, filtered by the URL. */
export function GiveawayList({ onOpen, onAct }: GiveawayListProps) {
  const [params, setParams] = useSearchParams()
  const query = queryOf(filtersOf(params))
  const list = useGiveawayPages(query)
  if (list.isPending) return <Waiting />
  if (list.isError)
    return (
      <FailedState title="Failed to load giveaways" busy={list.isFetching} onRetry={() => void list.refetch()}>
        {list.error.message}
      </FailedState>
    )
  const rows = list.data.pages.flatMap(page => page.giveaways)
  if (rows.length === 0)
    return Object.keys(query).length > 0 ? (
      <EmptyState
        icon="search"
        title="No giveaways match"
        action={
          <Button
            variant="secondary"
            onClick={() => setParams(now => withFilters(now, { status: '', q: '' }), { replace: true })}
          >
            Clear filters
          </Button>
        }
      />
    ) : (
      <EmptyState icon="gift" title="No giveaways yet" />
    )
  return (
    <>
      <ul
        aria-busy={list.isPlaceholderData || undefined}
        className={`grid gap-4 md:grid-cols-2 xl:grid-cols-3 ${list.isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {rows.map(giveaway => (
          <li key={giveaway.id}>
            <AdminGiveawayCard
              giveaway={giveaway}
              onOpen={view => onOpen(giveaway.id, view)}
              onAct={act => onAct(act, giveaway)}
            />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={rows.length}
        noun="giveaways"
        one="giveaway"
        busy={list.isFetchingNextPage}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
    </>
  )
}

const useGiveawayPages = (query: ReturnType<typeof queryOf>) =>
  useInfiniteQuery({
    queryKey: [...ADMIN_GIVEAWAYS, 'list', query],
    queryFn: ({ pageParam }) =>
      call(
        adminClient().admin.giveaways.$get({
          query: { ...query, limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
    // Keeps the current cards while the next result loads.
    placeholderData: before => before,
  })

const Waiting = () => (
  <div aria-busy="true" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
    {Array.from({ length: 6 }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity but their place.
      <Skeleton key={at} className="h-80" />
    ))}
  </div>
)
