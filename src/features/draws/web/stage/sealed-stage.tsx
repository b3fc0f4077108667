import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatCount } from '#platform/values/format-count.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { OwnPicture } from '#ui/pictures/own-picture.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { useAtTime } from '#ui/time/use-now.ts'
import { caveatsOf } from '../check/caveats.tsx'
import { WinnerMedal } from '../winner-medal.tsx'
import { Checks } from './checks.tsx'
import type { ComputedDraw } from './computed-draw.ts'
import { isPending, PENDING, readBundle, type StageData } from './stage-data.ts'
import { useShow } from './use-show.ts'
import { WALL_SIZE, Wall } from './wall.tsx'

/** The log is published each second; witnesses may be slow. */
const PENDING_TRIES = 60

type Frozen = NonNullable<StageData['proof']['frozen']>
type SealedProps = StageData & { frozen: Frozen }

/** From the freeze on: the sealed list, the countdown, and after the round the draw. */
export function SealedStage({ giveaway, proof, frozen }: SealedProps) {
  const { result } = proof
  const [wasSealedHere] = useState(!result)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['giveaways', giveaway.id, 'bundle', frozen.manifestHash, proof.state],
    queryFn: async () => readDraw(giveaway.id, result !== null),
    // The witnesses signed a checkpoint that has the freeze, so its bundle is there.
    enabled: result !== null || frozen.witnessedAt !== null,
    retry: (failures, failure) => isPending(failure) && failures < PENDING_TRIES,
    retryDelay: 1000,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data && error)
    return <FailedState query={{ error, isFetching, refetch }} title="The evidence could not be loaded" />
  if (result && data?.draw)
    return (
      <DrawnStage
        giveaway={giveaway}
        proof={proof}
        frozen={frozen}
        result={result}
        draw={data.draw}
        isLive={wasSealedHere}
      />
    )
  return (
    <Board wall={<Wall numbers={data?.numbers ?? []} />} isTall={result !== null}>
      {result ? (
        <p role="status" className="font-condensed font-semibold text-4xl">
          Computing the draw in this browser…
        </p>
      ) : (
        <Awaited proof={proof} />
      )}
      <SealedFacts frozen={frozen} round={proof.round} />
    </Board>
  )
}

/** The code that computes draws loads with the first draw. */
async function readDraw(giveawayId: string, isDrawn: boolean) {
  const [text, { computeDraw, sealedNumbersOf }] = await Promise.all([
    readBundle(giveawayId),
    import('./computed-draw.ts'),
  ])
  if (!isDrawn) return { numbers: sealedNumbersOf(text) }
  const draw = computeDraw(text, WALL_SIZE)
  if (!draw) throw PENDING
  return { draw }
}

/** The list is sealed; the round is still to come, or late. */
function Awaited({ proof: { drawsAt, round } }: { proof: StageData['proof'] }) {
  const isDue = useAtTime(now => drawsAt !== null && now >= Date.parse(drawsAt), false)
  return (
    <>
      <p role="status" className="font-condensed font-semibold text-4xl leading-none lg:text-[min(6rem,5vw)]">
        {isDue ? `Waiting for round ${formatCount(round ?? 0)}` : 'The list is sealed'}
      </p>
      {drawsAt && !isDue && (
        <div className="lg:[zoom:1.6]">
          <Countdown end={drawsAt} word="The round comes" ended="Now" size="large" />
        </div>
      )}
      {isDue && (
        <p className="text-lg text-muted">
          The winner follows from this public round and from nothing else. It is on its way.
        </p>
      )}
    </>
  )
}

function SealedFacts({ frozen, round }: { frozen: Frozen; round: number | null }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
      <Fact label="Entries" value={formatCount(frozen.entries)} />
      <Fact label="Public round" value={round === null ? '–' : formatCount(round)} />
      <Fact
        label="Seal"
        value={<span className="whitespace-nowrap font-mono text-sm lg:text-lg">{shortHash(frozen.manifestHash)}</span>}
      />
      <Fact
        label="Witnessed"
        value={
          frozen.witnessedAt ? (
            <time dateTime={frozen.witnessedAt} className="block text-balance text-lg lg:text-xl">
              {formatMoment(new Date(frozen.witnessedAt))}
            </time>
          ) : (
            'Not yet'
          )
        }
      />
    </dl>
  )
}

const shortHash = (hash: string) => `${hash.slice(0, 8)} … ${hash.slice(-8)}`

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt className="label-sm text-muted">{label}</dt>
    <dd className="figure font-semibold text-xl lg:text-2xl">{value}</dd>
  </div>
)

/** A draw that is older than this is shown with its result; it plays at the press of a button. */
const NEWS_MS = 120_000

type DrawnProps = SealedProps & {
  result: NonNullable<StageData['proof']['result']>
  draw: ComputedDraw
  /** The visitor saw the countdown on this page. */
  isLive: boolean
}

function DrawnStage({ giveaway, proof, frozen, result, draw: { show, checks, chain }, isLive }: DrawnProps) {
  const [isOld] = useState(() => !isLive && Date.now() - Date.parse(result.drawnAt) > NEWS_MS)
  const { done, isOver, replay } = useShow(show, isOld)
  const caveats = caveatsOf(chain, proof)
  const failed = checks.filter(({ isRight }) => !isRight)
  if (!show)
    return (
      <Notice kind="danger" title="This draw does not check" live>
        {failed.map(({ sentence }) => sentence).join(' ')}
      </Notice>
    )
  const step = show.steps[done - 1]
  const holder = giveaway.winner
  const [firstSlot] = result.places
  // The result page calls the slot that has the prize the winning one.
  const hasPrize = holder?.slotNumber === firstSlot
  const running = step ? `Place ${step.place + 1} of ${formatCount(frozen.entries)}` : 'Drawing'
  const ended = hasPrize ? 'Winning slot' : 'Drawn first'
  return (
    <Board
      isTall
      wall={<Wall show={show} done={done} />}
      act={
        replay && (
          <Button variant="secondary" size="sm" icon="undo" onClick={replay}>
            Play the draw again
          </Button>
        )
      }
    >
      <div>
        <p className="label text-muted">{isOver ? ended : running}</p>
        <div className="flex flex-wrap items-end gap-x-8 gap-y-2">
          <p
            aria-hidden={!isOver}
            className={`figure font-semibold text-[clamp(5.75rem,min(12vw,16dvh),13rem)] leading-none ${isOver ? 'text-signal' : ''}`}
          >
            {isOver ? firstSlot : (step?.number ?? '…')}
          </p>
          {isOver && <Winner firstSlot={firstSlot} holder={holder} />}
        </div>
      </div>
      {isOver ? <Checks checks={checks} caveats={caveats} /> : <SealedFacts frozen={frozen} round={proof.round} />}
      <p role="status" className="sr-only">
        {isOver
          ? `Slot ${firstSlot} ${hasPrize ? 'wins' : 'was drawn first'}. All ${checks.length} checks hold. ${caveats.map(({ text }) => text).join(' ')}`
          : `The draw is running: ${frozen.entries} entries.`}
      </p>
    </Board>
  )
}

type WinnerProps = { firstSlot: number | undefined; holder: StageData['giveaway']['winner'] }

/** The name as the result publishes it. A prize that was passed on names its present holder. */
function Winner({ firstSlot, holder }: WinnerProps) {
  if (!holder) return <p className="text-lg lg:pb-4 2xl:text-2xl">Passed on by the rules; no alternate is left.</p>
  const hasFirst = holder.slotNumber === firstSlot
  return (
    <div className="flex min-w-0 flex-1 basis-72 items-center gap-3 lg:pb-4">
      <WinnerMedal className="size-16 lg:size-24" />
      <p className={hasFirst ? 'font-condensed font-semibold text-3xl lg:text-5xl' : 'min-w-0 text-lg 2xl:text-2xl'}>
        {hasFirst
          ? holder.displayName
          : `Passed on by the rules: the prize is with slot ${holder.slotNumber}, ${holder.displayName}.`}
      </p>
    </div>
  )
}

type BoardProps = {
  wall: ReactNode
  /** A button in the corner of the ground. */
  act?: ReactNode
  /** Has the height of the result, so that neither the wall on a phone nor the footer moves when the draw has been computed. */
  isTall?: boolean
  children: ReactNode
}

/** What is happening on the left, the wall on its dark ground on the right. */
const Board = ({ wall, act, isTall = false, children }: BoardProps) => (
  <div className="grid flex-1 items-stretch gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-12">
    <div className={`flex min-w-0 flex-col gap-6 lg:justify-center ${isTall ? 'min-h-[46rem] lg:min-h-[34rem]' : ''}`}>
      {children}
    </div>
    <div className="scheme-dark relative isolate flex flex-col overflow-hidden rounded-md bg-sunken p-3 text-ink lg:p-6">
      <div className="@container flex flex-1 flex-col justify-center pb-20 lg:pb-[11.5vw]">{wall}</div>
      {act && <div className="absolute right-3 bottom-3 lg:right-6 lg:bottom-6">{act}</div>}
      <OwnPicture
        name="stage-floor"
        widths={[560, 1120]}
        sizes="(width < 64rem) 100vw, 58vw"
        width={1120}
        height={280}
        className="-z-10 absolute inset-x-0 bottom-0"
        fit="w-full mask-t-from-70%"
        instead={<Floor />}
      />
    </div>
  </div>
)

const Floor = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 1120 280"
    fill="none"
    stroke="currentColor"
    className="-z-10 absolute inset-x-0 bottom-0 w-full text-signal"
  >
    <ellipse cx="560" cy="330" rx="900" ry="300" strokeWidth="3" />
    <ellipse cx="560" cy="180" rx="250" ry="58" strokeWidth="2" opacity="0.6" />
    <ellipse cx="560" cy="180" rx="215" ry="48" strokeWidth="8" opacity="0.15" />
  </svg>
)
