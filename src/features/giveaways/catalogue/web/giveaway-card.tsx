import type { ReactNode } from 'react'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { formatCount } from '#platform/values/format-count.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Card, CardLink } from '#ui/layout/card.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { useIsTransitionTo } from '#ui/navigation/link.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { Scene } from '#ui/pictures/scene.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { EnterAction } from '../../entries/web/enter-action.tsx'
import type { CardGiveaway } from '../../giveaway/card-giveaway.ts'
import { SlotCoin } from '../../giveaway/web/slot-coin.tsx'
import { OwnOdds, SlotsLeft } from '../../giveaway/web/slots-left.tsx'

type CardProps = { giveaway: CardGiveaway; priority?: boolean }

/** One giveaway in the list. */
export const GiveawayCard = (props: CardProps) => (
  <Frame {...props}>{isOver(props.giveaway) ? <Outcome {...props} /> : <Running {...props} />}</Frame>
)

const isOver = ({ state }: CardGiveaway) => state === 'closed' || state === 'drawn'

/** Picture, badges, title and value. */
const Frame = ({ giveaway, priority = false, children }: CardProps & { children: ReactNode }) => (
  <Card interactive className="h-full">
    <Picture
      {...giveaway.picture}
      ratio="landscape"
      alt=""
      priority={priority}
      className={useIsTransitionTo(`/giveaways/${giveaway.slug}`) ? 'picture-of-card' : undefined}
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
      {children}
    </div>
  </Card>
)

/** Dates, free slots, the user's odds, and the way in. */
const Running = ({ giveaway }: CardProps) => (
  <>
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
    <SlotsLeft giveaway={giveaway} />
    <OwnOdds odds={giveaway.odds} />
    <div className="mt-auto flex flex-col gap-3">
      {giveaway.endDate ? (
        <Countdown end={giveaway.endDate} />
      ) : (
        <p className="min-h-6 text-muted text-sm">Open until the last slot is taken</p>
      )}
      <EnterAction giveaway={giveaway} />
    </div>
  </>
)

type Standing = Pick<CardGiveaway, 'state' | 'drawDate' | 'subscriptionVisibilityOnly' | 'isCancelled'>

export function StateBadge({ giveaway }: { giveaway: Standing }) {
  const { state } = giveaway
  if (giveaway.isCancelled) return <Badge tone="danger">Cancelled</Badge>
  if (state === 'draft') return <Badge tone="warning">Draft</Badge>
  if (state === 'upcoming') return <Badge tone="ranger">Upcoming</Badge>
  if (state === 'early-access') return <Badge tone="signal">Early access</Badge>
  if (state === 'sold-out') return <Badge tone="warning">Sold out</Badge>
  if (state === 'closed') return <Badge>{giveaway.drawDate ? 'Draw pending' : 'Ended'}</Badge>
  if (state === 'drawn') return <Badge tone="success">Drawn</Badge>
  return giveaway.subscriptionVisibilityOnly ? <Badge tone="signal">Members only</Badge> : null
}

/** The winner with the way to check the draw, or when the draw comes. */
function Outcome({ giveaway }: CardProps) {
  const { slug, winner, drawDate, odds, tier, startDate, isCancelled } = giveaway
  const endDate = giveaway.closedAt ?? giveaway.endDate
  const drawn = drawDate && formatMoment(new Date(drawDate))
  if (isCancelled) return <p className="mt-auto text-muted">Cancelled. Every credit was returned.</p>
  return (
    <>
      {winner ? (
        <div className="flex items-center gap-4">
          <SlotCoin slot={winner.slotNumber} tier={tier} size="lg" />
          <p>
            <span className="label-sm block text-muted">Winner</span>
            <span className="block font-condensed font-semibold text-2xl">{winner.displayName}</span>
            <span className="text-muted text-sm">
              Slot {winner.slotNumber}, {odds.all === 1 ? 'the only entry' : `one of ${formatCount(odds.all)} entries`}
            </span>
          </p>
          <Scene name="winner-medal" sizes="5rem" className="ml-auto size-20 shrink-0" />
        </div>
      ) : (
        <p className="text-muted">
          This giveaway has ended. {drawn ? `The winner is drawn ${drawn}.` : 'No winner is drawn.'}
        </p>
      )}
      <div className="mt-auto flex flex-col gap-1 text-muted text-sm">
        <p>
          Ran from {formatMoment(new Date(startDate))}
          {endDate && ` to ${formatMoment(new Date(endDate))}`}
        </p>
        {winner && (
          <p className="flex flex-wrap justify-between gap-x-4">
            Drawn {drawn}
            <TextLink to={`/giveaways/${slug}#result`} className="relative">
              Check the draw
            </TextLink>
          </p>
        )}
      </div>
    </>
  )
}
