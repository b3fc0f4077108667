import { openCart, useCart } from '#features/cart/cart.ts'
import { cartCount } from '#features/cart/cart-item.ts'
import { IconButton } from '#ui/buttons/icon-button.tsx'

/** The number of units in the cart, as a number and in words. */
export function useCartCount(): { count: number; words: string } {
  const count = cartCount(useCart())
  return { count, words: count === 1 ? '1 item' : `${count} items` }
}

/** Opens the cart drawer; its badge shows the number of units. */
export function CartButton() {
  const { count, words } = useCartCount()
  return (
    <IconButton icon="cart" count={count} label={`Open cart, ${words}`} aria-haspopup="dialog" onClick={openCart} />
  )
}
