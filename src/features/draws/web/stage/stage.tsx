import type { ReactNode } from 'react'
import { useSettings, useSite } from '#kernel/client/site.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { qrPathOf } from '#platform/values/qr-path.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { TopoGround } from '#ui/layout/topo-ground.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { Wordmark } from '#ui/pictures/mark.tsx'
import { OwnPicture } from '#ui/pictures/own-picture.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { QrCode } from '#ui/pictures/qr-code.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { useAtTime } from '#ui/time/use-now.ts'
import { FullScreenButton } from './full-screen-button.tsx'
import { SealedStage } from './sealed-stage.tsx'
import type { StageData } from './stage-data.ts'

/** The stage: sealed list, countdown to the public round, the draw and its checks. */
export function Stage({ giveaway, proof }: { giveaway: StageData['giveaway']; proof: StageData['proof'] | null }) {
  const { name } = useSettings().brand
  return (
    // The footer's row has its height before the parser reaches it, so that the board does not shrink then.
    <article className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_minmax(7.75rem,auto)] scheme-dark relative isolate gap-6 overflow-hidden bg-ground px-4 py-4 text-ink sm:px-8 lg:px-12 lg:py-5 2xl:grid-rows-[auto_1fr_minmax(10.6rem,auto)] 2xl:gap-8 2xl:py-8">
      <Ground />
      <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-line border-b pb-4 lg:pb-6">
        <Link to="/" aria-label={`${name}, home`} className="flex min-w-0 max-w-42.5 rounded-sm">
          <Wordmark ground="dark" />
        </Link>
        <div className="order-last w-full lg:order-none lg:w-auto lg:flex-1">
          <p className="label-sm text-signal">The draw</p>
          <h1 className="text-3xl lg:text-4xl">
            {giveaway.title}{' '}
            <span className="whitespace-nowrap text-muted">{formatMoney(toCents(giveaway.value), 'short')}</span>
          </h1>
        </div>
        <FullScreenButton />
      </header>
      {!proof ? (
        <Notice kind="warning" title={giveaway.closing?.reason === 'cancelled' ? 'Cancelled' : 'No draw'}>
          {giveaway.closing?.reason === 'cancelled'
            ? 'This giveaway was cancelled. Every credit was returned; no winner is drawn.'
            : 'This giveaway has no draw that could be shown here.'}
        </Notice>
      ) : proof.frozen ? (
        <SealedStage giveaway={giveaway} proof={proof} frozen={proof.frozen} />
      ) : (
        <OpenStage giveaway={giveaway} proof={proof} />
      )}
      <Invitation slug={giveaway.slug} />
    </article>
  )
}

/** A stage is dark in both themes. The lit number of the picture is behind the wall, which has a floor of its own. */
const Ground = () => (
  <OwnPicture
    name="draw-stage"
    widths={[640, 1200, 1920]}
    sizes="100vw"
    width={1200}
    height={675}
    className="-z-10 absolute inset-x-0 top-0 h-dvh mask-b-from-45% mask-b-to-70% opacity-50"
    fit="size-full object-cover object-left-top lg:object-top"
    instead={<TopoGround className="-z-10 h-dvh" />}
  />
)

/** Before the freeze: the list can still grow. */
function OpenStage({ giveaway, proof: { freezesAt, drawsAt } }: StageData) {
  const isDue = useAtTime(now => freezesAt !== null && now >= Date.parse(freezesAt), false)
  const picture = giveaway.pictures[0]
  return (
    <div className="grid flex-1 items-center gap-8 lg:grid-cols-2 lg:gap-14">
      <div className="flex flex-col gap-6">
        <p role="status" className="font-condensed font-semibold text-4xl leading-tight lg:text-6xl">
          {isDue ? 'The list is being sealed now' : 'The list is not sealed yet'}
        </p>
        {freezesAt && !isDue && (
          <>
            <div className="lg:[zoom:1.6]">
              <Countdown end={freezesAt} word="Sealed" ended="Sealing now…" size="large" />
            </div>
            <Moment label="The list is sealed" at={freezesAt} />
          </>
        )}
        {drawsAt && <Moment label="The public round decides" at={drawsAt} />}
        {!freezesAt && (
          <p className="text-lg text-muted lg:text-2xl">
            It is sealed after the giveaway closes and its mail-in window ends. The moment will be shown here.
          </p>
        )}
      </div>
      <Picture
        {...picture}
        ratio="landscape"
        alt={picture?.alt || giveaway.title}
        priority
        sizes="(width < 64rem) 100vw, 50vw"
      />
    </div>
  )
}

const Moment = ({ label, at }: { label: ReactNode; at: string }) => (
  <p>
    <span className="label-sm block text-muted">{label}</span>
    <time dateTime={at} className="figure text-xl lg:text-2xl">
      {formatMoment(new Date(at))}
    </time>
  </p>
)

/** The way to the evidence, for a camera and for a click. */
function Invitation({ slug }: { slug: string }) {
  const origin = useSite()?.origin ?? ''
  const path = `/giveaways/${slug}#result`
  return (
    <footer className="flex items-center gap-5 border-line border-t pt-4 lg:pt-6">
      <QrCode {...qrPathOf(origin + path)} label="QR code: check this draw" className="size-24 2xl:size-36" />
      <div className="min-w-0">
        <p className="font-condensed font-semibold text-2xl lg:text-3xl">Check it yourself</p>
        <Link to={path} className="wrap-anywhere text-signal underline underline-offset-3 lg:text-xl">
          {origin.replace(/^https?:\/\//, '')}
          {`/giveaways/${slug}`}
        </Link>
        <p className="mt-1 text-muted text-sm lg:text-base">
          No purchase necessary.{' '}
          <Link to="/fair" className="underline underline-offset-3">
            What this draw proves, and what it does not
          </Link>
        </p>
      </div>
    </footer>
  )
}
