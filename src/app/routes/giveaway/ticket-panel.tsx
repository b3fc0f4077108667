import { type ReactNode, useRef } from 'react'
import { creditsOf, useCredits } from '#features/credits/use-credits.ts'
import { useTakesFreeEntry } from '#features/free-entry/online/web/use-takes-free-entry.ts'
import { StateBadge } from '#features/giveaways/catalogue/web/giveaway-card.tsx'
import { KeepActions } from '#features/giveaways/catalogue/web/page/keep-actions.tsx'
import { type PlacedElement, useElementOf } from '#features/giveaways/catalogue/web/page/placed-element.ts'
import { usePurchaseHelps } from '#features/giveaways/entries/refusals/use-purchase-helps.ts'
import type { EnterParts } from '#features/giveaways/entries/web/enter-action.tsx'
import type { PageGiveaway } from '#features/giveaways/giveaway/web/load-giveaway.ts'
import { useOwnClock } from '#features/giveaways/giveaway/web/local-moment.tsx'
import { OwnOdds, SlotsLeft, SlotsTaken } from '#features/giveaways/giveaway/web/slots-left.tsx'
import { useBoard } from '#features/giveaways/giveaway/web/use-board.ts'
import { useUser } from '#kernel/client/browser.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { formatCount } from '#platform/values/format-count.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PhoneBar } from '#ui/layout/phone-bar.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import { ownMoment, showsShopTime } from '#ui/time/own-moment.ts'

type TicketPanelProps = {
  giveaway: PageGiveaway
  enterButton: EnterParts['button']
  /** The section of the wall, which has a bar of its own. */
  wall: PlacedElement
}

/** The giveaway in figures, what the user has in it, and the way in. Follows the visitor down the page on wide screens. */
export function TicketPanel({ giveaway: read, enterButton, wall }: TicketPanelProps) {
  const giveaway = useLiveSlots(read)
  const { state } = giveaway
  const isOver = state === 'closed' || state === 'drawn'
  // A giveaway that closed early shows its closing time instead of its planned end.
  const closes = giveaway.closedAt ?? giveaway.endDate
  const isToCome = state === 'upcoming' || state === 'early-access'
  return (
    <div className="flex flex-col gap-4 lg:sticky lg:top-20 lg:row-span-2 lg:gap-5 lg:self-start">
      {/* Beside each other on phones, so that value, slots and end are on the first screen. */}
      <div className="flex flex-row-reverse items-start justify-between gap-3 lg:flex-col lg:gap-5">
        <div className="flex flex-wrap justify-end gap-2">
          <TierBadge tier={giveaway.tier} />
          <StateBadge giveaway={{ ...giveaway, isCancelled: giveaway.closing?.reason === 'cancelled' }} />
        </div>
        <h1 className="text-2xl sm:text-4xl">{giveaway.title}</h1>
      </div>
      {!isOver && (
        <p className="text-muted text-sm">
          One {giveaway.tier} credit a slot, or enter free by mail. Anyone can check the draw.
        </p>
      )}
      <dl className="grid grid-cols-2 gap-5">
        <Stat label="Value" value={formatMoney(toCents(giveaway.value), 'short')} />
        <Stat label="Limit per person" value={giveaway.entryLimit} unit="slots" />
      </dl>
      {isOver ? <SlotsTaken giveaway={giveaway} /> : <SlotsLeft giveaway={giveaway} />}
      <OwnStanding giveaway={giveaway} />
      <p>
        <span className="label-sm block text-muted">{isOver ? 'Closed' : 'Closes'}</span>
        {closes ? <ZonedMoment at={closes} /> : 'When the last slot is taken'}
      </p>
      {giveaway.closing && <Closing closing={giveaway.closing} />}
      {isToCome && (
        <p className="text-muted text-sm">
          Starts {formatMoment(new Date(giveaway.startDate))}; for Premium members from{' '}
          {formatMoment(new Date(giveaway.earlyAccessDate))}.
        </p>
      )}
      {state === 'upcoming' && <Countdown end={giveaway.earlyAccessDate} word="Opens" size="large" />}
      {giveaway.endDate && state !== 'upcoming' && !isOver && <Countdown end={giveaway.endDate} size="large" />}
      <WayIn giveaway={giveaway} isOver={isOver} enterButton={enterButton} wall={wall} />
      <KeepActions giveaway={giveaway} isOver={isOver} />
    </div>
  )
}

/** The entry button and what it costs. On phones a bar stands in for the button while it is out of sight. */
function WayIn({ giveaway, isOver, enterButton, wall }: TicketPanelProps & { isOver: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const wallElement = useElementOf(wall)
  return (
    <>
      <div ref={box} className="flex flex-col gap-2">
        {enterButton('lg')}
        {!isOver && <Means giveaway={giveaway} />}
      </div>
      {!isOver && giveaway.state !== 'upcoming' && (
        <PhoneBar below={box} unless={wallElement}>
          <div className="shrink-0 text-sm leading-5">
            <p>
              <span className="figure font-semibold text-xl">{giveaway.availableSlots}</span> left
            </p>
            {giveaway.endDate && (
              <p className="text-muted">
                Ends <time dateTime={giveaway.endDate}>{formatShopDay(giveaway.endDate, 'month')}</time>
              </p>
            )}
          </div>
          <div className="min-w-0 flex-1">{enterButton('md')}</div>
        </PhoneBar>
      )}
    </>
  )
}

/** The user's credits of the tier, or how to get one. One line in any case, so that nothing moves. */
function Means({ giveaway }: { giveaway: PageGiveaway }) {
  const user = useUser()
  const takesFreeEntry = useTakesFreeEntry(giveaway)
  return (
    <p className="min-h-6 text-sm">
      {user && <OwnCredits giveaway={giveaway} />}
      <TextLink to="/legal#no-purchase-necessary">
        {user ? 'Enter free by mail' : 'No purchase necessary: enter free by mail'}
      </TextLink>
      {takesFreeEntry && (
        <>
          {' or '}
          <TextLink to={`/giveaways/${giveaway.slug}/free-entry`}>enter free online</TextLink>
        </>
      )}
    </p>
  )
}

function OwnCredits({ giveaway }: { giveaway: PageGiveaway }) {
  const { tier } = giveaway
  const { data } = useCredits()
  const purchaseHelps = usePurchaseHelps(giveaway)
  if (!data) return null
  const count = creditsOf(data, tier)
  const shown: ReactNode =
    count > 0 ? (
      `You have ${formatCount(count)} ${tier} ${count === 1 ? 'credit' : 'credits'}`
    ) : !purchaseHelps ? (
      `You have no ${tier} credit`
    ) : (
      <TextLink to="#earn">Earn a {tier} credit</TextLink>
    )
  return <>{shown} · </>
}

/** The giveaway with the number of free slots that the board says. */
function useLiveSlots(giveaway: PageGiveaway): PageGiveaway {
  const board = useBoard(giveaway)
  if (!board) return giveaway
  const { taken, totalSlots } = board
  // Numbers above the slots are entries by mail.
  return { ...giveaway, availableSlots: totalSlots - taken.filter(slot => slot <= totalSlots).length }
}

function OwnStanding({ giveaway }: { giveaway: PageGiveaway }) {
  const board = useBoard(giveaway)
  if (!board?.mine || giveaway.state === 'drawn') return null
  const numbers = board.mine
  return (
    <div className="flex flex-col gap-1">
      {numbers.length > 0 && (
        <p className="text-sm">
          <span className="text-muted">{numbers.length === 1 ? 'Your number:' : 'Your numbers:'}</span>{' '}
          <span className="figure font-semibold">{numbers.join(', ')}</span>
        </p>
      )}
      <OwnOdds odds={board.odds} />
    </div>
  )
}

const TITLES = { closed_early: 'Closed before its end', cancelled: 'Cancelled' }

/** The staff's reason for closing a giveaway early and the link to its relisted copy. Empty for a giveaway that ended normally. */
function Closing({ closing }: { closing: NonNullable<PageGiveaway['closing']> }) {
  const { reason, note, goesOnAt } = closing
  const goesOn = goesOnAt && (
    <>
      {' '}
      <TextLink to={`/giveaways/${goesOnAt}`}>It was relisted.</TextLink>
    </>
  )
  if (reason !== 'closed_early' && reason !== 'cancelled') return goesOn ? <p className="text-sm">{goesOn}</p> : null
  return (
    <Notice kind="warning" title={TITLES[reason]}>
      {note}{' '}
      {reason === 'cancelled'
        ? 'Every credit was returned; no winner is drawn.'
        : 'Entries and mail count as the rules say.'}
      {goesOn}
    </Notice>
  )
}

/** A moment in the official zone of the giveaways and, if different, by the visitor's clock. */
function ZonedMoment({ at }: { at: string }) {
  // The server does not know the visitor's clock. The line stays empty, with its space reserved, until the browser fills it.
  const hasOwn = useOwnClock() && !showsShopTime(new Date(at))
  return (
    <>
      <time dateTime={at}>{formatMoment(new Date(at))}</time> <span className="text-muted">(official time)</span>
      <span className="block min-h-6 text-muted text-sm">{hasOwn && ownMoment(new Date(at))}</span>
    </>
  )
}
