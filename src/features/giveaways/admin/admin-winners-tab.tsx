import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/client/call.ts'
import { toCents } from '#platform/money.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { formatMoment } from '#ui/format-moment.ts'
import { formatMoney } from '#ui/format-money.ts'
import { SkeletonText } from '#ui/skeleton.tsx'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { TierBadge } from '#ui/tier-badge.tsx'
import { ADMIN_WINNERS, adminClient } from './giveaways-admin-client.ts'

/** `/admin?tab=winners`: winners by giveaway, the latest draw first. */
export function AdminWinnersTab() {
  const list = useQuery({ queryKey: ADMIN_WINNERS, queryFn: () => call(adminClient().admin.winners.$get()) })
  if (list.isPending) return <SkeletonText lines={8} />
  if (list.isError)
    return (
      <FailedState title="Failed to load winners" busy={list.isFetching} onRetry={() => void list.refetch()}>
        {list.error.message}
      </FailedState>
    )
  const { giveaways } = list.data
  if (giveaways.length === 0) return <EmptyState icon="gift" title="No winners yet" />
  return (
    <div className="flex flex-col gap-10">
      {giveaways.map(({ giveawayId, giveaway, winners, totalWinners }) => (
        <section key={giveawayId} aria-labelledby={`winners-${giveawayId}`} className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-3">
            <h3 id={`winners-${giveawayId}`} className="text-xl">
              <TextLink to={`/giveaways/${giveawayId}`}>{giveaway.title}</TextLink>
            </h3>
            <TierBadge tier={giveaway.tier} />
            <p className="text-muted text-sm">
              Value {formatMoney(toCents(giveaway.value), 'short')} ·{' '}
              {giveaway.endDate ? `ended ${formatMoment(new Date(giveaway.endDate))}` : 'no end date'} · {totalWinners}{' '}
              {totalWinners === 1 ? 'winner' : 'winners'}
            </p>
          </div>
          <Table caption={`Winners of ${giveaway.title}`} captionHidden>
            <thead>
              <tr>
                <HeadCell numeric>Slot</HeadCell>
                <HeadCell>E-mail</HeadCell>
                <HeadCell>Entered</HeadCell>
                <HeadCell>Selected</HeadCell>
                <HeadCell>Method</HeadCell>
              </tr>
            </thead>
            <tbody>
              {winners.map(winner => (
                <tr key={winner.id}>
                  <Cell numeric>{winner.slotNumber}</Cell>
                  <Cell>{winner.email}</Cell>
                  <Cell className="whitespace-nowrap">{formatMoment(new Date(winner.date))}</Cell>
                  <Cell className="whitespace-nowrap">{formatMoment(new Date(winner.selectedAt))}</Cell>
                  <Cell>
                    {winner.method} {winner.early && <Badge tone="warning">Early: {winner.reason}</Badge>}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      ))}
    </div>
  )
}
