import type { CSSProperties } from 'react'
import { classNames } from '#ui/class-names.ts'
import { type DrawShow, wallAfter } from './draw-show.ts'

/** Numbers on the wall, and how many of them fit on a phone. */
export const WALL_SIZE = 160
const PHONE_COLUMNS = 8
const WIDE_COLUMNS = 16

type WallProps = {
  /** The numbers of a sealed list, before the draw. */
  numbers?: readonly number[]
  show?: DrawShow
  /** Steps of the show that are done. */
  done?: number
}

/**
 * The wall of numbers. Each step fills one place, from the last to the first, and its tile goes dark; the first place stays lit and has the
 * winner. Screen readers read the status line instead.
 */
export function Wall({ numbers = [], show, done = 0 }: WallProps) {
  const shown = show ? wallAfter(show, done) : numbers.slice(0, WALL_SIZE)
  const step = show && done > 0 ? show.steps[done - 1] : undefined
  const isOver = show !== undefined && done === show.steps.length
  const filledFrom = step?.place ?? (isOver ? 0 : shown.length)
  // A wall of few numbers keeps tiles of a moderate size.
  const columns = Math.max(6, Math.ceil(Math.sqrt(shown.length * 1.6)))
  return (
    <div
      aria-hidden="true"
      data-wall={isOver ? 'over' : done}
      // The server renders no tiles, and the CSP allows no style attribute in HTML.
      style={
        shown.length > 0
          ? ({
              '--wide': Math.min(columns, WIDE_COLUMNS),
              '--phone': Math.min(columns, PHONE_COLUMNS),
            } as CSSProperties)
          : undefined
      }
      className="grid grid-cols-[repeat(var(--phone),minmax(0,1fr))] content-center gap-1 lg:grid-cols-[repeat(var(--wide),minmax(0,1fr))] lg:gap-1.5"
    >
      {shown.map((number, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a tile is a place; numbers move between places.
          key={place}
          className={classNames(
            'figure flex aspect-4/3 items-center lg:aspect-3/2 justify-center rounded-sm border font-semibold text-sm leading-none max-lg:nth-[n+65]:hidden lg:text-[max(1.25rem,calc(22cqw/var(--wide)))]',
            lookOf({
              place,
              filledFrom,
              isOver,
              isMoved: step !== undefined && (place === step.place || place === step.from),
            }),
          )}
        >
          {number}
        </span>
      ))}
    </div>
  )
}

type Tile = { place: number; filledFrom: number; isOver: boolean; isMoved: boolean }

function lookOf({ place, filledFrom, isOver, isMoved }: Tile): string {
  if (isOver && place === 0) return 'border-transparent bg-signal-fill text-on-signal'
  if (isMoved && !isOver) return 'border-signal text-signal'
  return place >= filledFrom ? 'border-transparent text-muted/75' : 'border-line-strong bg-raised text-ink'
}
