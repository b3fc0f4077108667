import { useSettings } from '#kernel/client/site.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { classNames } from '#ui/class-names.ts'
import { Price } from '#ui/money/price.tsx'
import { type PricedItem, shownPrice } from './shown-price.ts'

type ProductPriceProps = {
  item: PricedItem & { interval?: 'month' | 'year' }
  size?: 'sm' | 'md' | 'lg'
  /** For staff, who set the listed price: the fee stands beside it in every display. */
  isListed?: boolean
  /** Right-aligned, for a column of numbers. */
  isNumeric?: boolean
  className?: string | undefined
}

/** The price of one piece with the fee that is charged with it. Every product price on a screen is one of these. */
export function ProductPrice({ item, size = 'md', isListed = false, isNumeric = false, className }: ProductPriceProps) {
  const rules = useSettings()
  const shown = shownPrice(item, isListed ? { ...rules, pricing: { display: 'apart' } } : rules)
  const per = item.isSubscription && item.interval ? `/ ${item.interval}` : undefined
  return (
    <span
      data-price
      className={classNames('flex flex-col', isNumeric ? 'items-end text-right' : 'items-start', className)}
    >
      <Price size={size} cents={shown.cents} originalCents={shown.originalCents} {...(per && { per })} />
      <FeeNote words={shown.feeNote} />
    </span>
  )
}

/** The amount of a line of the cart, with the fee of its pieces. */
export function LinePrice({ item, quantity }: { item: PricedItem; quantity: number }) {
  const { cents, feeNote } = shownPrice(item, useSettings(), quantity)
  return (
    <span data-price className="ml-auto flex flex-col items-end text-right">
      <span className="figure font-semibold text-lg">{formatMoney(cents)}</span>
      <FeeNote words={feeNote} />
    </span>
  )
}

/** Breaks at the comma only, so that the fallback font has as many lines and the page does not move when the font arrives. */
function FeeNote({ words }: { words: string | null }) {
  if (words === null) return null
  const [first, ...rest] = words.split(/(?<=,) /)
  return (
    <span className="text-balance text-muted text-sm">
      {rest.length === 0 ? (
        words
      ) : (
        <>
          <span className="whitespace-nowrap">{first}</span> <span className="whitespace-nowrap">{rest.join(' ')}</span>
        </>
      )}
    </span>
  )
}
