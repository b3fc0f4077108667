import { IconButton } from '#ui/buttons/icon-button.tsx'
import { OrderButtons } from '#ui/editing/order-buttons.tsx'

type MoveButtonsProps = {
  /** Of the list, unique on the page. */
  list: string
  /** What is moved: "clause 2". */
  name: string
  at: number
  count: number
  onMove: (to: number) => void
  /** Left out for what cannot be removed. */
  onRemove?: (() => void) | undefined
}

/** Moves an item of a list by one place, and removes it. */
export const MoveButtons = ({ onRemove, ...order }: MoveButtonsProps) => (
  <span className="flex shrink-0">
    <OrderButtons {...order} />
    {onRemove && <IconButton icon="trash" label={`Remove ${order.name}`} onClick={onRemove} />}
  </span>
)
