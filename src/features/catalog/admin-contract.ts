import { z } from 'zod'
import { TIERS } from '#platform/tiers.ts'
import { Image, Options, Product } from './contract.ts'

const AdminVariant = z.object({
  id: z.string(),
  sku: z.string(),
  options: Options,
  /** Units in the house; null is not counted. */
  stockOnHand: z.int().nullable(),
  /** Of these, kept for orders that are being paid. */
  held: z.int(),
  image: Image.nullable(),
})
export type AdminVariant = z.infer<typeof AdminVariant>

export const AdminProduct = Product.omit({ variants: true })
  .extend({
    /** False: the sale is stopped, whatever the stock. */
    forSale: z.boolean(),
    variants: z.array(AdminVariant),
    /** Counts the edits of staff; sent back with an edit, it tells whether another came between. */
    version: z.int(),
    updatedAt: z.iso.datetime(),
    /** When it was taken out of the store; null while it is there. */
    deletedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AdminProduct' })
export type AdminProduct = z.infer<typeof AdminProduct>

export const PRODUCT_SORTS = ['order', 'name', 'price', 'changed'] as const
/** `low`: ten units or fewer are free. `stopped`: not for sale, whatever the stock. */
export const STOCK_STATES = ['in', 'low', 'out', 'stopped'] as const

const filters = {
  /** Within the name or a SKU. */
  q: z.string().trim().max(100).optional(),
  tier: z.enum(TIERS).optional(),
  category: z.string().max(60).optional(),
  stock: z.enum(STOCK_STATES).optional(),
  type: z.enum(['once', 'subscription', 'sale']).optional(),
  /** `deleted` lists what was taken out of the store. */
  shown: z.enum(['store', 'deleted']).default('store'),
}
export const AdminProductFilters = z.strictObject(filters)
export type AdminProductFilters = z.infer<typeof AdminProductFilters>

export const AdminProductsQuery = z.strictObject({
  ...filters,
  sort: z.enum(PRODUCT_SORTS).default('order'),
  way: z.enum(['up', 'down']).default('up'),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(200).optional(),
})
export type AdminProductsQuery = z.infer<typeof AdminProductsQuery>

export const AdminProductList = z.object({
  products: z.array(AdminProduct),
  nextCursor: z.string().nullable(),
  /** How many match, counted up to 1,000. */
  total: z.int(),
  /** The first numbers that no product stands at (checkout-and-admin.md section 9). */
  freeDisplayOrders: z.array(z.int()),
  /** Every category there is, for the choice of one. */
  categories: z.array(z.string()),
})
