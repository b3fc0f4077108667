import { ApiError } from '#kernel/client/calls/api-error.ts'
import type { TextStorage } from '#kernel/client/storage/browser-storage.ts'
import { type CartItem, lineKeyOf, MAX_LINES, MAX_QUANTITY } from '../cart-item.ts'
import type { SavedCart, SavedItem } from '../contract.ts'
import type { createCartStore } from './cart-store.ts'
import { forgetKnownCart, type KnownCart, keepKnownCart, knownCart, savedItemsOf } from './known-cart.ts'

/** Debounce: five clicks on + are one save. */
const SAVE_AFTER_MS = 800

type Options = {
  userId: string
  store: Pick<ReturnType<typeof createCartStore>, 'get' | 'replace' | 'subscribe' | 'isVerifying'>
  storage: TextStorage
  /** The account's cart. */
  read: () => Promise<SavedCart>
  /** @throws ApiError `cart_changed` with the account's cart in its details. */
  write: (cart: { items: SavedItem[]; revision: number }) => Promise<SavedCart>
  /** Cart lines of saved items; products that have left the store are left out. */
  lookUp: (items: readonly SavedItem[]) => Promise<CartItem[]>
  /** Runs the work exclusively across all tabs of this browser, so that each run begins with the result of the last. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Syncs the cart of this browser with that of the signed-in account. Reads and saves nothing while a payment is verified. Failed
 * calls are silent: the next change or check retries.
 */
export function followSavedCart({ userId, store, storage, read, write, lookUp, alone }: Options) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let agreed = false
  /** The account's cart must be read before the next save: it was not read yet, or a payment is removing bought lines. */
  let behind = true
  const mine = () => savedItemsOf(store.get())

  const known = () => knownCart(storage)
  function remember({ items, revision }: SavedCart) {
    agreed = true
    keepKnownCart(storage, { userId, items, revision })
  }
  /** True after `stop`, during payment verification, and when another tab signed out, so that the sync state is gone or another user's. */
  const isOver = () => stopped || store.isVerifying() || (agreed && known()?.userId !== userId)

  /** Lines that another account left in this browser are not merged; only lines added since are. */
  function merged(saved: SavedCart): SavedItem[] {
    const last = known()
    if (last?.userId === userId) return mergeCarts(mine(), saved.items, agreedOn(last, saved))
    return mergeCarts(last ? addedSince(mine(), last.items) : mine(), saved.items, null)
  }

  async function adopt(saved: SavedCart) {
    const here = new Set(store.get().map(lineKeyOf))
    const found = await lookUp(
      saved.items.filter(({ productId, variantId }) => !here.has(lineKeyOf({ id: productId, variantId }))),
    )
    if (isOver()) return
    // No await follows, so concurrent edits of the shopper are included.
    const lines = new Map([...found, ...store.get()].map(line => [lineKeyOf(line), line]))
    const items = merged(saved).flatMap(({ productId, variantId, quantity }) => {
      const line = lines.get(lineKeyOf({ id: productId, variantId }))
      return line ? [{ ...line, quantity }] : []
    })
    remember(saved)
    if (!isSameCart(mine(), savedItemsOf(items))) store.replace(items)
  }

  async function save() {
    const last = known()
    const items = mine()
    // Before the first check there is no sync state, and that check saves the browser's cart.
    if (isOver() || last?.userId !== userId || isSameCart(items, last.items)) return
    keepKnownCart(storage, { ...last, sent: items })
    try {
      remember(await write({ items, revision: last.revision }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'cart_changed') throw error
      await adopt(error.details.cart as SavedCart)
    }
  }

  const attempt = (work: () => Promise<void>) => alone(work).catch(() => undefined)

  /** Reads changes by other devices, then saves local changes. */
  const look = () =>
    attempt(async () => {
      if (isOver()) return
      await adopt(await read())
      behind = isOver()
      await save()
    })
  /** Saves pending changes now. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    return behind ? look() : attempt(save)
  }

  const unsubscribe = store.subscribe(() => {
    clearTimeout(timer)
    behind ||= store.isVerifying()
    timer = setTimeout(() => void flush(), SAVE_AFTER_MS)
  })
  return {
    flush,
    look,
    /** Sign-out: deletes the sync state of the account's cart. */
    forget: () => forgetKnownCart(storage),
    stop() {
      stopped = true
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

/**
 * The last cart of both sides: the sent items if the account has them now, else the last confirmed cart. Bought units that both sides have
 * removed since count as removed before.
 */
function agreedOn({ items, revision, sent, bought = [] }: KnownCart, saved: SavedCart): SavedItem[] {
  if (sent && saved.revision === revision + 1 && isSameCart(sent, saved.items)) return sent
  const [removed, theirs] = [quantitiesOf(bought), quantitiesOf(saved.items)]
  return items.flatMap(item => {
    const left = item.quantity - (removed.get(keyOf(item)) ?? 0)
    const quantity = (theirs.get(keyOf(item)) ?? 0) <= left ? left : item.quantity
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
}

const keyOf = ({ productId, variantId }: SavedItem) => lineKeyOf({ id: productId, variantId })
const quantitiesOf = (items: readonly SavedItem[]) => new Map(items.map(item => [keyOf(item), item.quantity]))

/**
 * Merges two carts of one user, the saved one's lines first.
 * @param mine this browser's cart.
 * @param saved the account's cart.
 * @param known the cart at the last sync: then changes of both sides since count, removals too. Null without a sync, as at sign-in
 *   after shopping as a guest: then the larger quantity of each line counts, so that a shopper never pays for more units than a
 *   cart has shown.
 */
export function mergeCarts(
  mine: readonly SavedItem[],
  saved: readonly SavedItem[],
  known: readonly SavedItem[] | null,
): SavedItem[] {
  const [ours, theirs, before] = [quantitiesOf(mine), quantitiesOf(saved), quantitiesOf(known ?? [])]
  const lines = new Map([...saved, ...mine].map(item => [keyOf(item), item]))
  return [...lines]
    .map(([key, item]) => {
      const [our, their] = [ours.get(key) ?? 0, theirs.get(key) ?? 0]
      const quantity = known ? their + our - (before.get(key) ?? 0) : Math.max(our, their)
      return { ...item, quantity: Math.min(MAX_QUANTITY, quantity) }
    })
    .filter(item => item.quantity > 0)
    .slice(0, MAX_LINES)
}

/** Units added to a cart since `known`; removals are ignored. */
export const addedSince = (items: readonly SavedItem[], known: readonly SavedItem[]) => mergeCarts(items, [], known)

/** Whether two carts are equal, in any order of lines. */
export function isSameCart(one: readonly SavedItem[], other: readonly SavedItem[]): boolean {
  const quantities = quantitiesOf(other)
  return one.length === other.length && one.every(item => quantities.get(keyOf(item)) === item.quantity)
}
