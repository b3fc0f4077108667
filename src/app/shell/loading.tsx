import { Spinner } from '#ui/spinner.tsx'

/** What a guard shows while it is not known who is here, and a tab while its code comes: the specified "Loading…". */
export function Loading() {
  return (
    <div role="status" className="page-width flex min-h-96 items-center justify-center gap-3 text-muted">
      <Spinner />
      Loading…
    </div>
  )
}
