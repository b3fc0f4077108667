import { classNames } from '#ui/class-names.ts'

/** So few that it helps to know; above it a number would only push. */
const FEW = 5

/** How much is there, in words: "In stock", "Only 3 left", "Out of stock". */
function stockWords(inStock: boolean, left: number | null): string {
  if (!inStock) return 'Out of stock'
  return left !== null && left <= FEW ? `Only ${left} left` : 'In stock'
}

/** The stock as it is, told in words; the square before it only helps the eye. */
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
