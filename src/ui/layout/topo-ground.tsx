import { useId } from 'react'
import { classNames } from '../class-names.ts'

/** Edge of the drawing, whose lines continue at the opposite edge. */
const EDGE = 800
const COLUMNS = 5
const ROWS = 3

/**
 * Faint contour lines behind a hero, in the theme's colour. Its parent must be `relative`, and so must the content above it.
 * An inline SVG, because a background picture of this size would count as the page's largest contentful paint. The drawing is repeated by
 * hand: a browser paints a `<pattern>` whole before its first part, which doubled the raster of a phone's first frame.
 */
export function TopoGround({ className }: { className?: string }) {
  const row = useId()
  return (
    <svg
      aria-hidden="true"
      className={classNames('pointer-events-none absolute inset-0 size-full text-ink opacity-12', className)}
    >
      <g id={row}>
        {multiples(COLUMNS).map(x => (
          <use key={x} x={x} href="/topo-pattern.svg#lines" />
        ))}
      </g>
      {multiples(ROWS)
        .slice(1)
        .map(y => (
          <use key={y} y={y} href={`#${row}`} />
        ))}
    </svg>
  )
}

const multiples = (count: number) => Array.from({ length: count }, (_, index) => index * EDGE)
