import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Card, CardLink } from '#ui/layout/card.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { EnterAction } from '../../entries/web/enter-action.tsx'
import type { CardGiveaway } from '../card-giveaway.ts'
import { OwnOdds, SlotsLeft } from './slots-left.tsx'

/** One giveaway in the list. */
export function GiveawayCard({ giveaway, priority = false }: { giveaway: CardGiveaway; priority?: boolean }) {
  const isOver = giveaway.state === 'closed' || giveaway.state === 'drawn'
  return (
    <Card interactive className="h-full">
      <Picture
        src={giveaway.picture?.src}
        placeholder={giveaway.picture?.placeholder}
        ratio="landscape"
        alt=""
        priority={priority}
        sizes="(width < 40rem) 100vw, (width < 80rem) 50vw, 24rem"
      />
      <div className="absolute inset-x-3 top-3 flex flex-wrap justify-between gap-1.5">
        <TierBadge tier={giveaway.tier} />
        <StateBadge giveaway={giveaway} />
      </div>
      <div className="flex flex-1 flex-col gap-4 p-5">
        <div className="flex items-start justify-between gap-4">
          <h3 className="text-xl">
            <CardLink to={`/giveaways/${giveaway.slug}`}>{giveaway.title}</CardLink>
          </h3>
          <p className="text-right">
            <span className="label-sm block text-muted">Value</span>
            <span className="figure font-semibold text-xl">{formatMoney(toCents(giveaway.value), 'short')}</span>
          </p>
        </div>
        <dl className="grid grid-cols-2 gap-x-4 text-sm">
          <div>
            <dt className="text-muted">Starts</dt>
            <dd className="text-balance">{formatMoment(new Date(giveaway.startDate))}</dd>
          </div>
          <div>
            <dt className="text-muted">Ends</dt>
            <dd className="text-balance">
              {giveaway.endDate ? formatMoment(new Date(giveaway.endDate)) : 'When it is sold out'}
            </dd>
          </div>
        </dl>
        {isOver ? <Outcome giveaway={giveaway} /> : <SlotsLeft giveaway={giveaway} />}
        {!isOver && <OwnOdds odds={giveaway.odds} />}
        <div className="mt-auto flex flex-col gap-3">
          {giveaway.endDate && !isOver && <Countdown end={giveaway.endDate} />}
          {!giveaway.endDate && !isOver && (
            <p className="min-h-6 text-muted text-sm">Open until the last slot is taken</p>
          )}
          {!isOver && <EnterAction giveaway={giveaway} />}
        </div>
      </div>
    </Card>
  )
}

type Standing = Pick<CardGiveaway, 'state' | 'subscriptionVisibilityOnly' | 'isCancelled'>

export function StateBadge({ giveaway }: { giveaway: Standing }) {
  const { state } = giveaway
  if (giveaway.isCancelled) return <Badge tone="danger">Cancelled</Badge>
  if (state === 'draft') return <Badge tone="warning">Draft</Badge>
  if (state === 'upcoming') return <Badge tone="ranger">Upcoming</Badge>
  if (state === 'early-access') return <Badge tone="signal">Early access</Badge>
  if (state === 'sold-out') return <Badge tone="warning">Sold out</Badge>
  if (state === 'closed') return <Badge>Draw pending</Badge>
  if (state === 'drawn') return <Badge tone="success">Drawn</Badge>
  return giveaway.subscriptionVisibilityOnly ? <Badge tone="signal">Members only</Badge> : null
}

function Outcome({ giveaway }: { giveaway: CardGiveaway }) {
  if (giveaway.winner)
    return (
      <p>
        <span className="label-sm block text-muted">Winner</span>
        <span className="figure font-semibold text-2xl">Slot {giveaway.winner.slotNumber}</span>{' '}
        <span className="text-muted">{giveaway.winner.displayName}</span>
      </p>
    )
  if (giveaway.isCancelled) return <p className="text-muted">It was cancelled, and every credit was returned.</p>
  return (
    <p className="text-muted">
      This giveaway has ended.{' '}
      {giveaway.drawDate && <>The winner is drawn {formatMoment(new Date(giveaway.drawDate))}.</>}
    </p>
  )
}
