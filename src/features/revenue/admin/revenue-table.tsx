import type { ReactNode } from 'react'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Cell, SortHeadCell, Table } from '#ui/data/table.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import type { Figures, Grouping, ReportRow, Sort } from '../contract.ts'
import { dayName } from './day-name.ts'
import type { Ordered } from './revenue-params.ts'

const money = (dollars: number) => formatMoney(toCents(dollars))

/**
 * The columns after the name. Net comes first, where a phone shows it. Fees show their two shares below; refunds and renewals show their
 * counts.
 */
const COLUMNS: readonly { sort: Sort; head: string; show: (figures: Figures) => ReactNode }[] = [
  { sort: 'net', head: 'Net', show: row => <strong className="font-semibold">{money(row.net)}</strong> },
  { sort: 'orders', head: 'Orders', show: row => row.orders.toLocaleString('en-US') },
  { sort: 'pieces', head: 'Pieces', show: row => row.pieces.toLocaleString('en-US') },
  { sort: 'subtotal', head: 'Gross', show: row => money(row.subtotal) },
  { sort: 'discount', head: 'Discounts', show: row => money(row.discount) },
  { sort: 'fees', head: 'Fees', show: row => <Fees fees={row.fees} /> },
  { sort: 'shipping', head: 'Shipping', show: row => money(row.shipping) },
  { sort: 'tax', head: 'Taxes', show: row => money(row.tax) },
  { sort: 'refunds', head: 'Refunds', show: row => money(row.refunds.total) },
  { sort: 'renewals', head: 'Renewals', show: row => money(row.renewals.total) },
]

/** Twelve columns fit on a wide screen. */
const DENSE = '[&_td]:px-2.5 [&_tfoot_th]:px-2.5 [&_th_button]:px-2.5'

type RevenueTableProps = {
  rows: readonly ReportRow[]
  sums: Figures
  by: Grouping
  ordered: Ordered
  onSort: (order: Required<Ordered>) => void
}

export function RevenueTable({ rows, sums, by, ordered, onSort }: RevenueTableProps) {
  const { sort, direction } = ordered
  const sortedBy = (column: Sort) =>
    column === sort ? (direction ?? (column === 'key' ? 'ascending' : 'descending')) : undefined
  /** Money and counts sort descending first, because staff look for the highest. */
  const sortBy = (column: Sort) => (next: 'ascending' | 'descending') =>
    onSort({ sort: column, direction: column === 'key' || column === sort ? next : 'descending' })
  return (
    <>
      <Table caption={`Revenue by ${by}`} captionHidden className={DENSE}>
        <thead>
          <tr>
            <SortHeadCell sorted={sortedBy('key')} onSort={sortBy('key')}>
              {by}
            </SortHeadCell>
            {COLUMNS.map(({ sort: column, head }) => (
              <SortHeadCell key={column} numeric sorted={sortedBy(column)} onSort={sortBy(column)}>
                {head}
              </SortHeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.key} className="hover:bg-raised">
              <Cell className="whitespace-nowrap">
                <RowName row={row} by={by} />
              </Cell>
              <Amounts figures={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line-strong border-t bg-raised font-semibold">
            <th scope="row" className="px-4 py-2.5 text-left">
              Sum
            </th>
            <Amounts figures={sums} />
          </tr>
        </tfoot>
      </Table>
      <p className="max-w-prose text-muted text-sm">{NOTES[by]}</p>
    </>
  )
}

const SHARED_OUT =
  'Fees, shipping and taxes of an order are shared among its lines by price. An order with several lines appears in each row; the sum counts it once.'
const NOTES: Record<Grouping, string> = {
  day: 'Refunds count on the day they were decided, renewals on the day they were paid.',
  month: 'Refunds count in the month they were decided, renewals in the month they were paid.',
  product: `${SHARED_OUT} Renewals stand with what began the membership.`,
  tier: `${SHARED_OUT} Renewals stand with what began the membership.`,
  state: 'The state whose tax an order bears; without a tax, the state it is sent to.',
}

const Amounts = ({ figures }: { figures: Figures }) =>
  COLUMNS.map(({ sort, show }) => (
    <Cell key={sort} numeric className="whitespace-nowrap">
      {show(figures)}
    </Cell>
  ))

function Fees({ fees }: { fees: Figures['fees'] }) {
  if (fees.amount === 0) return money(0)
  return (
    <>
      {money(fees.amount)}
      <span className="block text-muted text-xs">
        <span className="sr-only">client </span>
        {money(fees.clientShare)} / <span className="sr-only">platform </span>
        {money(fees.platformShare)}
      </span>
    </>
  )
}

function RowName({ row, by }: { row: ReportRow; by: Grouping }) {
  if (by === 'day' || by === 'month') return dayName(row.key)
  const tier = by === 'tier' && TIERS.find(known => known === row.key)
  return tier ? <TierBadge tier={tier} plain /> : row.name
}
