import { randomId } from '#kernel/client/calls/idempotency-key.ts'
import { type NewProduct, PRODUCT_DEFAULTS } from '../../products/product-input.ts'
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

/** A product as typed: numbers stay text until the form is sent, so the form never changes the typed text. */
export type ProductDraft = {
  name: string
  slug: string
  description: string
  tier: NewProduct['tier'] & string
  price: string
  salesPrice: string
  entries: string
  category: string
  displayOrder: string
  isSubscription: boolean
  interval: 'month' | 'year'
  inStock: boolean
  /** One per line. */
  features: string
  /** One per line, `Name: value`. */
  specifications: string
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
      name: '',
      slug: '',
      description: '',
      tier: PRODUCT_DEFAULTS.tier,
      price: '',
      salesPrice: '',
      entries: '',
      category: '',
      displayOrder: '',
      isSubscription: false,
      interval: PRODUCT_DEFAULTS.interval,
      inStock: true,
      features: '',
      specifications: '',
      pictures: [],
      variants: [newVariant()],
    }
  return {
    name: product.name,
    slug: product.slug,
    description: product.description,
    tier: product.tier,
    price: product.price.toFixed(2),
    salesPrice: product.salesPrice?.toFixed(2) ?? '',
    entries: String(product.entries),
    category: product.category,
    displayOrder: String(product.displayOrder ?? ''),
    isSubscription: product.isSubscription,
    interval: product.interval,
    inStock: product.forSale,
    features: product.features.join('\n'),
    specifications: Object.entries(product.specifications)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
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

export const FIELD_NAMES: Record<keyof ProductDraft, string> = {
  name: 'name',
  slug: 'address',
  description: 'description',
  tier: 'tier',
  price: 'price',
  salesPrice: 'sale price',
  entries: 'entries',
  category: 'category',
  displayOrder: 'display order',
  isSubscription: 'subscription',
  interval: 'interval',
  inStock: 'in stock',
  features: 'features',
  specifications: 'specifications',
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
