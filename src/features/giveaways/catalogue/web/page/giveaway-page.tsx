import { useQuery } from '@tanstack/react-query'
import { type TouchEvent, useRef, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { apiFetchOf, transport, useSession } from '#kernel/client/browser.ts'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { PictureSteps, swipeOf } from '#ui/pictures/picture-steps.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { useAtTime, useRefreshWhile } from '#ui/time/use-now.ts'
import { MailedCards } from '../../../cards/web/mailed-cards.tsx'
import { DrawResult, isDrawn } from '../../../draws/web/draw-result.tsx'
import { DrawToCome } from '../../../draws/web/draw-to-come.tsx'
import { HowWeDraw } from '../../../draws/web/how-we-draw.tsx'
import { useZone } from '../../../draws/web/local-moment.tsx'
import { OwnEntries } from '../../../entries/receipts/own-entries.tsx'
import { EnterAction } from '../../../entries/web/enter-action.tsx'
import { NOTIFY_HOURS } from '../../../rules.ts'
import { StateBadge } from '../giveaway-card.tsx'
import { readSlots, slotsKey } from '../giveaways-client.ts'
import { OwnOdds, SlotsLeft, SlotsTaken } from '../slots-left.tsx'
import { useStateNow } from '../use-state-now.ts'
import { GiveawayMissing } from './giveaway-missing.tsx'
import { KeepActions } from './keep-actions.tsx'
import { giveawayMeta, loadGiveaway, type PageGiveaway, type PageProof } from './load-giveaway.ts'

export const loader = ({ context, params }: LoaderFunctionArgs) => loadGiveaway(apiFetchOf(context), params.giveawayId!)
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadGiveaway(transport, params.giveawayId!)

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) =>
  loaderData
    ? giveawayMeta(loaderData.giveaway, matches)
    : pageMeta(
        { title: 'Giveaway', description: 'A giveaway at Redoubt.', path: location.pathname, noindex: true },
        matches,
      )

/** `/giveaways/{giveawayId}`, by id or slug. */
export default function GiveawayPage() {
  const { giveaway: read, proof } = useLoaderData<typeof loader>()
  const giveaway = { ...read, state: useStateNow(read) }
  const { revalidate } = useRevalidator()
  // A date has passed since the page was loaded: the server has the result of it.
  const isRoundDue = useAtTime(now => isWaiting(proof) && Date.parse(proof!.drawsAt!) <= now, false)
  useRefreshWhile(giveaway.state !== read.state || isRoundDue, revalidate)
  const isOver = giveaway.state === 'closed' || giveaway.state === 'drawn'
  // A giveaway that closed early shows its closing time instead of its planned end.
  const closes = giveaway.closedAt ?? giveaway.endDate
  const isToCome = giveaway.state === 'upcoming' || giveaway.state === 'early-access'
  return (
    <article className="page-width flex flex-col gap-14 pt-4 pb-20">
      <div className="flex flex-col gap-4">
        <Breadcrumbs crumbs={[{ label: 'Giveaways', to: '/giveaways' }, { label: giveaway.title }]} />
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
          <PrizePictures title={giveaway.title} pictures={giveaway.pictures} />
          <div className="flex flex-col gap-5 lg:row-span-2">
            <div className="flex flex-wrap gap-2">
              <TierBadge tier={giveaway.tier} />
              <StateBadge giveaway={{ ...giveaway, isCancelled: giveaway.closing?.reason === 'cancelled' }} />
            </div>
            <h1 className="text-3xl sm:text-4xl">{giveaway.title}</h1>
            <dl className="grid grid-cols-2 gap-5">
              <Stat label="Value" value={formatMoney(toCents(giveaway.value), 'short')} />
              <Stat label="Limit per person" value={giveaway.entryLimit} unit="slots" />
            </dl>
            {isOver ? <SlotsTaken giveaway={giveaway} /> : <SlotsLeft giveaway={giveaway} />}
            <OddsOfUser giveawayId={giveaway.id} isDrawn={giveaway.state === 'drawn'} />
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
            {giveaway.state === 'upcoming' && <Countdown end={giveaway.earlyAccessDate} word="Opens" size="large" />}
            {giveaway.endDate && giveaway.state !== 'upcoming' && !isOver && (
              <Countdown end={giveaway.endDate} size="large" />
            )}
            <EnterAction giveaway={giveaway} size="lg" />
            <KeepActions giveaway={giveaway} isOver={isOver} />
          </div>
          {/* On phones, the description follows the button, so that the button is visible without scrolling. */}
          <p className="max-w-prose text-lg">{giveaway.description}</p>
        </div>
      </div>
      {proof && isDrawn(proof) && <DrawResult proof={proof} />}
      {proof?.frozen && !proof.result && <DrawToCome proof={{ ...proof, frozen: proof.frozen }} />}
      <OwnEntries giveaway={giveaway} isSealed={Boolean(proof?.frozen)} />
      <Rules giveaway={giveaway} />
      {proof && <HowWeDraw proof={proof} />}
    </article>
  )
}

/** Frozen and not drawn. */
const isWaiting = (proof: PageProof | null) => proof?.state === 'frozen'

/** The server renders the page for guests, so the browser reads the user's odds, which follow the slot dialog. */
function OddsOfUser({ giveawayId, isDrawn }: { giveawayId: string; isDrawn: boolean }) {
  const { user } = useSession()
  const { data: board } = useQuery({
    queryKey: slotsKey(giveawayId, user?.id),
    queryFn: () => readSlots(giveawayId),
    enabled: user !== undefined && !isDrawn,
  })
  return user && board && !isDrawn && <OwnOdds odds={board.odds} />
}

/** Members-only and upcoming giveaways are not in the public HTML. Signed-in users load them here. */
export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <GiveawayMissing missing={error.data} />
  return (
    <div className="page-width py-20">
      <EmptyState
        icon="warning"
        title="Something went wrong"
        action={<ButtonLink to="/giveaways">All giveaways</ButtonLink>}
      />
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
      <TextLink to={`/giveaways/${goesOnAt}`}>It is up again.</TextLink>
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

/** A moment in the official zone of the giveaways and, if different, in the visitor's zone. */
function ZonedMoment({ at }: { at: string }) {
  // The server does not know the visitor's zone. The line stays empty, with its space reserved, until the browser fills it.
  const zone = useZone()
  const official = formatMoment(new Date(at))
  const own = zone && formatMoment(new Date(at), zone)
  return (
    <>
      <time dateTime={at}>{official}</time> <span className="text-muted">(official time)</span>
      <span className="block min-h-6 text-muted text-sm">{own && own !== official && `${own} where you are`}</span>
    </>
  )
}

const SIZES = '(width < 64rem) 100vw, 46rem'

type PrizePicturesProps = { title: string; pictures: PageGiveaway['pictures'] }

/** The pictures of a prize, one at a time. A swipe of 30 px or one of two buttons changes the picture. */
function PrizePictures({ title, pictures }: PrizePicturesProps) {
  const [shown, setShown] = useState(0)
  const touched = useRef<{ x: number; y: number } | null>(null)
  const picture = pictures[shown]
  const count = pictures.length
  const show = (at: number) => setShown(Math.min(count - 1, Math.max(0, at)))

  function touch({ touches }: TouchEvent) {
    const finger = touches[0]
    touched.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null
  }
  function lift({ changedTouches }: TouchEvent) {
    const finger = changedTouches[0]
    if (touched.current && finger) show(shown + swipeOf(touched.current, { x: finger.clientX, y: finger.clientY }))
    touched.current = null
  }

  return (
    <div className="relative self-start" onTouchStart={touch} onTouchEnd={lift}>
      <Picture
        key={picture?.src}
        src={picture?.src}
        placeholder={picture?.placeholder}
        ratio="landscape"
        alt={picture?.alt || (count > 1 ? `${title}, picture ${shown + 1} of ${count}` : title)}
        priority={shown === 0}
        sizes={SIZES}
        className="touch-pan-y"
      />
      {count > 1 && <PictureSteps shown={shown} count={count} onShow={show} />}
    </div>
  )
}

/** A summary of the rules; the legal page has the full text. */
function Rules({ giveaway }: { giveaway: PageGiveaway }) {
  const { minimumAge, mailInHours } = useSettings()
  return (
    <section aria-labelledby="rules">
      <SectionHeading id="rules">Rules in short</SectionHeading>
      <ul className="grid max-w-4xl list-disc gap-2 pl-5 marker:text-muted">
        <li>
          One slot costs one {giveaway.tier} credit. One person holds at most {giveaway.entryLimit} slots.
        </li>
        <li>Entrants are {minimumAge} or older and have a complete shipping address in the United States on file.</li>
        <li>
          <strong>No purchase necessary.</strong> A free entry by mail has the same chance:{' '}
          <TextLink to="/legal#no-purchase-necessary">how to enter free</TextLink>. Mail received within{' '}
          {mailInHours / 24} days of the close counts.
        </li>
        <li>
          The winner is drawn after the mail-in window ends
          {giveaway.drawDate && `, ${formatMoment(new Date(giveaway.drawDate))}`}, told within {NOTIFY_HOURS} hours, and
          has 7 days to answer.
        </li>
        <li>
          All of it: <TextLink to="/legal#sweepstakes">Sweepstakes Rules</TextLink>.
        </li>
      </ul>
      <MailedCards giveawayId={giveaway.id} />
    </section>
  )
}
