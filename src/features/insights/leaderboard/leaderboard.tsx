import { Badge } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import type { LeaderboardRow } from '../contract.ts'
import { useLeaderboard } from '../insights-client.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'

const ROWS = 10
const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Top customers by the credits that their purchases earned. */
export function Leaderboard() {
  const { data, error, isFetching, refetch } = useLeaderboard()
  return (
    <section aria-labelledby="top-customers">
      <SectionHeading id="top-customers" action={data?.isSample && <Badge>Sample</Badge>}>
        Top Customers
      </SectionHeading>
      {data ? (
        <Rows rows={data.rows} />
      ) : error ? (
        <FailedState busy={isFetching} onRetry={() => void refetch()}>
          {error.message}
        </FailedState>
      ) : (
        <RowsSkeleton count={ROWS} label="Loading top customers" />
      )}
    </section>
  )
}

function Rows({ rows }: { rows: readonly LeaderboardRow[] }) {
  if (rows.length === 0)
    return (
      <EmptyState icon="user" title="No customers yet">
        The first purchase takes the first place.
      </EmptyState>
    )
  return (
    <ol className="divide-y divide-line">
      {rows.map((row, at) => (
        // Two customers may look alike here, so the rank identifies the row.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
        <li key={at} className="grid min-h-15 grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2">
          <span aria-hidden="true" className="figure font-semibold text-muted text-xl">
            {at + 1}
          </span>
          <span className="min-w-0">
            <span className="block truncate font-semibold">{row.displayName}</span>
            <span className="block truncate text-muted text-sm">{row.displayEmail}</span>
          </span>
          <span className="text-right">
            <span className="figure block font-semibold">{plural(row.totalCredits, 'credit')}</span>
            <span className="block text-muted text-sm tabular-nums">{plural(row.purchaseCount, 'purchase')}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
