import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY, searchWords } from '#kernel/api/page-query.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Image, Options, Product } from './contract.ts'

const AdminVariant = z.object({
  id: z.string(),
  sku: z.string(),
  options: Options,
  /** Dollars, where it differs from the product's price; else null. */
  price: z.number().nullable(),
  /** Grams of one unit; null: not known. */
  weightGrams: z.int().nullable(),
  /** The shelf from which it is picked; null: none. */
  place: z.string().nullable(),
  /** Units on hand; null when stock is not counted. */
  stockOnHand: z.int().nullable(),
  /** Of these, units held for orders that are being paid. */
  held: z.int(),
  image: Image.nullable(),
})
export type AdminVariant = z.infer<typeof AdminVariant>

export const AdminProduct = Product.omit({ variants: true })
  .extend({
    /** False stops the sale, whatever the stock. */
    forSale: z.boolean(),
    variants: z.array(AdminVariant),
    /** Counts the edits of staff. An edit sends it back, so that a concurrent edit is detected. */
    version: z.int(),
    updatedAt: z.iso.datetime(),
    /** Only staff see it until it is published. */
    isDraft: z.boolean(),
    /** When staff took the product out of the store; null while it is there, and for a draft. */
    deletedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AdminProduct' })
export type AdminProduct = z.infer<typeof AdminProduct>

export const PRODUCT_SORTS = ['order', 'name', 'price', 'changed'] as const
/** `low`: ten units or fewer are free. `stopped`: not for sale, whatever the stock. */
export const STOCK_STATES = ['in', 'low', 'out', 'stopped'] as const

const SHOWN = ['store', 'draft', 'deleted'] as const

const filters = {
  /** Text within the name or a SKU. */
  q: searchWords(100),
  tier: z.enum(TIERS).optional(),
  category: z.string().max(60).optional(),
  stock: z.enum(STOCK_STATES).optional(),
  type: z.enum(['once', 'subscription', 'sale']).optional(),
  /** `draft` lists the products before their publication, `deleted` those that were taken out of the store. */
  shown: z.enum(SHOWN).default('store'),
}
export const AdminProductFilters = z.strictObject(filters)
export type AdminProductFilters = z.infer<typeof AdminProductFilters>

export const AdminProductsQuery = z.strictObject({
  ...filters,
  sort: z.enum(PRODUCT_SORTS).default('order'),
  way: z.enum(['up', 'down']).default('up'),
  ...PAGE_QUERY,
})
export type AdminProductsQuery = z.infer<typeof AdminProductsQuery>

/** What a publication would be refused for now, in the order of the checks. */
export const ProductPublication = model('ProductPublication', {
  blocks: z.array(z.object({ code: z.enum(['example_facts', 'display_order_taken']), message: z.string() })),
})
export type ProductPublication = z.infer<typeof ProductPublication>

/** A row of the list: a product with the number of shoppers who asked to be told when it is back. */
const ListedProduct = AdminProduct.extend({ waiting: z.int() }).meta({ id: 'ListedProduct' })
export type ListedProduct = z.infer<typeof ListedProduct>

export const AdminProductList = z.object({
  products: z.array(ListedProduct),
  nextCursor: z.string().nullable(),
  /** Number of matches, counted up to 1,000. */
  total: z.int(),
  /** The first display orders that no product uses. */
  freeDisplayOrders: z.array(z.int()),
  /** All categories, for the category field. */
  categories: z.array(z.string()),
})

/** Limits of a file, in lines and in characters. */
export const MAX_LINES = 5000
export const MAX_FILE = 5 * 1024 * 1024

/** The body of `POST /api/admin/products/import`. */
export const ImportInput = strictModel('ProductImport', {
  csv: z
    .string(ifMissing('Please choose a file'))
    .min(1, 'The file is empty')
    .max(MAX_FILE, 'The file is larger than 5 MB'),
  /** Fingerprint of the preview to apply; without it the answer is a preview and nothing is written. */
  fingerprint: z.string().max(100).optional(),
})
export type ImportInput = z.infer<typeof ImportInput>

export const ImportItem = model('ImportItem', {
  /** The first line of the product in the file; line 1 is the header. */
  line: z.int(),
  name: z.string(),
  action: z.enum(['create', 'change', 'refuse']),
  /** The set columns; `before` is null for a new product. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string() })),
  problems: z.array(z.object({ line: z.int(), message: z.string() })),
})
export type ImportItem = z.infer<typeof ImportItem>

export const ImportAnswer = model('ImportAnswer', {
  applied: z.boolean(),
  /** Products in the file; `same` counts those that the file does not change. */
  counts: z.object({ create: z.int(), change: z.int(), same: z.int(), refuse: z.int() }),
  /** Refused products first, then in the order of the file; 500 at most. */
  items: z.array(ImportItem),
  fingerprint: z.string(),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>
