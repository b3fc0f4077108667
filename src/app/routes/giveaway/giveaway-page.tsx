import { type TouchEvent, useRef, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useParams,
} from 'react-router'
import { DrawResult, isDrawn } from '#features/draws/web/draw-result.tsx'
import { DrawToCome } from '#features/draws/web/draw-to-come.tsx'
import { HowWeDraw } from '#features/draws/web/how-we-draw.tsx'
import { loadDrawnGiveaway, type PageProof } from '#features/draws/web/load-drawn-giveaway.ts'
import { MailedCards } from '#features/free-entry/cards/web/mailed-cards.tsx'
import { ParityDetails } from '#features/free-entry/parity/web/parity-details.tsx'
import { Boost, type BoostProducts, loadBoost } from '#features/giveaways/catalogue/web/boost.tsx'
import { usePlacedElement } from '#features/giveaways/catalogue/web/page/placed-element.ts'
import { WallSection } from '#features/giveaways/catalogue/web/page/wall-section.tsx'
import { OwnEntries } from '#features/giveaways/entries/receipts/own-entries.tsx'
import { usePurchaseHelps } from '#features/giveaways/entries/refusals/use-purchase-helps.ts'
import { useEnterAction } from '#features/giveaways/entries/web/enter-action.tsx'
import { statesInWords } from '#features/giveaways/giveaway/eligibility/rules.ts'
import { ANSWER_DAYS, NOTIFY_HOURS } from '#features/giveaways/giveaway/rules.ts'
import { GiveawayError } from '#features/giveaways/giveaway/web/giveaway-error.tsx'
import { giveawayMeta, type PageGiveaway } from '#features/giveaways/giveaway/web/load-giveaway.ts'
import { useBoard } from '#features/giveaways/giveaway/web/use-board.ts'
import { PAGE_PACE, useGiveawayChanges } from '#features/giveaways/giveaway/web/use-giveaway-changes.ts'
import { useStateNow } from '#features/giveaways/giveaway/web/use-state-now.ts'
import { apiFetchOf, transport, useUser } from '#kernel/client/browser.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { settingsIn, useSettings } from '#kernel/client/site.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { counted } from '#kernel/values/words/counted.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { PictureSteps, swipeOf } from '#ui/pictures/picture-steps.tsx'
import { useAtTime, useRefreshWhile } from '#ui/time/use-now.ts'
import { useFollowed } from '#ui/use-followed.ts'
import { TicketPanel } from './ticket-panel.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) => loadPage(apiFetchOf(context), params.giveawayId!)
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadPage(transport, params.giveawayId!)

/** Products that earn a credit for the giveaway belong to the page while it takes entries. */
async function loadPage(fetch: Fetch, id: string) {
  const page = await loadDrawnGiveaway(fetch, id)
  const boost = page.giveaway.isActive ? await loadBoost(fetch, page.giveaway.tier) : null
  return { ...page, boost }
}

export const ErrorBoundary = GiveawayError

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) =>
  loaderData
    ? giveawayMeta(loaderData.giveaway, matches)
    : pageMeta(
        {
          title: 'Giveaway',
          description: withFullStop(`A giveaway at ${settingsIn(matches).brand.name}`),
          path: location.pathname,
          noindex: true,
        },
        matches,
      )

/** `/giveaways/{giveawayId}`, by id or slug. */
export default function GiveawayPage() {
  const { giveawayId } = useParams()
  const [page, refresh] = useFollowed(useLoaderData<typeof loader>(), () => loadPage(transport, giveawayId!))
  const { giveaway: read, proof, boost } = page
  const giveaway = { ...read, state: useStateNow(read) }
  // A date has passed since the page was loaded: the server has the result of it.
  const isRoundDue = useAtTime(now => isWaiting(proof) && Date.parse(proof!.drawsAt!) <= now, false)
  useRefreshWhile(giveaway.state !== read.state || isRoundDue, refresh)
  const user = useUser()
  const isWaited = giveaway.state === 'closed' || (user !== undefined && giveaway.state !== 'drawn')
  useGiveawayChanges(giveaway.id, isWaited && giveaway.closing?.reason !== 'cancelled', refresh, PAGE_PACE)
  const { button, dialog, isOpen } = useEnterAction(giveaway, {
    hasEntries: (useBoard(giveaway)?.mine?.length ?? 0) > 0,
    refresh,
  })
  const isSealed = Boolean(proof?.frozen)
  const wall = usePlacedElement()
  const entrants = (
    <>
      <OwnEntries giveaway={giveaway} isSealed={isSealed} />
      {boost && <PageBoost giveaway={giveaway} boost={boost} />}
      <Rules giveaway={giveaway} isCutOff={proof?.frozen?.early ?? false} />
    </>
  )
  return (
    <article className="page-width flex flex-col gap-14 pt-4 pb-20">
      <div className="flex flex-col gap-4">
        <Breadcrumbs crumbs={[{ label: 'Giveaways', to: '/giveaways' }, { label: giveaway.title }]} />
        <div className="grid gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr] lg:gap-y-8">
          <PrizePictures title={giveaway.title} pictures={giveaway.pictures} />
          <TicketPanel giveaway={giveaway} enterButton={button} wall={wall} />
          {/* On phones, the description follows the button, so that the button is visible without scrolling. */}
          <div className="flex flex-col gap-14">
            <p className="max-w-prose text-lg">{giveaway.description}</p>
            <WallSection giveaway={giveaway} isCovered={isOpen} wall={wall} onChanged={refresh} />
            {!isSealed && entrants}
          </div>
        </div>
      </div>
      {proof && isDrawn(proof) && <DrawResult proof={proof} />}
      {proof?.frozen && !proof.result && <DrawToCome proof={{ ...proof, frozen: proof.frozen }} />}
      {isSealed && entrants}
      {proof && <HowWeDraw proof={proof} />}
      {dialog}
    </article>
  )
}

type PageBoostProps = { giveaway: PageGiveaway; boost: BoostProducts }

/** Products that earn a credit for the giveaway; none for a user whom it refuses in any case. */
const PageBoost = (props: PageBoostProps) => (useUser() ? <BoostOfUser {...props} /> : <BoostOfPage {...props} />)
const BoostOfUser = (props: PageBoostProps) => usePurchaseHelps(props.giveaway) && <BoostOfPage {...props} />
const BoostOfPage = ({ giveaway: { tier }, boost }: PageBoostProps) => (
  <Boost id="earn" heading={`Earn a ${tier} credit`} boost={boost} isNarrow />
)

/** Frozen and not drawn. */
const isWaiting = (proof: PageProof | null) => proof?.state === 'frozen'

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
    <div className="picture-of-page relative self-start" onTouchStart={touch} onTouchEnd={lift}>
      <Picture
        key={picture?.src}
        {...picture}
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

/**
 * A summary of the rules; the legal page has the full text.
 * @param isCutOff after a list that was sealed before its date.
 */
function Rules({ giveaway, isCutOff }: { giveaway: PageGiveaway; isCutOff: boolean }) {
  const { mailInHours, freeEntry } = useSettings()
  return (
    <section aria-labelledby="rules" className="below-fold">
      <SectionHeading id="rules">Rules in short</SectionHeading>
      <ul className="grid max-w-4xl list-disc gap-2 pl-5 marker:text-muted">
        <li>
          One slot costs one {giveaway.tier} credit. One person holds at most {giveaway.entryLimit} slots.
        </li>
        <li>
          Entrants are {giveaway.minimumAge} or older and have a complete shipping address in the United States on file.
        </li>
        <li>Open to residents of {statesInWords(giveaway.eligibleStates)}.</li>
        <li>
          <strong>No purchase necessary.</strong> A free entry by mail has the same chance:{' '}
          <TextLink to="/legal#no-purchase-necessary">how to enter free</TextLink>
          {freeEntry.online && !giveaway.subscriptionVisibilityOnly && ', also online while the giveaway is open'}.{' '}
          {isCutOff
            ? 'The list was sealed before its date: mail that came later does not count.'
            : `Mail received within ${counted(mailInHours / 24, 'day')} of the close counts.`}
        </li>
        <li>
          The winner is drawn {isCutOff ? 'by the round after the seal' : 'after the mail-in window ends'}
          {giveaway.drawDate && `, ${formatMoment(new Date(giveaway.drawDate))}`}, told within {NOTIFY_HOURS} hours, and
          has {ANSWER_DAYS} days to answer.
        </li>
        <li>
          Entering accepts the <TextLink to={`/giveaways/${giveaway.slug}/rules`}>Official Rules</TextLink> of this
          giveaway and the <TextLink to="/legal#sweepstakes">Sweepstakes Rules</TextLink>.
        </li>
      </ul>
      <MailedCards giveawayId={giveaway.id} />
      <ParityDetails giveawayId={giveaway.id} />
    </section>
  )
}
