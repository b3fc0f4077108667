import { classNames } from '#ui/class-names.ts'

/** Shows the number left only up to this limit; above it a number would only push the shopper. */
const FEW = 5

/** Stock in words: "In stock", "Only 3 left", "Out of stock". */
function stockWords(inStock: boolean, left: number | null): string {
  if (!inStock) return 'Out of stock'
  return left !== null && left <= FEW ? `Only ${left} left` : 'In stock'
}

/** The stock in words; the square before them is decoration. */
export function StockLabel({ inStock, left }: { inStock: boolean; left: number | null }) {
  const few = inStock && left !== null && left <= FEW
  const hue = few ? 'text-warning' : inStock ? 'text-success' : 'text-muted'
  return (
    <span className={classNames('inline-flex items-center gap-2 text-sm', hue)}>
      <span aria-hidden="true" className={classNames('size-2 border border-current', inStock && 'bg-current')} />
      {stockWords(inStock, left)}
    </span>
  )
}
