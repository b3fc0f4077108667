import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import { comparedDollars } from '#kernel/values/inputs/decimals.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { MAX_GUEST_WISHES, MAX_WISHES } from './rules.ts'

export const WISH_ERRORS = {
  not_in_store: notFound('This product is not in the store.'),
  wish_list_full: conflict(`Your wish list has ${MAX_WISHES} products, which is its limit. Please remove one first.`),
} as const satisfies ErrorTable

/** Since when and at what price a thing is saved: of an undone removal, and of a guest's list. Left out: now. */
const since = {
  savedAt: z.iso.datetime().optional(),
  /** Dollars of one unit, without the fee. */
  savedPrice: comparedDollars.optional(),
}

export const SaveWishBody = strictModel('SaveWish', { variantId: z.uuid().nullable().default(null), ...since })
export type SaveWishBody = z.infer<typeof SaveWishBody>

const GuestWish = z.strictObject({ productId: z.uuid(), variantId: z.uuid().nullable().default(null), ...since })
export type GuestWish = z.infer<typeof GuestWish>

export const JoinWishesBody = strictModel('JoinWishes', { items: z.array(GuestWish).min(1).max(MAX_GUEST_WISHES) })

export const WishIds = model('WishIds', {
  items: z.array(z.object({ productId: z.string(), variantId: z.string().nullable() })),
})
export type WishIds = z.infer<typeof WishIds>

export const WishesQuery = z.strictObject(PAGE_QUERY)

const WishedProduct = z.object({
  slug: z.string(),
  tier: z.enum(TIERS),
  /** Dollars, without the fee. */
  price: z.number(),
  salesPrice: z.number().nullable(),
  entries: z.int(),
  isSubscription: z.boolean(),
  interval: z.enum(['month', 'year']),
  image: z.string().nullable(),
})

export const Wish = model('Wish', {
  productId: z.string(),
  name: z.string(),
  /** The variant that goes into the cart; null when the shopper must choose one first, or when it is gone. */
  variantId: z.string().nullable(),
  options: z.object({ size: z.string().optional(), color: z.string().optional() }),
  /** `variant_gone`: the product is in the store, without the saved variant. `gone`: the product has left the store. */
  state: z.enum(['in_stock', 'sold_out', 'variant_gone', 'gone']),
  /** Units left when there are ten or fewer. */
  left: z.int().nullable(),
  savedAt: z.iso.datetime(),
  savedPrice: z.number(),
  /** Null for a product that has left the store. */
  product: WishedProduct.nullable(),
})
export type Wish = z.infer<typeof Wish>

export const WishList = model('WishList', { items: z.array(Wish), total: z.int(), nextCursor: z.string().nullable() })
