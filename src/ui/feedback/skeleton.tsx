import { classNames } from '../class-names.ts'

/** A placeholder block. `className` sets the size of the final content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded-sm bg-line', className)} />
}

/** Placeholder lines of text; the last is shorter. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  const widths = Array.from({ length: lines }, (_, at) => (at === lines - 1 && lines > 1 ? 'w-3/5' : 'w-full'))
  return (
    <span className={classNames('flex flex-col gap-2.5', className)}>
      {widths.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move.
        <Skeleton key={at} className={`h-4 ${width}`} />
      ))}
    </span>
  )
}
