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
export type BulkDraft = typeof EMPTY

/** The request of a draft. A text that is no number becomes NaN, which the schema refuses. */
export function bulkChangeOf(draft: BulkDraft): BulkChange {
  const tier = TIERS.find(known => known === draft.tier)
  return {
    ...(draft.price.trim() && { price: numberIn(draft.price) }),
    ...(draft.sale === 'percent' && { salePercent: percentIn(draft.saleValue) }),
    ...(draft.sale === 'price' && { salesPrice: numberIn(draft.saleValue) }),
    ...(draft.sale === 'none' && { salesPrice: null }),
    ...(tier && { tier }),
    ...(draft.category.trim() && { category: draft.category }),
    ...(draft.inStock && { inStock: draft.inStock === 'yes' }),
    ...(draft.order === 'from' && { displayOrder: numberIn(draft.orderFrom) }),
    ...(draft.order === 'none' && { displayOrder: null }),
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
