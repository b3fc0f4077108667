import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Badge } from '#ui/data/badge.tsx'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { type Shown, useLeaderboard, useRecentSales } from '../insights-client.ts'
import { boughtWords } from '../recent-purchases/sale-notice.tsx'
import { COLUMNS, ROWS, RowsPlaceholder } from './standings-placeholder.tsx'

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Top customers and recent purchases. Default export for lazy loading. */
export default function Standings() {
  return (
    <div className={COLUMNS}>
      <Boundary>
        <Leaderboard />
      </Boundary>
      <Boundary>
        <RecentPurchases />
      </Boundary>
    </div>
  )
}

/** Top customers by the credits that their purchases earned. */
function Leaderboard() {
  const empty = (
    <EmptyState icon="user" title="No customers yet">
      The first purchase takes the first place.
    </EmptyState>
  )
  return (
    <Standing id="top-customers" title="Top Customers" noun="top customers" list={useLeaderboard()} empty={empty}>
      {rows => (
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
      )}
    </Standing>
  )
}

/** Recent purchases as a list; the popup shows them one by one. */
function RecentPurchases() {
  const empty = (
    <EmptyState icon="cart" title="No purchases yet">
      Purchases in the store will appear here.
    </EmptyState>
  )
  return (
    <Standing
      id="recent-purchases"
      title="Recent purchases"
      noun="recent purchases"
      list={useRecentSales()}
      empty={empty}
    >
      {rows => (
        <ul className="divide-y divide-line">
          {rows.slice(0, ROWS).map(sale => (
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
    </Standing>
  )
}

type StandingProps<Row> = {
  id: string
  title: string
  noun: string
  list: Pick<UseQueryResult<Shown<Row>>, 'data' | 'error' | 'isFetching' | 'refetch'>
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A list with its heading: its rows, or why there are none. */
function Standing<Row>({ id, title, noun, list, empty, children }: StandingProps<Row>) {
  const { data, error, isFetching, refetch } = list
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id} action={data?.isSample && <Badge>Sample</Badge>}>
        {title}
      </SectionHeading>
      {data?.rows.length === 0 && empty}
      {data && data.rows.length > 0 && children(data.rows)}
      {data ? null : error ? (
        <FailedState query={{ error, isFetching, refetch }} />
      ) : (
        <RowsLoading label={`Loading ${noun}`} />
      )}
    </section>
  )
}

/** Loading rows. */
const RowsLoading = ({ label }: { label: string }) => (
  <div role="status" aria-busy="true">
    <span className="sr-only">{label}</span>
    <RowsPlaceholder isLoading />
  </div>
)
