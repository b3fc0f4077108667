import { type CartItem, heldQuantity, lineKeyOf } from './cart-item.ts'
import { parseCart } from './stored-cart.ts'

const CART = 'redoubt.cart'
/** Says that the saved cart was bought, so that a copy left over anywhere is not restored. */
const CLEARED = 'redoubt.cart-cleared'
/** The payment that emptied the cart last. */
export const PURCHASED = 'redoubt.cart-purchased'

export type CartStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The cart of one browser, saved in its storage. A store for `useSyncExternalStore`.
 * Storage that is full or forbidden is no reason to lose the cart of this page, so failures to save are passed over.
 */
export function createCartStore(storage: CartStorage) {
  const listeners = new Set<() => void>()
  let items: readonly CartItem[] | undefined
  let verifying = false

  const read = () => (items ??= restore(storage))

  function become(next: readonly CartItem[]) {
    items = next
    if (!verifying) save(storage, next)
    for (const listener of listeners) listener()
  }

  return {
    read,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /**
     * Adds pieces; a line that is there already grows and takes the newer price. A membership takes the place of another,
     * as one can only be bought at a time.
     */
    add(item: CartItem) {
      const key = lineKeyOf(item)
      const lines = read().filter(line => !(item.isSubscription && line.isSubscription && lineKeyOf(line) !== key))
      const there = lines.find(line => lineKeyOf(line) === key)
      const line = { ...item, quantity: heldQuantity((there?.quantity ?? 0) + item.quantity, item) }
      become(there ? lines.map(other => (other === there ? line : other)) : [...lines, line])
    },
    /** Zero or less removes the line. */
    setQuantity(key: string, quantity: number) {
      if (quantity <= 0) become(read().filter(line => lineKeyOf(line) !== key))
      else
        become(
          read().map(line => (lineKeyOf(line) === key ? { ...line, quantity: heldQuantity(quantity, line) } : line)),
        )
    },
    /** Takes the prices and names of a newer quote into the cart. */
    refresh: (change: (item: CartItem) => CartItem) => become(read().map(change)),
    /** Puts a removed line back where it was; one that was added again meanwhile stays as it is. */
    insert(item: CartItem, at: number) {
      const key = lineKeyOf(item)
      if (!read().some(line => lineKeyOf(line) === key)) become(read().toSpliced(at, 0, item))
    },
    /** Takes over a whole cart, as it was saved for the account; of memberships the last stays. Not while a payment is verified. */
    replace(next: readonly CartItem[]) {
      const membership = next.findLast(line => line.isSubscription)
      if (!verifying) become(next.filter(line => !line.isSubscription || line === membership))
    },
    /** Empties the cart by hand. While a payment is verified it does nothing, as specified. */
    clear: () => verifying || become([]),
    /** While a payment is verified nothing is saved or cleared: what was paid for must still be known. */
    setVerifying(now: boolean) {
      if (now === verifying) return
      verifying = now
      if (!verifying) save(storage, read())
      for (const listener of listeners) listener()
    },
    isVerifying: () => verifying,
    /**
     * These lines were paid for: they leave the cart, and no saved copy of it comes back. Once for each payment, so that a
     * reload of the result does not take what was put in since.
     */
    markPurchased(paymentId: string, isBought: (item: CartItem) => boolean = () => true) {
      verifying = false
      if (attempt(() => storage.getItem(PURCHASED)) === paymentId) return
      become(read().filter(line => !isBought(line)))
      attempt(() => storage.setItem(PURCHASED, paymentId))
      if (items?.length === 0) attempt(() => storage.setItem(CLEARED, 'true'))
    },
    /** Another tab changed the cart. `key` is null when the whole storage was cleared. */
    storageChanged(key: string | null) {
      if (key !== null && key !== CART && key !== CLEARED) return
      items = restore(storage)
      for (const listener of listeners) listener()
    },
  }
}

function restore(storage: CartStorage): readonly CartItem[] {
  return attempt(() => (storage.getItem(CLEARED) ? [] : parseCart(storage.getItem(CART)))) ?? []
}

function save(storage: CartStorage, items: readonly CartItem[]) {
  attempt(() => {
    if (items.length === 0) storage.removeItem(CART)
    else {
      // In this order: whoever reads in between sees a bought cart as empty, never as still to be paid.
      storage.setItem(CART, JSON.stringify(items))
      storage.removeItem(CLEARED)
    }
  })
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
