import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { conflict, type ErrorTable } from '#platform/errors.ts'
import { MAX_LINES, MAX_QUANTITY } from './cart-item.ts'

export const CART_ERRORS = {
  cart_changed: conflict('Your cart was changed on another device.'),
} as const satisfies ErrorTable

export const SavedItem = strictModel('SavedCartItem', {
  productId: z.uuid(),
  variantId: z.uuid().optional(),
  quantity: z.int().min(1, 'The quantity is at least 1').max(MAX_QUANTITY, `At most ${MAX_QUANTITY} of one thing`),
})
export type SavedItem = z.infer<typeof SavedItem>

const isOnce = (items: readonly SavedItem[]) =>
  new Set(items.map(({ productId, variantId }) => `${productId} ${variantId}`)).size === items.length

export const SaveCartBody = strictModel('SaveCart', {
  items: z
    .array(SavedItem)
    .max(MAX_LINES, `At most ${MAX_LINES} different things at once`)
    .refine(isOnce, 'Each product and variant stands in a cart once'),
  /** The last revision that this device read, 0 for none; left out, the stored cart is overwritten. */
  revision: z.int().min(0).max(2_147_483_647).optional(),
})
export type SaveCartBody = z.infer<typeof SaveCartBody>

export const SavedCart = model('SavedCart', {
  items: z.array(SavedItem),
  /** Grows with every save; 0 before the first. */
  revision: z.int(),
  updatedAt: z.iso.datetime().nullable(),
})
export type SavedCart = z.infer<typeof SavedCart>
