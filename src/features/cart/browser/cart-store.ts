import type { TextStorage } from '#kernel/client/storage/browser-storage.ts'
import { createStore } from '#kernel/client/store.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { allowedQuantity, type CartItem, type CartLimit, isLimitOf, lineKeyOf } from '../cart-item.ts'
import { noteBought } from './known-cart.ts'

const CART = 'redoubt.cart'
/** Marks the saved cart as bought, so that no leftover copy is restored. */
const CLEARED = 'redoubt.cart-cleared'
/** The last payment that emptied the cart. */
export const PURCHASED = 'redoubt.cart-purchased'

/** The cart of one browser, saved in its storage. */
export function createCartStore(storage: TextStorage) {
  const { get, set, subscribe } = createStore(() => restore(storage))
  let verifying = false

  function become(next: readonly CartItem[]) {
    if (!verifying) save(storage, next)
    set(next)
  }

  return {
    get,
    subscribe,
    /**
     * Adds units, up to the units left; an existing line grows and takes the newer price. A membership replaces another one, because only one
     * can be bought at a time.
     * @returns true if all units were added.
     */
    add(item: CartItem) {
      const key = lineKeyOf(item)
      const lines = get().filter(line => !(item.isSubscription && line.isSubscription && lineKeyOf(line) !== key))
      const there = lines.find(line => lineKeyOf(line) === key)
      const line = { ...item, quantity: allowedQuantity((there?.quantity ?? 0) + item.quantity, item) }
      become(there ? lines.map(other => (other === there ? line : other)) : [...lines, line])
      return item.isSubscription || line.quantity === (there?.quantity ?? 0) + item.quantity
    },
    /** Zero or less removes the line. The units left may be outdated; the next check tells them. */
    setQuantity(key: string, quantity: number) {
      if (quantity <= 0) become(get().filter(line => lineKeyOf(line) !== key))
      else
        become(
          get().map(line =>
            lineKeyOf(line) === key
              ? { ...line, left: undefined, quantity: allowedQuantity(quantity, { ...line, left: undefined }) }
              : line,
          ),
        )
    },
    /**
     * Takes the answer of a check: each line holds at most the units left, and a line without a limit can be bought.
     * @returns the limits that reduced a line.
     */
    fit<L extends CartLimit>(limits: readonly L[]): L[] {
      const fitted = get().map(line => fittedLine(line, limits))
      const reduced = limits.filter(limit =>
        get().some((line, at) => isLimitOf(limit, line) && fitted[at]!.quantity < line.quantity),
      )
      if (get().some((line, at) => line !== fitted[at])) become(fitted)
      return reduced
    },
    /** Updates the cart with the prices and names of a newer quote. */
    refresh: (change: (item: CartItem) => CartItem) => become(get().map(change)),
    /** Restores a removed line to its position; a line that was added again in between stays. */
    insert(item: CartItem, at: number) {
      const key = lineKeyOf(item)
      if (!get().some(line => lineKeyOf(line) === key)) become(get().toSpliced(at, 0, item))
    },
    /** Replaces the cart with the one saved for the account; keeps only the last membership. Ignored during payment verification. */
    replace(next: readonly CartItem[]) {
      const membership = next.findLast(line => line.isSubscription)
      if (!verifying) become(next.filter(line => !line.isSubscription || line === membership))
    },
    /** Empties the cart. Ignored during payment verification. */
    clear: () => verifying || become([]),
    /** While a payment is verified the cart is neither saved nor cleared, because the bought lines must stay known. */
    setVerifying(now: boolean) {
      if (now === verifying) return
      verifying = now
      if (!verifying) save(storage, get())
      // Another array, so that listeners ask again.
      set([...get()])
    },
    isVerifying: () => verifying,
    /**
     * Removes the bought lines, and prevents that a saved copy restores them. Runs once per payment, so that a reload of the
     * result page does not remove later additions.
     */
    markPurchased(paymentId: string, isBought: (item: CartItem) => boolean = () => true) {
      verifying = false
      if (storage.getItem(PURCHASED) === paymentId) return
      noteBought(storage, get().filter(isBought))
      become(get().filter(line => !isBought(line)))
      storage.setItem(PURCHASED, paymentId)
      if (get().length === 0) storage.setItem(CLEARED, 'true')
    },
    /** Handles a change by another tab. `key` is null when the whole storage was cleared. */
    storageChanged(key: string | null) {
      if (key !== null && key !== CART && key !== CLEARED) return
      set(restore(storage))
    },
  }
}

function fittedLine(line: CartItem, limits: readonly CartLimit[]): CartItem {
  const limit = limits.find(limit => isLimitOf(limit, line))
  const left = !limit ? line.left || undefined : limit.code === 'first_order' ? undefined : limit.left
  const quantity = limit ? allowedQuantity(line.quantity, { ...line, left: limit.left }) : line.quantity
  return left === line.left && quantity === line.quantity ? line : { ...line, left, quantity }
}

const restore = (storage: TextStorage): readonly CartItem[] =>
  storage.getItem(CLEARED) ? [] : parseCart(storage.getItem(CART))

function save(storage: TextStorage, items: readonly CartItem[]) {
  if (items.length === 0) return storage.removeItem(CART)
  // In this order: a concurrent reader sees a bought cart as empty, never as unpaid.
  storage.setItem(CART, JSON.stringify(items))
  storage.removeItem(CLEARED)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A valid line has an id, a name, a numeric price and a numeric quantity. */
const isItem = (
  value: unknown,
): value is Record<string, unknown> & Pick<CartItem, 'id' | 'name' | 'price' | 'quantity'> =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  value.id !== '' &&
  typeof value.name === 'string' &&
  value.name !== '' &&
  Number.isFinite(value.price) &&
  Number.isFinite(value.quantity)

/**
 * Reads a stored cart. Anything but an array of valid lines is dropped whole; lines with a quantity of zero or less are removed;
 * optional fields get defaults.
 * @param text the stored text; null when there is none.
 */
export function parseCart(text: string | null): CartItem[] {
  if (!text) return []
  const stored = parsed(text)
  return Array.isArray(stored) && stored.every(isItem) ? stored.filter(item => item.quantity > 0).map(complete) : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function complete(stored: Record<string, unknown> & Pick<CartItem, 'id' | 'name' | 'price' | 'quantity'>): CartItem {
  const { id, name, price, quantity } = stored
  const isSubscription = stored.isSubscription === true
  return {
    id,
    name,
    price,
    quantity: allowedQuantity(quantity, { isSubscription }),
    ...(Number.isInteger(stored.left) && (stored.left as number) >= 0 && { left: stored.left as number }),
    salesPrice: Number.isFinite(stored.salesPrice) ? (stored.salesPrice as number) : null,
    entries: Number.isInteger(stored.entries) ? (stored.entries as number) : 0,
    tier: TIERS.find(tier => tier === stored.tier) ?? 'Bronze',
    image: typeof stored.image === 'string' ? stored.image : null,
    isSubscription,
    interval: stored.interval === 'year' ? 'year' : 'month',
    ...(typeof stored.variantId === 'string' && { variantId: stored.variantId }),
    ...(isRecord(stored.options) && { options: textsOf(stored.options) }),
  }
}

const textsOf = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
