import type { To } from 'react-router'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { useList } from '#ui/use-list.ts'
import type { GiveawayWinners } from '../../contract.ts'
import type { StateFilter } from './prize-states.ts'
import { WinnerTable } from './winner-table.tsx'
import { ADMIN_WINNERS, winnersClient } from './winners-client.ts'

const PAGE = '25'

type Props = { state: StateFilter | undefined; linkTo: (winnerId: string) => To }

export function WinnerList({ state, linkTo }: Props) {
  const list = useList({
    queryKey: [...ADMIN_WINNERS, 'list', state],
    fetchPage: next => call(winnersClient().$get({ query: { limit: PAGE, ...(state && { state }), ...next } })),
    rowsOf: page => page.giveaways,
  })
  return (
    <ListBody
      list={list}
      failed="Failed to load winners"
      loading={8}
      empty={<EmptyState icon="gift" title={state ? 'No prize is there now' : 'No winners yet'} />}
      nouns={['giveaway', 'giveaways']}
      className="flex flex-col gap-10"
    >
      {giveaways => giveaways.map(won => <GiveawaySection key={won.giveawayId} won={won} linkTo={linkTo} />)}
    </ListBody>
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
