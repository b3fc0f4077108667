import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ExportButton } from '#ui/export-button.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { GROUPINGS, type Grouping } from '../contract.ts'
import { saveReport, useRows } from './revenue-client.ts'
import { type Days, type Ordered, rowsOf } from './revenue-params.ts'
import { RevenueTable } from './revenue-table.tsx'

export const GROUPING_WORDS: Record<Grouping, string> = {
  day: 'Day',
  month: 'Month',
  product: 'Product',
  tier: 'Tier',
  state: 'State',
}

/** The rows of a grouping, which the address stores, and a CSV download of all rows. */
export function RevenueRows({ days }: { days: Days }) {
  const [params, setParams] = useSearchParams()
  const { by, ...ordered } = rowsOf(params)
  const change = (changes: Record<string, string | undefined>) =>
    setParams(
      now => {
        for (const [name, value] of Object.entries(changes)) value ? now.set(name, value) : now.delete(name)
        return now
      },
      { replace: true, preventScrollReset: true },
    )

  return (
    <section aria-label="Report" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="sr-only">Group by</legend>
          {GROUPINGS.map(grouping => (
            <Button
              key={grouping}
              size="sm"
              variant={grouping === by ? 'primary' : 'secondary'}
              aria-pressed={grouping === by}
              onClick={() => change({ by: grouping, sort: undefined, direction: undefined })}
            >
              {GROUPING_WORDS[grouping]}
            </Button>
          ))}
        </fieldset>
        <SaveButton days={days} by={by} ordered={ordered} />
      </div>
      <Rows days={days} by={by} ordered={ordered} onSort={order => change(order)} />
    </section>
  )
}

type RowsProps = { days: Days; by: Grouping; ordered: Ordered; onSort: (order: Required<Ordered>) => void }

function Rows({ days, by, ordered, onSort }: RowsProps) {
  const list = useRows(days, by, ordered)
  if (list.isPending) return <SkeletonText lines={10} />
  if (list.isError) {
    return (
      <FailedState title="Failed to load revenue data" busy={list.isFetching} onRetry={() => void list.refetch()}>
        {list.error.message}
      </FailedState>
    )
  }
  const rows = list.data.pages.flatMap(page => page.rows)
  const [first] = list.data.pages
  if (rows.length === 0) {
    return (
      <EmptyState icon="calendar" title="Nothing was sold in these days">
        Once an order is paid, it stands here at once.
      </EmptyState>
    )
  }
  return (
    <>
      <RevenueTable rows={rows} sums={first!.sums} by={first!.by} ordered={ordered} onSort={onSort} />
      <LoadMore
        shown={rows.length}
        noun={rows.length === 1 ? first!.by : `${first!.by}s`}
        busy={list.isFetchingNextPage}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
    </>
  )
}

const SaveButton = ({ days, by, ordered }: { days: Days; by: Grouping; ordered: Ordered }) => (
  <div className="flex flex-col items-end gap-2">
    <ExportButton
      done="The report was exported"
      work={(onProgress, signal) => saveReport({ days, by, ordered, onProgress, signal })}
    >
      Export CSV
    </ExportButton>
  </div>
)
