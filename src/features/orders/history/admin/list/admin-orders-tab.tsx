import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type To, useSearchParams } from 'react-router'
import { ExportCsv } from '#features/identity/security/export-csv.tsx'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { fileNameOf } from '#kernel/brand/file-name.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useLiveList } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import { useSettings } from '#kernel/client/site.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CountChip, countInWords } from '#ui/data/count-chip.tsx'
import { LiveHint } from '#ui/data/live-hint.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { DayField } from '#ui/forms/day-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ClearFilters, ListBody, NoMatch } from '#ui/list-body.tsx'
import { linkWith } from '#ui/overlays/open-param.ts'
import { FilterFold } from '#ui/staff-kit/filter-fold.tsx'
import { filterFields, useFilters } from '#ui/staff-kit/use-filters.ts'
import { useSelection } from '#ui/staff-kit/use-selection.ts'
import { useList } from '#ui/use-list.ts'
import { PickListButton } from '../../../fulfilment/packing/packing-buttons.tsx'
import { TrackingDialog } from '../../../fulfilment/tracking-file/tracking-dialog.tsx'
import { STAFF_ORDERS, staffClient } from '../../../order/admin/staff-client.ts'
import { type OrderFilter, type OrderSort, type StaffOrderRow, sortOf } from '../contract.ts'
import { usePaymentWords } from '../payment-words.ts'
import { type DisputesPart, StaffOrder } from '../staff-order.tsx'
import { ChosenOrders } from './chosen-orders.tsx'
import { ORDER_FILTERS, type OrderFilters, STANDING, WAITING } from './order-filters.ts'
import { StaffOrderTable } from './staff-order-table.tsx'

/** The address holds the open order, beside the filters of the list behind the order. */
const OPEN = 'order'

/** `/admin?tab=orders`: finds, packs, ships and refunds orders. */
export function AdminOrdersTab({ Disputes }: { Disputes: DisputesPart }) {
  const [params] = useSearchParams()
  const id = params.get(OPEN)
  const withOrder = (order: string | null) => linkWith(params, OPEN, order)
  // Keyed by order, so that input for one order does not carry over to the next.
  return id ? (
    <StaffOrder key={id} id={id} back={withOrder(null)} Disputes={Disputes} />
  ) : (
    <OrderList linkTo={withOrder} />
  )
}

const PAGE = '25'

/** All orders, filtered by the address. */
function OrderList({ linkTo }: { linkTo: (id: string) => To }) {
  const { filters, change, clear, query, isFiltered } = useFilters(ORDER_FILTERS)
  const selection = useSelection<StaffOrderRow>({ within: query })
  const mayExport = useRight('orders.export')
  const mayFulfil = useRight('orders.fulfil')
  const [isShipping, setShipping] = useState(false)
  const { brand } = useSettings()
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
              name={fileNameOf(brand, 'orders.csv')}
              done="Orders were exported"
            >
              Export CSV
            </ExportCsv>
          )}
          <ClearFilters isFiltered={isFiltered} onClear={clear} />
        </div>
      </div>
      {mayFulfil && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" icon="truck" onClick={() => setShipping(true)}>
            Ship by tracking numbers
          </Button>
          <PickListButton size="sm" />
        </div>
      )}
      {isShipping && <TrackingDialog onClose={() => setShipping(false)} />}
      <SavedFiltersBar tab="orders" names={ORDER_FILTERS.names} />
      <LiveHint {...live} />
      <ChosenOrders selection={selection} />
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
            sort={sortOf(filters)}
            showsGoods={filters.status === 'to_pack'}
            onSort={sort => change({ sort })}
            linkTo={linkTo}
          />
        )}
      </ListBody>
    </div>
  )
}

type StatusChipsProps = { value: OrderFilter | ''; onChange: (status: OrderFilter | '') => void }

/** Status chips with counts. A second press clears the filter. */
function StatusChips({ value, onChange }: StatusChipsProps) {
  const { data } = useQuery({
    queryKey: [...STAFF_ORDERS, 'counts'],
    queryFn: () => call(staffClient().admin.orders.counts.$get()),
  })
  const group = (label: string, chips: typeof WAITING) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a form of its own.
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {chips.map(chip => (
        <CountChip
          key={chip.value}
          label={chip.label}
          count={data && countInWords(data.counts[chip.value] ?? 0, data.limit)}
          // Highlights non-empty chips of orders that wait for staff.
          urges={chips === WAITING && (data?.counts[chip.value] ?? 0) > 0}
          pressed={value === chip.value}
          onPress={() => onChange(value === chip.value ? '' : chip.value)}
        />
      ))}
    </div>
  )
  return (
    <div className="flex flex-col gap-2">
      {group('Waiting for staff', WAITING)}
      <FilterFold count={STANDING.some(chip => chip.value === value) ? 1 : 0} label="Statuses">
        {group('How orders stand', STANDING)}
      </FilterFold>
    </div>
  )
}

type OrderFilterBarProps = {
  filters: OrderFilters
  onChange: (change: Partial<OrderFilters>) => void
}

const SORTS: readonly { value: OrderSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'highest', label: 'Highest total' },
  { value: 'lowest', label: 'Lowest total' },
]

/** Search, dates, tier, state and method. Each change goes to the address at once. */
function OrderFilterBar({ filters, onChange }: OrderFilterBarProps) {
  const { select, input } = filterFields(filters, onChange)
  const { options: methods } = usePaymentWords()
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 min-[90rem]:grid-cols-[minmax(14rem,1fr)_repeat(2,9.5rem)_8rem_5.5rem_9rem_10rem]">
      <SearchField
        label="Search orders"
        hint="Number, SKU, e-mail, name, tracking or payment"
        className="col-span-full min-[90rem]:col-span-1 min-[90rem]:[&_p]:sr-only"
        {...input('q')}
      />
      <FilterFold count={ORDER_FILTERS.inUse({ ...filters, status: '' })}>
        <DayField label="From" max={filters.to} {...input('from')} />
        <DayField label="To" min={filters.from} {...input('to')} />
        <SelectField
          label="Tier"
          options={[{ value: '', label: 'Any' }, ...TIERS.map(tier => ({ value: tier, label: tier }))]}
          {...select('tier')}
        />
        <StateField {...input('state')} />
        <SelectField label="Payment" options={[{ value: '', label: 'Any' }, ...methods]} {...select('method')} />
        <SelectField label="Sort by" options={SORTS} {...select('sort')} value={sortOf(filters)} />
      </FilterFold>
    </search>
  )
}

function StateField({ value, onChange }: { value: string; onChange: (state: string) => void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  function type(typed: string) {
    const letters = typed.replace(/[^a-z]/gi, '').toUpperCase()
    setText(letters)
    if (letters.length !== 1) onChange(letters)
  }
  return (
    <TextField
      label="State"
      maxLength={2}
      autoComplete="off"
      placeholder="UT"
      inputClassName="uppercase"
      value={text}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setText(value)}
    />
  )
}
