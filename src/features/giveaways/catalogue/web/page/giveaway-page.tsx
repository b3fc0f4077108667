import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useRouteError,
} from 'react-router'
import { apiFetchOf, transport } from '#kernel/client/browser.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx'
import { originOf, pageMeta } from '#ui/layout/page-meta.ts'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { DrawResult } from '../../../draws/web/draw-result.tsx'
import { EnterAction } from '../../../entries/web/enter-action.tsx'
import { StateBadge } from '../giveaway-card.tsx'
import { Closing } from './closing.tsx'
import { giveawayMeta } from './giveaway-meta.ts'
import { GiveawayMissing } from './giveaway-missing.tsx'
import { HowWeDraw, Rules } from './giveaway-terms.tsx'
import { KeepActions } from './keep-actions.tsx'
import { loadGiveaway } from './load-giveaway.ts'
import { PrizePictures } from './prize-pictures.tsx'
import { ZonedMoment } from './zoned-moment.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) => loadGiveaway(apiFetchOf(context), params.giveawayId!)
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadGiveaway(transport, params.giveawayId!)

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) =>
  loaderData
    ? giveawayMeta(loaderData.giveaway, originOf(matches), matches)
    : pageMeta(
        { title: 'Giveaway', description: 'A giveaway at Redoubt.', path: location.pathname, noindex: true },
        matches,
      )

const COUNT = new Intl.NumberFormat('en-US')

/** `/giveaways/{giveawayId}`, by id or slug. */
export default function GiveawayPage() {
  const { giveaway, proof } = useLoaderData<typeof loader>()
  const taken = giveaway.totalSlots - giveaway.availableSlots
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
            <dl className="grid grid-cols-2 gap-5 sm:grid-cols-3">
              <Stat label="Value" value={formatMoney(toCents(giveaway.value), 'short')} />
              <Stat
                label="Slots taken"
                value={COUNT.format(taken)}
                unit={`/ ${COUNT.format(giveaway.totalSlots)}`}
                signal
              />
              <Stat label="Limit per person" value={giveaway.entryLimit} unit="slots" />
            </dl>
            <ProgressBar
              label="Slots taken"
              value={taken}
              max={giveaway.totalSlots}
              text={`${COUNT.format(taken)} of ${COUNT.format(giveaway.totalSlots)} slots taken`}
            />
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
            {giveaway.endDate && !isOver && <Countdown end={giveaway.endDate} size="large" />}
            <EnterAction giveaway={giveaway} size="lg" />
            <KeepActions giveaway={giveaway} isOver={isOver} />
          </div>
          {/* On phones, the description follows the button, so that the button is visible without scrolling. */}
          <p className="max-w-prose text-lg">{giveaway.description}</p>
        </div>
      </div>
      {proof && <DrawResult giveaway={giveaway} proof={proof} />}
      <Rules giveaway={giveaway} />
      <HowWeDraw giveaway={giveaway} />
    </article>
  )
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
