import { browserStorage } from '#kernel/client/storage/browser-storage.ts'
import { createStore, useStore } from '#kernel/client/store.ts'
import { toast } from '#ui/feedback/toast.ts'
import { type CartItem, MAX_QUANTITY } from '../cart-item.ts'
import { createCartStore } from './cart-store.ts'

const NOTHING: readonly CartItem[] = []

/** The cart of this browser. */
export const cart = createCartStore(browserStorage)
if (typeof window !== 'undefined') window.addEventListener('storage', event => cart.storageChanged(event.key))

/** The lines of the cart; empty in the server's rendering, so that the HTML can be cached for all visitors. */
export const useCart = () => useStore(cart, NOTHING)

const isOpen = createStore(() => false)

export const openCart = () => isOpen.set(true)
export const closeCart = () => isOpen.set(false)

export const useCartOpen = () => useStore(isOpen, false)

/** @param afterMs delays the drawer. */
export function addToCart(item: CartItem, afterMs = 0) {
  if (!cart.add(item))
    toast.info(
      item.left && item.left < MAX_QUANTITY
        ? onlyLeft(item.left)
        : `You can order at most ${MAX_QUANTITY} of one thing.`,
    )
  if (afterMs > 0) setTimeout(openCart, afterMs)
  else openCart()
}

/** "Only 3 left. Your cart has all of them." */
const onlyLeft = (left: number) => `Only ${left} left. Your cart has ${left === 1 ? 'it' : 'all of them'}.`

/** @param key from `lineKeyOf`. Zero or less removes the line. */
export const setQuantity = cart.setQuantity
export const removeFromCart = (key: string) => cart.setQuantity(key, 0)
