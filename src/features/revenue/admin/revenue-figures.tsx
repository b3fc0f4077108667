import type { ReactNode } from 'react'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Stat } from '#ui/data/stat.tsx'
import type { Figures, Revenue } from '../contract.ts'

const money = (dollars: number) => formatMoney(toCents(dollars))

/** Equal to the server's `average_order_value`, for days that are no fixed period. */
const averageOf = ({ orders, total, refunds }: Figures) =>
  orders === 0 ? 0 : Math.round((toCents(total) - toCents(refunds.total)) / orders) / 100

type MainFiguresProps = {
  /** Figures of a period; undefined for other days, and after a failed load, which shows 0 everywhere. */
  revenue: Revenue | undefined
  sums: Figures | undefined
}

/** Total revenue, order count and average value, and the composition of the revenue. */
export function MainFigures({ revenue, sums }: MainFiguresProps) {
  const total = revenue?.total_revenue ?? sums?.net ?? 0
  const orders = revenue?.total_orders ?? sums?.orders ?? 0
  const average = revenue?.average_order_value ?? (sums ? averageOf(sums) : 0)
  return (
    <section aria-label="Revenue" className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2">
        <Stat label="Total revenue" value={money(total)} signal />
        <Stat label="Total orders" value={orders.toLocaleString('en-US')} />
        <Stat label="Average order value" value={money(average)} />
      </dl>
      <p className="max-w-prose text-muted text-sm">
        Total revenue is what was charged for orders and membership renewals (fees, shipping and taxes included), less
        refunds and chargebacks. The average leaves renewals out.
      </p>
    </section>
  )
}

/** All parts of the revenue: sales, discounts, fees with their owners, refunds. */
export function PartFigures({ sums }: { sums: Figures }) {
  const { refunds, renewals, fees } = sums
  return (
    <section aria-label="What it is made of">
      <dl className="grid gap-x-8 border-line border-t sm:grid-cols-2 xl:grid-cols-3">
        <Part
          label="Goods and memberships"
          note={`${sums.pieces.toLocaleString('en-US')} pieces`}
          value={sums.subtotal}
        />
        <Part label="Discounts" value={-sums.discount} />
        <Part
          label="Merchant platform fees"
          note={`Client ${money(fees.clientShare)}, platform ${money(fees.platformShare)}`}
          value={fees.amount}
        />
        <Part label="Shipping" value={sums.shipping} />
        <Part label="Taxes" value={sums.tax} />
        <Part label="Orders" note="As they were paid" value={sums.total} isSum />
        <Part
          label="Renewals"
          note={renewals.count === 1 ? '1 payment' : `${renewals.count.toLocaleString('en-US')} payments`}
          value={renewals.total}
        />
        <Part label="Refunds" note={<RefundParts refunds={refunds} />} value={-refunds.total} />
        <Part
          label="Chargebacks"
          note={`Dispute fees of ${money(sums.disputes.fees)} are not in the net`}
          value={-sums.disputes.total}
        />
        <Part label="Net" note="Orders and renewals less refunds and chargebacks" value={sums.net} isSum />
      </dl>
    </section>
  )
}

type PartProps = { label: string; value: number; note?: ReactNode; isSum?: boolean }

function Part({ label, value, note, isSum = false }: PartProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-line border-b py-2.5">
      <dt className="min-w-0">
        <span className={isSum ? 'font-semibold' : undefined}>{label}</span>
        {note && <span className="block text-muted text-sm">{note}</span>}
      </dt>
      {/* Avoids "-0". */}
      <dd className={`figure shrink-0 text-lg ${isSum ? 'font-semibold' : ''}`}>{money(value || 0)}</dd>
    </div>
  )
}

function RefundParts({ refunds }: { refunds: Figures['refunds'] }) {
  if (refunds.count === 0) return 'None'
  const { count, subtotal, discount, fees, shipping, tax } = refunds
  const parts = [
    ['goods', subtotal - discount],
    ['fees', fees.amount],
    ['shipping', shipping],
    ['taxes', tax],
  ] as const
  const words = parts.filter(([, amount]) => amount > 0).map(([name, amount]) => `${name} ${money(amount)}`)
  return `${count.toLocaleString('en-US')}: ${words.join(', ')}`
}
