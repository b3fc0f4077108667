import { type Cents, formatMoney } from '#kernel/values/money.ts'
import { classNames } from '../class-names.ts'

const SIZES = { sm: 'text-lg', md: 'text-xl', lg: 'text-3xl' }

type PriceProps = {
  /** The current price. */
  cents: Cents
  /** The original price, struck through; hidden when not above `cents`. */
  originalCents?: Cents | null
  /** After the amount: "/ month". */
  per?: string
  size?: keyof typeof SIZES
  className?: string
}

/** A price, with the original struck through on sale. Screen readers get both in words. */
export function Price({ cents, originalCents, per, size = 'md', className }: PriceProps) {
  const onSale = originalCents != null && originalCents > cents
  return (
    <span className={classNames('figure inline-flex flex-wrap items-baseline gap-x-2', className)}>
      <span className={classNames('font-semibold', SIZES[size], onSale && 'text-signal')}>
        {onSale && <span className="sr-only">Sale price </span>}
        {formatMoney(cents)}
        {per && <span className="ml-1 text-muted text-sm"> {per}</span>}
      </span>
      {onSale && (
        <s className="text-base text-muted">
          <span className="sr-only">, original price </span>
          {formatMoney(originalCents)}
        </s>
      )}
    </span>
  )
}
