import { Skeleton } from '#ui/feedback/skeleton.tsx'

/** Placeholders of loading rows, in their final height. */
export function RowsSkeleton({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" aria-busy="true" className="divide-y divide-line">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={at} className="flex h-15 items-center gap-3">
          <Skeleton className="size-6" />
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  )
}
