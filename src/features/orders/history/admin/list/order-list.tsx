import type { To } from 'react-router'
import { ExportCsv } from '#features/identity/security/export-csv.tsx'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { useLiveList } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import { LiveHint } from '#ui/data/live-hint.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { ClearFilters, ListBody, NoMatch } from '#ui/list-body.tsx'
import { useFilters } from '#ui/staff-kit/use-filters.ts'
import { useSelection } from '#ui/staff-kit/use-selection.ts'
import { useList } from '#ui/use-list.ts'
import { PackChosen } from '../../../fulfilment/admin/pack-chosen.tsx'
import type { StaffOrderRow } from '../contract.ts'
import { STAFF_ORDERS, staffClient } from '../staff-client.ts'
import { OrderFilterBar } from './order-filter-bar.tsx'
import { ORDER_FILTERS } from './order-filters.ts'
import { StaffOrderTable } from './staff-order-table.tsx'
import { StatusChips } from './status-chips.tsx'

const PAGE = '25'

/** All orders, filtered by the address. */
export function OrderList({ linkTo }: { linkTo: (id: string) => To }) {
  const selection = useSelection<StaffOrderRow>()
  // Rows that are no longer visible are deselected.
  const { filters, change, clear, query, isFiltered } = useFilters(ORDER_FILTERS, selection.clear)
  const mayExport = useRight('orders.export')
  const live = useLiveList({
    parts: ['orders', 'activity'],
    queryKey: STAFF_ORDERS,
    holds: selection.rows.size > 0,
  })
  const list = useList({
    queryKey: [...STAFF_ORDERS, 'list', query],
    fetchPage: next => call(staffClient().admin.orders.$get({ query: { ...query, limit: PAGE, ...next } })),
    rowsOf: page => page.orders,
  })
  return (
    <div className="flex flex-col gap-5">
      <OrderFilterBar filters={filters} onChange={change} />
      <div className="relative flex flex-col gap-3">
        <StatusChips value={filters.status} onChange={status => change({ status })} />
        {/* Placed beside the upper chips, which are few, so that a second button does not shift the layout. */}
        <div className="flex flex-wrap gap-2 lg:absolute lg:top-0 lg:right-0 lg:flex-row-reverse">
          {mayExport && (
            <ExportCsv
              path="/api/admin/orders/export"
              query={query}
              name="redoubt-orders.csv"
              done="Orders were exported"
            >
              Export CSV
            </ExportCsv>
          )}
          <ClearFilters isFiltered={isFiltered} onClear={clear} />
        </div>
      </div>
      <SavedFiltersBar tab="orders" names={ORDER_FILTERS.names} onApply={selection.clear} />
      <LiveHint {...live} />
      <PackChosen selection={selection} />
      <ListBody
        list={list}
        failed="Failed to load orders"
        loading={<SkeletonText lines={14} className="py-4" />}
        empty={
          isFiltered ? (
            <NoMatch title="No orders match" onClear={clear} />
          ) : (
            <EmptyState icon="cart" title="No orders yet" />
          )
        }
        nouns={['order', 'orders']}
        className="flex flex-col gap-5"
      >
        {rows => (
          <StaffOrderTable
            rows={rows}
            selection={selection}
            sort={filters.sort}
            onSort={sort => change({ sort })}
            linkTo={linkTo}
          />
        )}
      </ListBody>
    </div>
  )
}
