import { openCart, useCart } from '#features/cart/cart.ts'
import { cartCount } from '#features/cart/cart-item.ts'
import { IconButton } from '#ui/icon-button.tsx'

/** How many pieces are in the cart, and the same in words. */
export function useCartCount(): { count: number; words: string } {
  const count = cartCount(useCart())
  return { count, words: count === 1 ? '1 item' : `${count} items` }
}

/** Opens the cart's drawer; the number at its corner is that of the pieces. */
export function CartButton() {
  const { count, words } = useCartCount()
  return (
    <IconButton icon="cart" count={count} label={`Open cart, ${words}`} aria-haspopup="dialog" onClick={openCart} />
  )
}
