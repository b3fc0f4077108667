import { counted } from '#kernel/values/words/counted.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { bringBack, leftOut, putBack } from './edit-matrix.ts'
import { labelOf, type Matrix, type VariantFormState } from './variant-form-state.ts'

type LeftOutProps = { matrix: Matrix; onChange: (change: (now: Matrix) => Matrix) => void }

/** "4 on hand, 1 held": what a variant still has when it leaves the store. */
const stockInWords = ({ stock, held, isCounted }: Pick<VariantFormState, 'stock' | 'held' | 'isCounted'>) =>
  [isCounted && `${stock || 0} on hand`, held > 0 && `${held} held by orders that are being paid`]
    .filter(Boolean)
    .join(', ')

/** What becomes of the combinations that are not sold, each with a way back. */
export function LeftOut({ matrix, onChange }: LeftOutProps) {
  const { stored, others } = leftOut(matrix)
  const back = (row: VariantFormState, label = labelOf(matrix, row), change = putBack) => (
    <Button
      variant="quiet"
      size="sm"
      aria-label={`${row.id ? 'Keep' : 'Sell'} ${label}`}
      onClick={() => onChange(now => change(now, row.key))}
    >
      {row.id ? 'Keep' : 'Sell'}
    </Button>
  )
  return (
    <>
      {stored.length + matrix.gone.length > 0 && (
        <Notice
          kind="warning"
          title={`${counted(stored.length + matrix.gone.length, 'variant')} will leave the store when you save`}
        >
          <p>
            Existing orders keep them and ship as usual. Their remaining stock is no longer for sale, and carts drop
            them.
          </p>
          <ul>
            {stored.map(row => (
              <li key={row.key} className="flex flex-wrap items-center gap-x-3">
                <span className="font-semibold">{labelOf(matrix, row) || row.sku}</span>
                <span className="text-muted">{stockInWords(row)}</span>
                {back(row)}
              </li>
            ))}
            {matrix.gone.map(({ label, row }) => (
              <li key={row.key} className="flex flex-wrap items-center gap-x-3">
                <span className="font-semibold">{label}</span>
                <span className="text-muted">{stockInWords(row)}</span>
                {back(row, label, bringBack)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {others.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer text-muted">{counted(others.length, 'combination')} not sold</summary>
          <ul className="mt-1 flex flex-wrap gap-x-4">
            {others.map(row => (
              <li key={row.key} className="flex items-center">
                {labelOf(matrix, row)}
                {back(row)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
