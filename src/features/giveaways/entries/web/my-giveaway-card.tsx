import { formatMoment } from '#kernel/values/format-moment.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Card, CardLink } from '#ui/layout/card.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import type { MyEntry } from '../../contract.ts'

/** One giveaway with the shopper's entries, newest first, and their outcome. */
export function MyGiveawayCard({ entries }: { entries: MyEntry[] }) {
  const { giveawayTitle, giveawaySlug, giveawayState, tier, winnerSlot } = entries[0]!
  const hasWon = entries.some(({ isWinner }) => isWinner)
  return (
    <Card interactive className="gap-4 p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="text-xl">
          <CardLink to={`/giveaways/${giveawaySlug}`}>{giveawayTitle}</CardLink>
        </h3>
        <TierBadge tier={tier} plain />
      </div>
      {hasWon && (
        <Badge tone="success" icon="star" className="self-start">
          You won
        </Badge>
      )}
      {winnerSlot !== null && (
        <p>
          Winner selected: Slot {winnerSlot}.{' '}
          <TextLink className="relative" to={`/giveaways/${giveawaySlug}#result`}>
            Result and proof
          </TextLink>
        </p>
      )}
      {giveawayState === 'closed' && <p className="text-muted text-sm">This giveaway has ended. The draw follows.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {entries.map(entry => (
          <li key={entry.id} className="py-2">
            <Receipt entry={entry} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** An entry that expands to its receipt number. */
function Receipt({ entry }: { entry: MyEntry }) {
  return (
    <details className="relative">
      <summary className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="figure font-semibold text-lg">Slot {entry.slotNumber}</span>
        <span className="flex flex-wrap items-center gap-2 text-muted text-sm">
          {entry.isWinner && <Badge tone="success">Winner</Badge>}
          {entry.isAutoEntry && <Badge>Auto-entry</Badge>}
          {entry.isPrivateEntry && <Badge>By mail</Badge>}
          {entry.isStaff && <Badge tone="warning">Staff, not drawn</Badge>}
          <span className="underline underline-offset-3">Receipt</span>
        </span>
      </summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 pt-1 pb-2 text-sm">
        <dt className="text-muted">Entry</dt>
        <dd className="break-all font-mono">{entry.id}</dd>
        <dt className="text-muted">Taken</dt>
        <dd>{formatMoment(new Date(entry.date))}</dd>
        <dt className="text-muted">Paid with</dt>
        <dd>{entry.isPrivateEntry ? 'Nothing: a free entry by mail' : `1 ${entry.tier} credit`}</dd>
      </dl>
    </details>
  )
}
