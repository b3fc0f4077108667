import { useSearchParams } from 'react-router'
import { ExportCsv } from '#features/identity/security/export-csv.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { GROUPINGS, type Grouping } from '../contract.ts'
import { useRows } from './revenue-client.ts'
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
  const first = list.firstPage
  const empty = (
    <EmptyState icon="calendar" title="Nothing was sold in these days">
      Paid orders appear here immediately.
    </EmptyState>
  )
  return (
    <ListBody
      list={list}
      failed="Failed to load revenue data"
      loading={10}
      empty={empty}
      nouns={[first?.by ?? by, `${first?.by ?? by}s`]}
      className="flex flex-col gap-4"
    >
      {rows => <RevenueTable rows={rows} sums={first!.sums} by={first!.by} ordered={ordered} onSort={onSort} />}
    </ListBody>
  )
}

const SaveButton = ({ days, by, ordered }: { days: Days; by: Grouping; ordered: Ordered }) => (
  <div className="flex flex-col items-end gap-2">
    <ExportCsv
      path="/api/admin/revenue/report.csv"
      query={{
        ...days,
        by,
        ...(ordered.sort && { sort: ordered.sort }),
        ...(ordered.direction && { direction: ordered.direction }),
      }}
      name={`revenue-by-${by}.csv`}
      done="The report was exported"
    >
      Export CSV
    </ExportCsv>
  </div>
)
