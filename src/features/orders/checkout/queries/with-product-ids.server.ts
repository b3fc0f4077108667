import { readProductIdsNamed } from '#features/catalog/queries/prices.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { refuse } from '#platform/errors.ts'
import type { CheckoutItem } from '../contract.ts'

/** An item with the id of its product; empty when the store has no product of its name. */
export type NamedItem = CheckoutItem & { productId: string }

/**
 * Finds the products of items that give a name instead of an id: `{ name, price, quantity, tier, interval }`.
 * @throws invalid_input for a name of several products.
 */
export async function withProductIds(ctx: DataContext, items: readonly CheckoutItem[]): Promise<NamedItem[]> {
  const names = items.flatMap(({ productId, name }) => (productId === undefined && name !== undefined ? [name] : []))
  const ids = await readProductIdsNamed(ctx, names)
  return items.map((item, at) => {
    if (item.productId !== undefined) return { ...item, productId: item.productId }
    const [id = '', ...others] = ids.get(item.name ?? '') ?? []
    if (others.length > 0)
      throw refuse(
        'invalid_input',
        {},
        { [`items.${at}.productId`]: ['Several products have this name. Give the id of one.'] },
      )
    return { ...item, productId: id }
  })
}
