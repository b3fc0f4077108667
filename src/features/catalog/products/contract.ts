import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { PRODUCT } from './product-fields.ts'

export const CATALOG_ERRORS = {
  product_not_found: notFound('Product not found'),
  out_of_stock: conflict('{names} is out of stock in this quantity.'),
  slug_taken: conflict('Another product already has this address.'),
  sku_taken: conflict('Another product already has one of these SKUs.'),
  display_order_taken: conflict('Display order {displayOrder} is taken by another product.'),
  stock_not_counted: conflict('This variant is not counted, so it has no stock to adjust.'),
  stock_short: conflict('You can remove at most {free}: {stock} on hand, {held} held by orders that are being paid.'),
  bulk_refused: conflict('Nothing was changed: the change does not fit every product.'),
  import_refused: conflict('Nothing was imported: some lines cannot be taken.'),
  import_changed: conflict(
    'Something changed since the preview, so nothing was imported. Please check the new preview.',
  ),
  /** A product in the store, or one that left it. */
  already_public: conflict(
    'This product was published and cannot become a draft again. Delete it to take it out of the store.',
  ),
  is_draft: conflict('This product is a draft. Publish it to bring it into the store.'),
  /** `facts` lists what the store would say of the shop. */
  example_facts: conflict(
    'The store would name example data: {facts}. Enter your own in the settings first, then publish.',
  ),
  stock_held: conflict('Orders being paid hold more of a variant than this stock. Please try again later.'),
} as const satisfies ErrorTable

/** The API tells exact stock up to this number, and no number above it. */
export const TOLD_STOCK = 10

/** Picture of a product that has none. */
export const DEFAULT_IMAGE = '/logo-plate.svg'

const SORTS = ['featured', 'newest', 'price-asc', 'price-desc', 'rating'] as const

/** A picture reference: `s3:` and the storage key. */
export const Image = z.string().max(300)

export const ProductPicture = model('ProductPicture', {
  image: Image,
  /** URL without width and extension; `-320`, `-640`, `-1200` with `.avif` or `.webp` follow. */
  src: z.string(),
  alt: z.string(),
  placeholder: z.string(),
  width: z.int(),
  height: z.int(),
})
export type ProductPicture = z.infer<typeof ProductPicture>

/** Values by the option's name, such as `{ color: 'Coyote', size: 'XL' }`. */
export const Options = z.record(z.string(), z.string())
export type VariantOptions = z.infer<typeof Options>

export const ProductVariant = model('ProductVariant', {
  id: z.string(),
  sku: z.string(),
  options: Options,
  /** Dollars, where it differs from the product's price and sale price; else null. */
  price: z.number().nullable(),
  /** Grams of one unit; null when staff did not weigh it. */
  weightGrams: z.int().nullable(),
  inStock: z.boolean(),
  /** Units left when there are ten or fewer; null when there are more, or when stock is not counted. */
  stock: z.int().nullable(),
  /** The product's picture that shows this variant. */
  image: Image.nullable(),
})
export type ProductVariant = z.infer<typeof ProductVariant>

export const Product = model('Product', {
  id: z.string(),
  ...PRODUCT.shown,
  /** Mean of all ratings, one decimal; 0 when there are none. */
  rating: z.number(),
  /** Number of ratings. */
  reviews: z.int(),
  /** Some variant is for sale and in stock. */
  inStock: z.boolean(),
  image: Image,
  images: z.array(Image),
  pictures: z.array(ProductPicture),
  variants: z.array(ProductVariant),
})
export type Product = z.infer<typeof Product>

/** The answer to a write of staff. */
export const WrittenProduct = Product.extend({ isDraft: z.boolean() }).meta({ id: 'WrittenProduct' })
export type WrittenProduct = z.infer<typeof WrittenProduct>

export const PRICE_RANGES = [
  { id: 'under-25', from: 0, below: 25 },
  { id: '25-50', from: 25, below: 50 },
  { id: '50-100', from: 50, below: 100 },
  { id: '100-250', from: 100, below: 250 },
  { id: 'from-250', from: 250, below: null },
] as const

const flag = z.enum(['true', 'false']).transform(text => text === 'true')

/** What a shopper seeks. U+0000 is no text for the database. */
export const SoughtText = z
  .string()
  .trim()
  .max(100, { abort: true })
  .refine(text => !text.includes('\0'))

export const ListQuery = z
  .strictObject({
    tier: z.enum(TIERS).optional(),
    type: z.enum(['all', 'subscription']).default('all'),
    q: SoughtText.optional(),
    category: z.string().trim().max(60).optional(),
    price: z.enum(PRICE_RANGES.map(range => range.id)).optional(),
    inStock: flag.optional(),
    sort: z.enum(SORTS).default('featured'),
    limit: z.coerce.number().int().min(1).max(100).default(100),
    page: z.coerce.number().int().min(1).max(10_000).optional(),
    cursor: z.string().max(200).optional(),
  })
  .refine(query => !(query.page && query.cursor), { path: ['cursor'], message: 'Give a page or a cursor, not both.' })
export type ListQuery = z.infer<typeof ListQuery>

const Count = z.object({ value: z.string(), count: z.int() })

/** Number of products per choice of a filter, with the other filters unchanged. */
export const Facets = model('ProductFacets', {
  tier: z.array(Count),
  type: z.array(Count),
  category: z.array(Count),
  price: z.array(Count),
  inStock: z.int(),
})
export type Facets = z.infer<typeof Facets>

export const ProductList = z.object({
  products: z.array(Product),
  total: z.int(),
  /** No product contains the search words; these products contain similar words. */
  isAlike: z.boolean(),
  nextCursor: z.string().nullable(),
  facets: Facets,
})
export type ProductList = z.infer<typeof ProductList>
