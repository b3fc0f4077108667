import { SectionHeading } from '#ui/layout/section-heading.tsx'

export const ROWS = 10
export const COLUMNS = 'grid gap-x-12 gap-y-14 lg:grid-cols-2'

/** Both lists before they load, in their final height. */
export const StandingsPlaceholder = () => (
  <div aria-hidden="true" className={COLUMNS}>
    {['Top Customers', 'Recent purchases'].map(title => (
      <div key={title}>
        <SectionHeading>{title}</SectionHeading>
        <RowsPlaceholder />
      </div>
    ))}
  </div>
)

/** Rows in their final height. They pulse while they load; those that the visitor is not near to are still. */
export const RowsPlaceholder = ({ isLoading = false }: { isLoading?: boolean }) => {
  const bar = `block rounded-sm bg-line ${isLoading ? 'animate-pulse' : ''}`
  return (
    <div aria-hidden="true" className="divide-y divide-line">
      {Array.from({ length: ROWS }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={at} className="flex h-15 items-center gap-3">
          <span className={`${bar} size-6`} />
          <span className={`${bar} h-5 flex-1`} />
          <span className={`${bar} h-5 w-20`} />
        </div>
      ))}
    </div>
  )
}
