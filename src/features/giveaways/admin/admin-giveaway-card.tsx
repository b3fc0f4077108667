import { toCents } from '#platform/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatMoment } from '#ui/format-moment.ts'
import { formatMoney } from '#ui/format-money.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { TierBadge } from '#ui/tier-badge.tsx'
import type { AdminGiveaway } from '../admin-contract.ts'
import { StateBadge } from '../giveaway-card.tsx'

type AdminGiveawayCardProps = {
  giveaway: AdminGiveaway
  onDo: (what: 'edit' | 'delete' | 'entries' | 'winner') => void
}

/** One giveaway for staff: its facts and what can be done with it. */
export function AdminGiveawayCard({ giveaway, onDo }: AdminGiveawayCardProps) {
  const { title, winner } = giveaway
  const picture = giveaway.pictures[0]
  return (
    <Card className="h-full">
      <div className="flex gap-4 p-4">
        <Picture
          src={picture?.src}
          placeholder={picture?.placeholder}
          alt=""
          sizes="6rem"
          className="w-24 shrink-0 self-start"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <div className="flex flex-wrap gap-1.5">
            <TierBadge tier={giveaway.tier} />
            <StateBadge giveaway={giveaway} />
            {giveaway.subscriptionVisibilityOnly && giveaway.state !== 'open' && (
              <Badge tone="signal">Members only</Badge>
            )}
          </div>
          <h3 className="text-lg leading-6">
            <TextLink to={`/giveaways/${giveaway.slug}`}>{title}</TextLink>
          </h3>
          <p className="line-clamp-2 text-muted text-sm">{giveaway.description}</p>
        </div>
      </div>
      <dl className="grid grid-cols-3 gap-3 border-line border-t px-4 py-3 text-sm">
        <Fact name="Value" value={formatMoney(toCents(giveaway.value), 'short')} />
        <Fact name="Entries" value={giveaway.entriesCount} />
        <Fact name="Available" value={`${giveaway.availableSlots} / ${giveaway.totalSlots}`} />
      </dl>
      <p className="px-4 pb-3 text-muted text-sm">
        {formatMoment(new Date(giveaway.startDate))} to{' '}
        {giveaway.endDate ? formatMoment(new Date(giveaway.endDate)) : 'when it is sold out'}
        {winner && `. Winner: slot ${winner.slotNumber}`}
      </p>
      <div className="mt-auto flex flex-wrap gap-2 border-line border-t p-3">
        <Button size="sm" variant="secondary" aria-label={`View entries of ${title}`} onClick={() => onDo('entries')}>
          View Entries
        </Button>
        {giveaway.entriesCount > 0 && !winner && (
          <Button size="sm" variant="secondary" aria-label={`Select winner of ${title}`} onClick={() => onDo('winner')}>
            Select Winner
          </Button>
        )}
        <span className="ml-auto flex">
          <IconButton size="sm" icon="edit" label={`Edit ${title}`} onClick={() => onDo('edit')} />
          <IconButton size="sm" icon="trash" label={`Delete ${title}`} onClick={() => onDo('delete')} />
        </span>
      </div>
    </Card>
  )
}

const Fact = ({ name, value }: { name: string; value: string | number }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="figure font-semibold text-lg">{value}</dd>
  </div>
)
