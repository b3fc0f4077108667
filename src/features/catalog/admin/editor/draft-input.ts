import { numberIn } from '#kernel/values/typed-number.ts'
import { changedFields } from '#ui/staff-kit/record-draft.ts'
import type { NewProduct, ProductChange } from '../../products/product-input.ts'
import { skuOf } from '../../rules.ts'
import type { ProductDraft, VariantDraft } from './product-draft.ts'

/** Empty numbers become 0. A text that is no number becomes NaN, which the schema refuses. */
const numberOf = (text: string) => (text.trim() === '' ? 0 : numberIn(text))
/** An empty sale price or display order becomes null. */
const numberOrNull = (text: string) => (text.trim() === '' ? null : numberOf(text))

const linesOf = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** The request of a draft. An empty category becomes the tier; an empty address is made from the name. */
export function inputOf(draft: ProductDraft): NewProduct {
  return {
    name: draft.name,
    ...(draft.slug.trim() && { slug: draft.slug }),
    description: draft.description,
    tier: draft.tier,
    price: numberOf(draft.price),
    salesPrice: numberOrNull(draft.salesPrice),
    entries: numberOf(draft.entries),
    category: draft.category.trim() || draft.tier,
    displayOrder: numberOrNull(draft.displayOrder),
    isSubscription: draft.isSubscription,
    interval: draft.interval,
    inStock: draft.inStock,
    features: linesOf(draft.features),
    specifications: Object.fromEntries(linesOf(draft.specifications).map(line => splitAt(line, line.indexOf(':')))),
    pictures: draft.pictures.map(({ image, alt }) => ({ image, alt })),
    variants: draft.variants.map(variant => variantInput(draft.name, variant)),
  }
}

const variantInput = (name: string, variant: VariantDraft) => ({
  ...(variant.id && { id: variant.id }),
  sku: variant.sku.trim() || skuOf(name, variant),
  options: {
    ...(variant.size.trim() && { size: variant.size }),
    ...(variant.color.trim() && { color: variant.color }),
  },
  stock: variant.isCounted ? numberIn(variant.stock) : null,
  stockSeen: variant.stockSeen,
  image: variant.image,
})

const splitAt = (line: string, at: number): [string, string] =>
  at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]

/** Sends only changed fields, so that two admins with one product open do not undo each other's edits. */
export function changeOf(draft: ProductDraft, opened: ProductDraft): ProductChange {
  const input = inputOf(draft) as Record<string, unknown>
  return Object.fromEntries(changedFields(draft, opened).map(field => [field, input[field]]))
}
