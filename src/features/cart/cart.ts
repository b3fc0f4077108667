import { useSyncExternalStore } from 'react'
import { browserStorage } from '#kernel/client/storage/browser-storage.ts'
import { createCartStore } from './browser/cart-store.ts'
import type { CartItem } from './cart-item.ts'

const NOTHING: readonly CartItem[] = []

/** The cart of this browser. */
export const cart = createCartStore(browserStorage)
if (typeof window !== 'undefined') window.addEventListener('storage', event => cart.storageChanged(event.key))

/** The lines of the cart; empty in the server's rendering, so that the HTML can be cached for all visitors. */
export const useCart = () => useSyncExternalStore(cart.subscribe, cart.read, () => NOTHING)

const openListeners = new Set<() => void>()
let open = false

function setOpen(next: boolean) {
  if (next === open) return
  open = next
  for (const listener of openListeners) listener()
}

export const openCart = () => setOpen(true)
export const closeCart = () => setOpen(false)

export const useCartOpen = () =>
  useSyncExternalStore(
    listener => {
      openListeners.add(listener)
      return () => void openListeners.delete(listener)
    },
    () => open,
    () => false,
  )

export function addToCart(item: CartItem) {
  cart.add(item)
  openCart()
}

/** @param key from `lineKeyOf`. Zero or less removes the line. */
export const setQuantity = cart.setQuantity
export const removeFromCart = (key: string) => cart.setQuantity(key, 0)
