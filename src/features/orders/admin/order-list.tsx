import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { type To, useSearchParams } from 'react-router'
import { SavedFiltersBar } from '#features/saved-filters/saved-filters.tsx'
import { call } from '#platform/client/call.ts'
import { useRight } from '#platform/client/rights.ts'
import { useLiveList } from '#platform/client/staff-changes.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { LiveHint } from '#ui/live-hint.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { ExportOrders } from './export-orders.tsx'
import { OrderFilterBar } from './order-filter-bar.tsx'
import {
  filtersOf,
  isFiltered,
  NAMES,
  type OrderFilters,
  queryOf,
  withFilters,
  withoutFilters,
} from './order-filters.ts'
import { PackChosen } from './pack-chosen.tsx'
import { STAFF_ORDERS, staffClient } from './staff-client.ts'
import { StaffOrderTable } from './staff-order-table.tsx'
import { StatusChips } from './status-chips.tsx'

const PAGE = '25'
const NOBODY: ReadonlySet<string> = new Set()

/** All orders, filtered by the address. */
export function OrderList({ linkTo }: { linkTo: (id: string) => To }) {
  const [params, setParams] = useSearchParams()
  const filters = filtersOf(params)
  const query = queryOf(filters)
  const [chosen, setChosen] = useState(NOBODY)
  const mayExport = useRight('orders.export')
  const live = useLiveList({
    parts: ['orders', 'activity'],
    paths: ['/api/admin/orders'],
    queryKey: STAFF_ORDERS,
    holds: chosen.size > 0,
  })

  const change = useCallback(
    (changed: Partial<OrderFilters>) => {
      // Rows that are no longer visible are deselected.
      setChosen(NOBODY)
      setParams(now => withFilters(now, changed), { replace: true, preventScrollReset: true })
    },
    [setParams],
  )
  function clear() {
    setChosen(NOBODY)
    setParams(withoutFilters, { replace: true, preventScrollReset: true })
  }
  function choose(ids: readonly string[], isChosen: boolean) {
    setChosen(now => (isChosen ? new Set([...now, ...ids]) : new Set([...now].filter(id => !ids.includes(id)))))
  }

  return (
    <div className="flex flex-col gap-5">
      <OrderFilterBar filters={filters} onChange={change} />
      <div className="relative flex flex-col gap-3">
        <StatusChips value={filters.status} onChange={status => change({ status })} />
        {/* Placed beside the upper chips, which are few, so that a second button does not shift the layout. */}
        <div className="flex flex-wrap gap-2 lg:absolute lg:top-0 lg:right-0 lg:flex-row-reverse">
          {mayExport && <ExportOrders query={query} />}
          {isFiltered(filters) && (
            <Button variant="quiet" size="sm" icon="close" onClick={clear}>
              Clear filters
            </Button>
          )}
        </div>
      </div>
      <SavedFiltersBar tab="orders" names={NAMES} onApply={() => setChosen(NOBODY)} />
      <LiveHint {...live} />
      <Found
        query={query}
        filters={filters}
        chosen={chosen}
        onChoose={choose}
        onPacked={left => setChosen(new Set(left))}
        onSort={sort => change({ sort })}
        onClear={clear}
        linkTo={linkTo}
      />
    </div>
  )
}

type FoundProps = {
  query: Record<string, string>
  filters: OrderFilters
  chosen: ReadonlySet<string>
  onChoose: (ids: readonly string[], chosen: boolean) => void
  onPacked: (left: readonly string[]) => void
  onSort: (sort: OrderFilters['sort']) => void
  onClear: () => void
  linkTo: (id: string) => To
}

function Found({ query, filters, chosen, onChoose, onPacked, onSort, onClear, linkTo }: FoundProps) {
  const list = useOrderPages(query)
  const rows = useMemo(() => list.data?.pages.flatMap(page => page.orders) ?? [], [list.data])
  if (list.isPending) return <SkeletonText lines={14} className="py-4" />
  if (list.isError) {
    return (
      <FailedState title="Failed to load orders" busy={list.isFetching} onRetry={() => void list.refetch()}>
        {list.error.message}
      </FailedState>
    )
  }
  if (rows.length === 0) {
    return (
      <>
        <PackChosen rows={rows} chosen={chosen} onDone={onPacked} />
        {isFiltered(filters) ? (
          <EmptyState
            icon="search"
            title="No orders match"
            action={
              <Button variant="secondary" onClick={onClear}>
                Clear filters
              </Button>
            }
          />
        ) : (
          <EmptyState icon="cart" title="No orders yet" />
        )}
      </>
    )
  }
  return (
    <>
      <PackChosen rows={rows} chosen={chosen} onDone={onPacked} />
      <div
        aria-busy={list.isPlaceholderData || undefined}
        className={list.isPlaceholderData ? 'opacity-60' : undefined}
      >
        <StaffOrderTable
          rows={rows}
          chosen={chosen}
          onChoose={onChoose}
          sort={filters.sort}
          onSort={onSort}
          linkTo={linkTo}
        />
      </div>
      <LoadMore
        shown={rows.length}
        noun="orders"
        one="order"
        busy={list.isFetchingNextPage}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
    </>
  )
}

const useOrderPages = (query: Record<string, string>) =>
  useInfiniteQuery({
    queryKey: [...STAFF_ORDERS, 'list', query],
    queryFn: ({ pageParam }) =>
      call(
        staffClient().admin.orders.$get({ query: { ...query, limit: PAGE, ...(pageParam && { cursor: pageParam }) } }),
      ),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
    // The table stays visible while the next result loads.
    placeholderData: before => before,
  })
