import { toast } from '#ui/feedback/toast.ts'
import { cart, removeFromCart } from '../browser/cart.ts'
import { type CartItem, lineKeyOf } from '../cart-item.ts'

/** Removes a line at once; the toast offers to undo. */
export function removeLine(item: CartItem) {
  const at = cart.get().findIndex(line => lineKeyOf(line) === lineKeyOf(item))
  removeFromCart(lineKeyOf(item))
  toast(`${item.name} was removed`, { action: { label: 'Undo', onClick: () => cart.insert(item, at) } })
}
