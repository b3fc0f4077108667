import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { classNames } from '#ui/class-names.ts'
import { TierBadge } from '#ui/money/tier-badge.tsx'

type Parts = {
  subtotal: number
  discount: number
  fee: { amount: number }
  shipping: number
  tax: number
  total: number
}

type PricePartsProps = {
  price: Parts
  /** Suffix of the total, such as "/ month". */
  per?: string | undefined
  /** Refunded dollars of the total. */
  refunded?: number
  /** The codes behind the discount. */
  codes?: readonly string[]
}

/** The parts of a price, for a quote or an order. */
export function PriceParts({ price, per, refunded = 0, codes = [] }: PricePartsProps) {
  return (
    <dl className="flex flex-col gap-1.5">
      <Part name="Subtotal" dollars={price.subtotal} />
      <Part name={codes.length > 0 ? `Discount (${codes.join(', ')})` : 'Discount'} dollars={-price.discount} />
      <Part name="Merchant Platform Fee" dollars={price.fee.amount} />
      <Part name="Shipping" dollars={price.shipping} />
      <Part name="Tax" dollars={price.tax} />
      <div className="mt-2 flex items-baseline justify-between gap-4 border-line border-t pt-3">
        <dt className="label">Total</dt>
        <dd className="figure font-semibold text-3xl">
          {formatMoney(toCents(price.total))}
          {per && <span className="text-base text-muted"> {per}</span>}
        </dd>
      </div>
      {refunded > 0 && (
        <>
          <Part name="Refunded" dollars={-refunded} />
          <Part name="Paid after refunds" dollars={price.total - refunded} />
        </>
      )}
    </dl>
  )
}

function Part({ name, dollars }: { name: string; dollars: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 text-muted wrap-anywhere">{name}</dt>
      <dd className="tabular-nums">{formatMoney(toCents(dollars) || 0)}</dd>
    </div>
  )
}

/** Credits of an order by tier; renders nothing without credits. */
export function EarnedCredits({ entries, className }: { entries: Record<Tier, number>; className?: string }) {
  const earned = TIERS.filter(tier => entries[tier] > 0)
  if (earned.length === 0) return null
  return (
    <ul className={classNames('flex flex-wrap gap-x-5 gap-y-2', className)}>
      {earned.map(tier => (
        <li key={tier} className="inline-flex items-center gap-2">
          <span className="figure font-semibold text-xl">{entries[tier]}</span>
          <TierBadge tier={tier} plain />
        </li>
      ))}
    </ul>
  )
}
