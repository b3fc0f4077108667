import type { AdminProduct } from '../contract.ts'
import { type NewProduct, PRODUCT_DEFAULTS, type ProductChange } from '../product-input.ts'
import { slugOf } from '../rules.ts'

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

/** checkout-and-admin.md section 5: empty numbers become 0. What is no number becomes NaN, which the schema refuses. */
const numberOf = (text: string) => (text.trim() === '' ? 0 : Number(text.replace(/[$,\s]/g, '')))
/** … and an empty sale price or display order becomes null. */
const numberOrNull = (text: string) => (text.trim() === '' ? null : numberOf(text))

const linesOf = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** What is sent of each field of the form. An empty category becomes the tier, an empty address is made from the name. */
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

/** An empty SKU is made from the name and the options: "Star-Fort Hoodie", M → `STAR-FORT-HOODIE-M`. */
const skuOf = (name: string, { size, color }: VariantDraft) =>
  slugOf(`${name} ${color} ${size}`).toUpperCase().slice(0, 64)

const variantInput = (name: string, variant: VariantDraft) => ({
  ...(variant.id && { id: variant.id }),
  sku: variant.sku.trim() || skuOf(name, variant),
  options: {
    ...(variant.size.trim() && { size: variant.size }),
    ...(variant.color.trim() && { color: variant.color }),
  },
  stock: numberOrNull(variant.stock),
  stockSeen: variant.stockSeen,
  image: variant.image,
})

const splitAt = (line: string, at: number): [string, string] =>
  at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]

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

/** Only what was changed is sent, so two admins with one product open do not undo each other. */
export function changeOf(draft: ProductDraft, opened: ProductDraft): ProductChange {
  const input = inputOf(draft) as Record<string, unknown>
  return Object.fromEntries(changedFields(draft, opened).map(field => [field, input[field]]))
}
