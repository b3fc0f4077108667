import { useInfiniteQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { call } from '#platform/client/call.ts'
import { toCents } from '#platform/money.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { formatMoment } from '#ui/format-moment.ts'
import { formatMoney } from '#ui/format-money.ts'
import { LoadMore } from '#ui/load-more.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { TierBadge } from '#ui/tier-badge.tsx'
import type { GiveawayWinners } from '../contract.ts'
import type { StateFilter } from './admin-winners-tab.tsx'
import { WinnerTable } from './winner-table.tsx'
import { ADMIN_WINNERS, winnersClient } from './winners-client.ts'

const PAGE = '25'

type Props = { state: StateFilter | undefined; linkTo: (winnerId: string) => To }

export function WinnerList({ state, linkTo }: Props) {
  const list = useInfiniteQuery({
    queryKey: [...ADMIN_WINNERS, 'list', state],
    queryFn: ({ pageParam }) =>
      call(
        winnersClient().$get({
          query: { limit: PAGE, ...(state && { state }), ...(pageParam && { cursor: pageParam }) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
    placeholderData: before => before,
  })
  if (list.isPending) return <SkeletonText lines={8} />
  if (list.isError)
    return (
      <FailedState title="Failed to load winners" busy={list.isFetching} onRetry={() => void list.refetch()}>
        {list.error.message}
      </FailedState>
    )
  const giveaways = list.data.pages.flatMap(page => page.giveaways)
  if (giveaways.length === 0)
    return <EmptyState icon="gift" title={state ? 'No prize is there now' : 'No winners yet'} />
  return (
    <div aria-busy={list.isPlaceholderData || undefined} className="flex flex-col gap-10">
      {giveaways.map(won => (
        <GiveawaySection key={won.giveawayId} won={won} linkTo={linkTo} />
      ))}
      <LoadMore
        shown={giveaways.length}
        noun={giveaways.length === 1 ? 'giveaway' : 'giveaways'}
        busy={list.isFetchingNextPage}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
    </div>
  )
}

function GiveawaySection({ won, linkTo }: { won: GiveawayWinners; linkTo: (winnerId: string) => To }) {
  const { giveawayId, giveaway, winners, totalWinners } = won
  return (
    <section aria-labelledby={`winners-${giveawayId}`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h3 id={`winners-${giveawayId}`} className="text-xl">
          <TextLink to={`/giveaways/${giveawayId}`}>{giveaway.title}</TextLink>
        </h3>
        <TierBadge tier={giveaway.tier} />
        <p className="text-muted text-sm">
          Value {formatMoney(toCents(giveaway.value), 'short')} ·{' '}
          {giveaway.endDate ? `ended ${formatMoment(new Date(giveaway.endDate))}` : 'no end date'} · {totalWinners}{' '}
          {totalWinners === 1 ? 'winner' : 'winners, one after the other'}
        </p>
      </div>
      <WinnerTable title={giveaway.title} winners={winners} linkTo={linkTo} />
    </section>
  )
}
