import { isUuid } from '#platform/uuid.ts'
import { type CartItem, lineKeyOf, MAX_LINES, MAX_QUANTITY } from './cart-item.ts'
import type { SavedItem } from './contract.ts'

const keyOf = ({ productId, variantId }: SavedItem) => lineKeyOf({ id: productId, variantId })
const quantitiesOf = (items: readonly SavedItem[]) => new Map(items.map(item => [keyOf(item), item.quantity]))

/**
 * Two carts of one person as one, the saved one's lines first.
 * @param mine this browser's. @param saved the account's.
 * @param known what both were when they last agreed: then what changed on either side since counts, removals too. Null when they
 * never did, as at sign-in after shopping as a guest: then the larger quantity stands, so that nobody pays for more of a
 * thing than they have seen in a cart.
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

/** What was put into a cart since it was as known; what left it is no matter. */
export const addedSince = (items: readonly SavedItem[], known: readonly SavedItem[]) => mergeCarts(items, [], known)

/** What of a browser's cart can be saved: the catalogue's ids, within the limits. */
export const savedItemsOf = (items: readonly CartItem[]): SavedItem[] =>
  items
    .filter(({ id, variantId }) => isUuid(id) && (!variantId || isUuid(variantId)))
    .slice(0, MAX_LINES)
    .map(({ id, variantId, quantity }) => ({ productId: id, ...(variantId && { variantId }), quantity }))

/** Whether two carts hold the same, in whatever order. */
export function isSameCart(one: readonly SavedItem[], other: readonly SavedItem[]): boolean {
  const quantities = quantitiesOf(other)
  return one.length === other.length && one.every(item => quantities.get(keyOf(item)) === item.quantity)
}
