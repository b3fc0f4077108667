import { TIERS } from '#kernel/values/tiers.ts'
import { type CartItem, heldQuantity } from '../cart-item.ts'

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
  const stored = read(text)
  return Array.isArray(stored) && stored.every(isItem) ? stored.filter(item => item.quantity > 0).map(complete) : []
}

function read(text: string): unknown {
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
    quantity: heldQuantity(quantity, { isSubscription }),
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
