import { jsonIn, type TextStorage } from '#kernel/client/storage/browser-storage.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { type CartItem, MAX_LINES } from '../cart-item.ts'
import type { SavedItem } from '../contract.ts'

const KNOWN = 'redoubt.cart-known'

/** The cart at the last sync of browser and account, and the account's user. */
export type KnownCart = {
  userId: string
  revision: number
  items: SavedItem[]
  /** The items of a save without a response yet: a page that is left never gets one. */
  sent?: SavedItem[]
  /** Units that this browser removed since, because they were paid for. The settlement removes them from the account's cart too. */
  bought?: SavedItem[]
}

export const knownCart = (storage: TextStorage) => (jsonIn(storage, KNOWN) ?? undefined) as KnownCart | undefined
export const keepKnownCart = (storage: TextStorage, known: KnownCart) => storage.setItem(KNOWN, JSON.stringify(known))
export const forgetKnownCart = (storage: TextStorage) => storage.removeItem(KNOWN)

/** Notes paid lines, so that the next sync counts their removal once. Does nothing in a browser that has not synced. */
export function noteBought(storage: TextStorage, lines: readonly CartItem[]): void {
  const known = knownCart(storage)
  if (known) keepKnownCart(storage, { ...known, bought: [...(known.bought ?? []), ...savedItemsOf(lines)] })
}

/** The lines of a browser's cart that can be saved: catalogue ids, within the limits. */
export const savedItemsOf = (items: readonly CartItem[]): SavedItem[] =>
  items
    .filter(({ id, variantId }) => isUuid(id) && (!variantId || isUuid(variantId)))
    .slice(0, MAX_LINES)
    .map(({ id, variantId, quantity }) => ({ productId: id, ...(variantId && { variantId }), quantity }))
