import { numberIn } from '#kernel/values/typed-number.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { emptyPrices, setCells } from './matrix/cells.ts'
import { labelOf } from './matrix/variant-form-state.ts'
import type { ProductFormState } from './product-form-state.ts'

type FreeDialogProps = {
  current: ProductFormState
  /** Saves the changed form. */
  onAnswer: (change: (now: ProductFormState) => ProductFormState) => void
  onClose: () => void
}

const SHOWN = 12

const withPrices =
  (text: string | null) =>
  (now: ProductFormState): ProductFormState => ({
    ...now,
    variants: setCells(
      now.variants,
      emptyPrices(now.variants).map(({ key }) => ({ key, column: 'price', text })),
    ),
  })

/** Asks whether prices that were left empty are meant to be free. */
export function FreeDialog({ current, onAnswer, onClose }: FreeDialogProps) {
  const isOwnEmpty = current.price.trim() === ''
  const labels = emptyPrices(current.variants).map(row => labelOf(current.variants, row))
  const price = numberIn(current.price)
  const empty = [...(isOwnEmpty ? ['Price'] : []), ...labels.map(label => `Price of ${label}`)]
  return (
    <Dialog
      size="sm"
      onOpenChange={onClose}
      title="Free?"
      description={empty.length === 1 ? `${empty[0]} is empty.` : `${empty.length} prices are empty.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep editing
          </Button>
          <Button
            variant="secondary"
            onClick={() => onAnswer(now => ({ ...withPrices('0')(now), ...(isOwnEmpty && { price: '0' }) }))}
          >
            Free, save
          </Button>
          {price > 0 && <Button onClick={() => onAnswer(withPrices(null))}>Product’s price, save</Button>}
        </>
      }
    >
      {empty.length > 1 && (
        <ul className="mb-3 list-inside list-disc text-sm">
          {empty.slice(0, SHOWN).map(one => (
            <li key={one}>{one}</li>
          ))}
          {empty.length > SHOWN && <li>and {empty.length - SHOWN} more</li>}
        </ul>
      )}
      <p className="text-sm">
        {price > 0
          ? 'Sell at the product’s price, or give it away? The credits of what is free cost nothing.'
          : 'The credits of a free product cost nothing.'}
      </p>
    </Dialog>
  )
}
