import { valuesOf } from '../products/product-fields.ts'
import type { BulkChange, BulkEffect, ProductChange } from '../products/product-input.ts'
import { isSalePriceFine, SALE_PRICE_PROBLEM } from '../rules.ts'
import type { AdminProduct } from './admin-contract.ts'

/** Effect of the change on each product, in the order of selection. */
export type PlannedEffect = BulkEffect & { input: ProductChange }

/**
 * Computes the effect of a bulk change on each product, both for the preview and for applying it.
 * @param taken display orders of the products that were not chosen.
 */
export function bulkEffects(products: readonly AdminProduct[], change: BulkChange, taken: ReadonlySet<number>) {
  const orders = displayOrders(products.length, change.displayOrder, taken)
  return products.map((product, at): PlannedEffect => {
    const wanted = wantedOf(product, change, orders[at])
    const changes = (Object.keys(wanted) as (keyof typeof wanted)[])
      .map(field => ({ field, before: valuesOf(product)[field], after: wanted[field] }))
      .filter(({ before, after }) => after !== undefined && before !== after)
    const input: ProductChange = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
    const price = input.price ?? product.price
    const sale = input.salesPrice === undefined ? product.salesPrice : input.salesPrice
    const problem = isSalePriceFine(price, sale) ? null : SALE_PRICE_PROBLEM
    return { id: product.id, name: product.name, changes, problem, input }
  })
}

function wantedOf(product: AdminProduct, change: BulkChange, displayOrder: number | null | undefined) {
  const { price, tier, category, inStock, salePercent } = change
  const salesPrice = salePercent === undefined ? change.salesPrice : percentBelow(price ?? product.price, salePercent)
  return { price, salesPrice, tier, category, inStock, displayOrder }
}

/** Dollars, rounded to whole cents. */
const percentBelow = (price: number, percent: number) =>
  Math.round(Math.round(price * 100) * ((100 - percent) / 100)) / 100

/** The first free display orders, from `first` on; null and undefined apply to all products alike. */
function displayOrders(count: number, first: number | null | undefined, taken: ReadonlySet<number>) {
  if (first === null || first === undefined) return Array.from({ length: count }, () => first)
  const orders: number[] = []
  for (let order = first; orders.length < count; order++) if (!taken.has(order)) orders.push(order)
  return orders
}
