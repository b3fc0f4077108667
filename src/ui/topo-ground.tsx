import { useId } from 'react'
import { classNames } from './class-names.ts'

/**
 * Faint contour lines behind a hero, in the colour of the theme. Its parent is `relative` and what stands on it too.
 * Drawn and not a background picture: a picture as large as this would be what a browser takes for the page's main content.
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
