import { isUuid } from '#platform/values/uuid.ts'
import { type CartItem, lineKeyOf, MAX_LINES, MAX_QUANTITY } from '../cart-item.ts'
import type { SavedItem } from '../contract.ts'

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

/** The lines of a browser's cart that can be saved: catalogue ids, within the limits. */
export const savedItemsOf = (items: readonly CartItem[]): SavedItem[] =>
  items
    .filter(({ id, variantId }) => isUuid(id) && (!variantId || isUuid(variantId)))
    .slice(0, MAX_LINES)
    .map(({ id, variantId, quantity }) => ({ productId: id, ...(variantId && { variantId }), quantity }))

/** Whether two carts are equal, in any order of lines. */
export function isSameCart(one: readonly SavedItem[], other: readonly SavedItem[]): boolean {
  const quantities = quantitiesOf(other)
  return one.length === other.length && one.every(item => quantities.get(keyOf(item)) === item.quantity)
}
