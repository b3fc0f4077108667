import type { AdminProduct } from '../admin-contract.ts'
import { type NewProduct, PRODUCT_DEFAULTS } from '../product-input.ts'

export type PictureDraft = { image: string; src: string; alt: string }

export type VariantDraft = {
  /** Of this form only, so that a row keeps its fields when others come and go. */
  key: string
  id: string | null
  sku: string
  size: string
  color: string
  /** Empty: not counted. */
  stock: string
  stockSeen: number | null
  held: number
  image: string | null
}

/** A product as it is typed: numbers are text until the form is sent, so nothing typed is ever changed under the hand. */
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

export const newVariant = (): VariantDraft => ({
  key: crypto.randomUUID(),
  id: null,
  sku: '',
  size: '',
  color: '',
  stock: '0',
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
    price: String(product.price),
    salesPrice: String(product.salesPrice ?? ''),
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

/** The fields that differ from how the form was opened. */
export const changedFields = (draft: ProductDraft, opened: ProductDraft) =>
  (Object.keys(draft) as (keyof ProductDraft)[]).filter(
    field => JSON.stringify(draft[field]) !== JSON.stringify(opened[field]),
  )
