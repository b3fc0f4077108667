import { Badge } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { useRecentSales } from '../insights-client.ts'
import { RowsSkeleton } from '../leaderboard/rows-skeleton.tsx'
import { boughtWords } from './sale-notice.tsx'

const ROWS = 10

/** Recent purchases as a list; the popup shows them one by one. */
export function RecentPurchases() {
  const { data, error, isFetching, refetch } = useRecentSales()
  return (
    <section aria-labelledby="recent-purchases">
      <SectionHeading id="recent-purchases" action={data?.isSample && <Badge>Sample</Badge>}>
        Recent purchases
      </SectionHeading>
      {data && data.rows.length === 0 && (
        <EmptyState icon="cart" title="No purchases yet">
          What is bought in the store will be here.
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <ul className="divide-y divide-line">
          {data.rows.slice(0, ROWS).map(sale => (
            <li key={sale.id} className="flex min-h-15 flex-col justify-center py-2">
              <p className="truncate">
                <span className="font-semibold">{sale.customerName}</span>
                <span className="text-muted">, {sale.location}</span>
              </p>
              <p className="truncate text-muted text-sm">{boughtWords(sale)}</p>
            </li>
          ))}
        </ul>
      )}
      {!data && error && (
        <FailedState busy={isFetching} onRetry={() => void refetch()}>
          {error.message}
        </FailedState>
      )}
      {!data && !error && <RowsSkeleton count={ROWS} label="Loading recent purchases" />}
    </section>
  )
}
