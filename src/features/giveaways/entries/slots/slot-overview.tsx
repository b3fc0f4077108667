import {
  type CSSProperties,
  type PointerEvent,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
} from 'react'
import type { Tier } from '#kernel/values/tiers.ts'
import { themeStore } from '#ui/theme/theme.ts'
import type { SlotLook } from './slot-cell.tsx'

/** The overview is at most this high, in CSS pixels, unless its slots would be smaller than `SMALLEST`. */
const HEIGHT = 96
const SMALLEST = 2
const LARGEST = 10

const QUIET = 'color-mix(in srgb, var(--ink) 12%, transparent)'

/** `var(--own)` is the tier's colour. */
const COLOURS: Record<SlotLook, string> = {
  free: 'var(--line-strong)',
  taken: QUIET,
  staff: QUIET,
  mine: 'var(--own)',
  'own-staff': 'var(--own)',
  moving: 'var(--own)',
  chosen: 'var(--signal)',
  target: 'var(--signal)',
}

export type SlotOverviewHandle = { mark: (first: number, last: number) => void }

type SlotOverviewProps = {
  totalSlots: number
  tier: Tier
  lookOf: (slot: number) => SlotLook
  /** Receives the pressed slot. */
  onGo: (slot: number) => void
  handle: Ref<SlotOverviewHandle>
}

/**
 * All slots of a large giveaway on one small picture, with a frame around those that the grid shows. A press goes there. Keyboards and
 * screen readers have "Go to slot" for it.
 */
export function SlotOverview({ totalSlots, tier, lookOf, onGo, handle }: SlotOverviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const sight = useRef<readonly [number, number]>([1, 1])

  const place = useCallback(() => {
    if (!canvas.current || !frame.current) return
    const { columns, side } = layoutOf(canvas.current.clientWidth, totalSlots)
    const [top, bottom] = sight.current.map(slot => Math.floor((slot - 1) / columns)) as [number, number]
    frame.current.style.top = `${top * side}px`
    frame.current.style.height = `${(bottom - top + 1) * side}px`
  }, [totalSlots])
  useImperativeHandle(handle, () => ({
    mark(first, last) {
      sight.current = [first, last]
      place()
    },
  }))

  const drawing = useRef<Drawing>(null)
  const latest = useEffectEvent(() => {
    drawing.current = drawAll(canvas.current!, totalSlots, lookOf)
    place()
  })
  useEffect(() => {
    // The size and the theme draw all slots, a slot that changed hands itself alone.
    if (drawing.current?.looks.length === totalSlots) drawChanged(drawing.current, lookOf)
    else latest()
  }, [totalSlots, lookOf])
  useEffect(() => {
    const redraw = () => latest()
    const size = new ResizeObserver(redraw)
    size.observe(canvas.current!)
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', redraw)
    const leaveTheme = themeStore.subscribe(redraw)
    return () => {
      size.disconnect()
      scheme.removeEventListener('change', redraw)
      leaveTheme()
    }
  }, [])

  function press({ buttons, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
    if (buttons === 0) return
    const { left, top, width } = currentTarget.getBoundingClientRect()
    const { columns, side } = layoutOf(width, totalSlots)
    const column = Math.min(columns - 1, Math.max(0, Math.floor((clientX - left) / side)))
    onGo(Math.min(totalSlots, Math.max(0, Math.floor((clientY - top) / side)) * columns + column + 1))
  }

  return (
    <div
      aria-hidden="true"
      data-overview
      onPointerDown={press}
      // The focus goes to the slot, and a press would take it away again.
      onMouseDown={event => event.preventDefault()}
      onPointerMove={press}
      className="relative shrink-0 cursor-crosshair touch-none overflow-hidden bg-sunken"
    >
      <canvas
        ref={canvas}
        className="block w-full"
        style={{ '--own': `var(--${tier.toLowerCase()})` } as CSSProperties}
      />
      <div ref={frame} className="pointer-events-none absolute inset-x-0 min-h-1 border border-ink bg-ink/10" />
    </div>
  )
}

/** Columns of the overview and the side of a slot in whole CSS pixels. */
function layoutOf(width: number, totalSlots: number) {
  const fitting = Math.floor(Math.sqrt((width * HEIGHT) / totalSlots))
  const side = Math.min(LARGEST, Math.max(SMALLEST, fitting))
  return { side, columns: Math.max(1, Math.floor(width / side)) }
}

/** What the canvas shows, and what the next change of a slot is drawn with. */
type Drawing = {
  context: CanvasRenderingContext2D
  columns: number
  side: number
  colours: Record<SlotLook, string>
  /** The drawn look of each slot, from slot 1 on. */
  looks: (SlotLook | undefined)[]
} | null

function drawAll(canvas: HTMLCanvasElement, totalSlots: number, lookOf: (slot: number) => SlotLook): Drawing {
  const width = canvas.clientWidth
  const { columns, side } = layoutOf(width, totalSlots)
  const height = Math.ceil(totalSlots / columns) * side
  const density = window.devicePixelRatio
  canvas.style.height = `${height}px`
  canvas.width = width * density
  canvas.height = height * density
  const context = canvas.getContext('2d')!
  context.scale(density, density)
  const looks = Array.from<undefined>({ length: totalSlots })
  const drawing = { context, columns, side, colours: coloursOf(canvas), looks }
  drawChanged(drawing, lookOf)
  return drawing
}

/** Draws the slots whose look changed. 10,000 slots at each press took longer than a frame on a phone. */
function drawChanged(
  { context, columns, side, colours, looks }: NonNullable<Drawing>,
  lookOf: (slot: number) => SlotLook,
) {
  const gap = side > 3 ? 1 : 0
  for (let at = 0; at < looks.length; at++) {
    const look = lookOf(at + 1)
    if (looks[at] === look) continue
    looks[at] = look
    const [left, top] = [(at % columns) * side, Math.floor(at / columns) * side]
    // The ground may be translucent, so that a look must not lie over the one before.
    context.clearRect(left, top, side - gap, side - gap)
    context.fillStyle = colours[look]
    context.fillRect(left, top, side - gap, side - gap)
  }
}

/** The theme's colours. A canvas understands no custom properties, so the browser resolves them. */
function coloursOf(canvas: HTMLCanvasElement): Record<SlotLook, string> {
  const colours = { ...COLOURS }
  for (const look of Object.keys(COLOURS) as SlotLook[]) {
    canvas.style.color = COLOURS[look]
    colours[look] = getComputedStyle(canvas).color
  }
  return colours
}
