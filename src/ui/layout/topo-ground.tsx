import { useId } from 'react'
import { classNames } from '../class-names.ts'

/**
 * Faint contour lines behind a hero, in the theme's colour. Its parent must be `relative`, and so must the content above it.
 * An inline SVG, because a background picture of this size would count as the page's largest contentful paint.
 */
export function TopoGround({ className }: { className?: string }) {
  const pattern = useId()
  return (
    <svg
      aria-hidden="true"
      className={classNames('pointer-events-none absolute inset-0 size-full text-ink opacity-12', className)}
    >
      <defs>
        <pattern id={pattern} width="800" height="800" patternUnits="userSpaceOnUse">
          <use href="/topo-pattern.svg#lines" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${pattern})`} />
    </svg>
  )
}
