import { randomId } from '#kernel/client/calls/idempotency-key.ts'
import { numberIn } from '#kernel/values/typed-number.ts'
import { changedFields } from '#ui/staff-kit/record-draft.ts'
import {
  BLANK,
  FIELD_NAMES,
  LABELS,
  type TypedValues,
  typedValues,
  valuesOf,
  valuesOfTyped,
} from '../../products/product-fields.ts'
import type { NewProduct, ProductChange } from '../../products/product-input.ts'
import { skuOf } from '../../rules.ts'
import type { AdminProduct } from '../admin-contract.ts'

export type PictureDraft = { image: string; src: string; alt: string }

export type VariantDraft = {
  /** Key within this form only, so that a row keeps its fields when rows are added or removed. */
  key: string
  id: string | null
  sku: string
  size: string
  color: string
  /** False: sold without limit. */
  isCounted: boolean
  stock: string
  stockSeen: number | null
  held: number
  image: string | null
}

/** A product as typed. */
export type ProductDraft = TypedValues & {
  pictures: PictureDraft[]
  variants: VariantDraft[]
}

/** Leaves the stock empty: a prefilled number would be wrong without being noticed. */
export const newVariant = (isCounted = true): VariantDraft => ({
  key: randomId(),
  id: null,
  sku: '',
  size: '',
  color: '',
  isCounted,
  stock: '',
  stockSeen: null,
  held: 0,
  image: null,
})

/** The form of a product, or of a new one. */
export function draftOf(product: AdminProduct | null): ProductDraft {
  if (!product)
    return {
      ...BLANK,
      pictures: [],
      variants: [newVariant()],
    }
  return {
    ...typedValues(valuesOf(product)),
    pictures: product.pictures.map(({ image, src, alt }) => ({ image, src, alt })),
    variants: product.variants.map(({ id, sku, options, stockOnHand, held, image }) => ({
      key: id,
      id,
      sku,
      size: options.size ?? '',
      color: options.color ?? '',
      isCounted: stockOnHand !== null,
      stock: String(stockOnHand ?? ''),
      stockSeen: stockOnHand,
      held,
      image,
    })),
  }
}

export const DRAFT_NAMES: Record<keyof ProductDraft, string> = {
  ...(Object.fromEntries(FIELD_NAMES.map(name => [name, LABELS[name].toLowerCase()])) as typeof LABELS),
  pictures: 'pictures',
  variants: 'variants',
}

/** Effect of ticking "Subscription": memberships have no stock, so a new one is not asked for any. */
export const withSubscription = (draft: ProductDraft, isSubscription: boolean): Partial<ProductDraft> => ({
  isSubscription,
  variants: draft.variants.map(variant =>
    variant.id === null && variant.stock === '' ? { ...variant, isCounted: !isSubscription } : variant,
  ),
})

/** The draft with other pictures. A variant keeps its picture after cropping, and loses a removed picture. */
export function withPictures(draft: ProductDraft, pictures: PictureDraft[]): ProductDraft {
  const left = new Set(pictures.map(({ image }) => image))
  const isCrop = pictures.length === draft.pictures.length
  const now = (image: string | null) => {
    if (image === null || left.has(image)) return image
    const at = draft.pictures.findIndex(picture => picture.image === image)
    return (isCrop && at >= 0 && pictures[at]?.image) || null
  }
  return { ...draft, pictures, variants: draft.variants.map(variant => ({ ...variant, image: now(variant.image) })) }
}

/** A field in words, for the choice between two conflicting edits. */
export function saidOf(field: keyof ProductDraft, draft: ProductDraft): string {
  if (field === 'pictures') return draft.pictures.map(({ alt }, at) => `${at + 1}. ${alt}`).join('\n')
  if (field === 'variants')
    return draft.variants
      .map(({ sku, size, color, isCounted, stock }) =>
        [sku || 'new', size, color, isCounted ? `stock ${stock}` : 'not counted'].filter(Boolean).join(' · '),
      )
      .join('\n')
  const value = draft[field]
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
}

/** The request of a draft. An empty category becomes the tier; an empty address is made from the name. */
export function inputOf(draft: ProductDraft): NewProduct {
  const { slug, ...values } = valuesOfTyped(draft)
  return {
    ...values,
    ...(slug.trim() && { slug }),
    category: draft.category.trim() || draft.tier,
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

/** Sends only changed fields, so that two admins with one product open do not undo each other's edits. */
export function changeOf(draft: ProductDraft, opened: ProductDraft): ProductChange {
  const input = inputOf(draft) as Record<string, unknown>
  return Object.fromEntries(changedFields(draft, opened).map(field => [field, input[field]]))
}
