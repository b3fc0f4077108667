import { Fragment } from 'react'
import type { To } from 'react-router'
import { useRight } from '#kernel/client/rights.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Badge } from '#ui/data/badge.tsx'
import { EmailText } from '#ui/data/email-text.tsx'
import { Cell, HeadCell, SortHeadCell, Table } from '#ui/data/table.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { ChooseAllCell, ChooseCell } from '#ui/staff-kit/choose-cells.tsx'
import type { Selection } from '#ui/staff-kit/use-selection.ts'
import { DisputeBadge, OrderBadge } from '../../../order/web/order-badge.tsx'
import type { OrderSort, StaffOrderRow } from '../contract.ts'
import { usePaymentWords } from '../payment-words.ts'
import { OrderGoods } from './order-goods.tsx'

type StaffOrderTableProps = {
  rows: readonly StaffOrderRow[]
  selection: Selection<StaffOrderRow>
  sort: OrderSort
  onSort: (sort: OrderSort) => void
  /** Below each order stands what its parcel has. */
  showsGoods: boolean
  linkTo: (id: string) => To
}

/** Order table, one row each; the number opens the order. On phones a single cell replaces the columns. */
export function StaffOrderTable({ rows, selection, sort, onSort, showsGoods, linkTo }: StaffOrderTableProps) {
  const mayPack = useRight('orders.fulfil')
  const unsent = rows.filter(isUnsent)
  return (
    <Table caption="Orders" captionHidden className="max-md:min-w-0!">
      <thead>
        <tr>
          {mayPack && (
            <ChooseAllCell label="Choose all that can be packed or shipped" rows={unsent} selection={selection} />
          )}
          <HeadCell>Order</HeadCell>
          <SortHeadCell
            className="max-md:hidden"
            sorted={sort === 'newest' ? 'descending' : sort === 'oldest' ? 'ascending' : undefined}
            onSort={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}
          >
            Date
          </SortHeadCell>
          <HeadCell className="max-md:hidden">Buyer</HeadCell>
          <HeadCell numeric className="max-md:hidden">
            Pieces
          </HeadCell>
          <SortHeadCell
            numeric
            sorted={sort === 'highest' ? 'descending' : sort === 'lowest' ? 'ascending' : undefined}
            onSort={() => onSort(sort === 'highest' ? 'lowest' : 'highest')}
          >
            Total
          </SortHeadCell>
          <HeadCell className="max-md:hidden">Payment</HeadCell>
          <HeadCell className="max-md:hidden">Status</HeadCell>
          <HeadCell numeric className="max-md:hidden">
            Refunded
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Fragment key={row.id}>
            <Row row={row} selection={mayPack ? selection : undefined} to={linkTo(row.id)} />
            {showsGoods && <OrderGoods row={row} isIndented={mayPack} />}
          </Fragment>
        ))}
      </tbody>
    </Table>
  )
}

/** Its goods can be packed or shipped. */
const isUnsent = ({ canPack, status }: StaffOrderRow) => canPack || status === 'packed'

type RowProps = {
  row: StaffOrderRow
  /** Undefined for staff without the right to pack: the table has no checkboxes. */
  selection: Selection<StaffOrderRow> | undefined
  to: To
}

function Row({ row, selection, to }: RowProps) {
  const { wordOf } = usePaymentWords()
  return (
    <tr className="hover:bg-raised">
      {selection && (
        <ChooseCell
          label={`Choose ${row.reference}`}
          row={row}
          selection={selection}
          isOffered={isUnsent(row)}
          className="max-md:align-top"
        />
      )}
      <Cell className="max-md:align-top">
        <Link
          to={to}
          className="figure inline-flex min-h-9 items-center whitespace-nowrap rounded-sm font-semibold text-base text-signal underline decoration-1 underline-offset-3 hover:decoration-2"
        >
          {row.reference}
        </Link>
        <InOneCell row={row} />
      </Cell>
      <Cell className="whitespace-nowrap text-muted max-md:hidden">
        <time dateTime={row.date}>{formatMoment(new Date(row.date))}</time>
      </Cell>
      <Cell className="max-w-72 max-md:hidden">
        <Buyer row={row} />
      </Cell>
      <Cell numeric className="max-md:hidden">
        <span title={row.names.join(', ')}>{row.pieces}</span>
      </Cell>
      <Cell numeric className="font-semibold max-md:align-top">
        {formatMoney(toCents(row.total))}
        {row.refunded > 0 && (
          <span className="block font-normal text-muted md:hidden">{formatMoney(toCents(-row.refunded))}</span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap max-md:hidden">{wordOf(row.paymentMethod)}</Cell>
      <Cell className="max-md:hidden">
        <Status row={row} />
      </Cell>
      <Cell numeric className="max-md:hidden">
        {row.refunded > 0 ? formatMoney(toCents(row.refunded)) : <span className="text-muted">–</span>}
      </Cell>
    </tr>
  )
}

const Buyer = ({ row: { name, email, state } }: { row: StaffOrderRow }) => (
  <>
    {name && (
      <span className="block truncate font-semibold" title={name}>
        {name}
      </span>
    )}
    <span className="block truncate text-muted" title={email}>
      {email}
      {state && ` · ${state}`}
    </span>
  </>
)

const Status = ({ row }: { row: StaffOrderRow }) => (
  <span className="inline-flex flex-wrap gap-1.5">
    <OrderBadge status={row.status} refunded={row.refunded} />
    <DisputeBadge dispute={row.dispute} />
    {row.refundFailed && <Badge tone="danger">Refund failed</Badge>}
    {row.backordered > 0 && <Badge tone="warning">{row.backordered} sent later</Badge>}
  </span>
)

const InOneCell = ({ row }: { row: StaffOrderRow }) => (
  <span className="flex flex-col items-start gap-1 md:hidden">
    <Status row={row} />
    {row.name ? (
      <span className="text-sm wrap-anywhere">{row.name}</span>
    ) : (
      <EmailText className="text-sm">{row.email}</EmailText>
    )}
    <span className="text-muted text-sm">
      {formatMoment(new Date(row.date))} ·{' '}
      <span className="whitespace-nowrap">
        {row.pieces} {row.pieces === 1 ? 'piece' : 'pieces'}
      </span>
    </span>
  </span>
)
