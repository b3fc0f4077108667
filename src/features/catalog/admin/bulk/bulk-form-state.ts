import { TIERS } from '#kernel/values/tiers.ts'
import { numberIn, percentIn } from '#kernel/values/typed-number.ts'
import type { BulkChange } from '../../products/product-input.ts'

/** A bulk change before anything is typed; an empty field leaves that field of each product unchanged. */
export const EMPTY = {
  price: '',
  sale: '' as '' | 'percent' | 'price' | 'none',
  saleValue: '',
  tier: '',
  category: '',
  inStock: '' as '' | 'yes' | 'no',
  order: '' as '' | 'from' | 'none',
  orderFrom: '',
}
export type BulkFormState = typeof EMPTY

/** The request of a form. A text that is no number becomes NaN, which the schema refuses. */
export function bulkChangeOf(current: BulkFormState): BulkChange {
  const tier = TIERS.find(known => known === current.tier)
  return {
    ...(current.price.trim() && { price: numberIn(current.price) }),
    ...(current.sale === 'percent' && { salePercent: percentIn(current.saleValue) }),
    ...(current.sale === 'price' && { salesPrice: numberIn(current.saleValue) }),
    ...(current.sale === 'none' && { salesPrice: null }),
    ...(tier && { tier }),
    ...(current.category.trim() && { category: current.category }),
    ...(current.inStock && { inStock: current.inStock === 'yes' }),
    ...(current.order === 'from' && { displayOrder: numberIn(current.orderFrom) }),
    ...(current.order === 'none' && { displayOrder: null }),
  }
}

/** A value of a field as staff read it. */
export function bulkValue(field: string, value: unknown): string {
  if (value === null) return field === 'displayOrder' ? 'random' : 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return (field === 'price' || field === 'salesPrice') && typeof value === 'number'
    ? `$${value.toFixed(2)}`
    : String(value)
}
