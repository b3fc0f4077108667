import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card, CardLink } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { formatMoment } from '#ui/format-moment.ts'
import { SectionHeading } from '#ui/section-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TierBadge } from '#ui/tier-badge.tsx'
import type { MyEntry } from './contract.ts'
import { useMyEntries } from './use-my-entries.ts'

/** `/dashboard?tab=giveaways`: one's own entries by giveaway, each with its receipt. */
export function MyGiveawaysTab() {
  const mine = useMyEntries()
  if (mine.isPending) return <Skeleton className="h-72" />
  if (mine.isError)
    return (
      <FailedState busy={mine.isFetching} onRetry={() => void mine.refetch()}>
        {mine.error.message}
      </FailedState>
    )
  const { entries } = mine.data
  if (entries.length === 0)
    return (
      <EmptyState
        icon="ticket"
        title="No entries yet"
        action={<ButtonLink to="/giveaways">See the giveaways</ButtonLink>}
      >
        Each credit takes one numbered slot in a giveaway of its tier.
      </EmptyState>
    )
  const isOver = ({ giveawayState }: MyEntry) => giveawayState === 'closed' || giveawayState === 'drawn'
  return (
    <div className="flex flex-col gap-12">
      <EntryList title="Running" entries={entries.filter(entry => !isOver(entry))} />
      <EntryList title="Past" entries={entries.filter(isOver)} />
    </div>
  )
}

function EntryList({ title, entries }: { title: string; entries: MyEntry[] }) {
  if (entries.length === 0) return null
  const byGiveaway = [...Map.groupBy(entries, ({ giveawayId }) => giveawayId).values()]
  return (
    <section>
      <SectionHeading>{title}</SectionHeading>
      <ul className="grid items-start gap-4 lg:grid-cols-2">
        {byGiveaway.map(own => (
          <li key={own[0]!.giveawayId}>
            <EntriesOfOne entries={own} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function EntriesOfOne({ entries }: { entries: MyEntry[] }) {
  const { giveawayTitle, giveawaySlug, giveawayState, tier } = entries[0]!
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
      {!hasWon && giveawayState === 'drawn' && <p className="text-muted text-sm">Drawn; another slot won.</p>}
      {giveawayState === 'closed' && <p className="text-muted text-sm">This giveaway has ended. The draw follows.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {entries.map(entry => (
          <li key={entry.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
            <span className="figure font-semibold text-lg">Slot {entry.slotNumber}</span>
            <span className="flex flex-wrap items-center gap-2 text-muted text-sm">
              {entry.isWinner && <Badge tone="success">Winner</Badge>}
              {entry.isAutoEntry && <Badge>Auto-entry</Badge>}
              {entry.isPrivateEntry && <Badge>By mail</Badge>}
              {entry.isStaff && <Badge tone="warning">Staff, not drawn</Badge>}
              {formatMoment(new Date(entry.date))} · receipt {entry.id.slice(-8)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
