import { z } from 'zod'
import { TIERS } from '#platform/tiers.ts'
import { ORDER_STATUSES } from './fulfilment/standing.ts'

/** customer-side.md section 3: one record for each line that was paid for. Amounts in dollars. */
const PurchaseRecord = z
  .object({
    id: z.string(),
    purchaseId: z.string(),
    orderId: z.string(),
    productId: z.string(),
    productName: z.string(),
    name: z.string(),
    quantity: z.int(),
    /** What was paid for one piece. */
    price: z.number(),
    originalPrice: z.number(),
    salesPrice: z.number().nullable(),
    /** price × quantity, as is `amount`. */
    total: z.number(),
    amount: z.number(),
    /** Pieces of it that were paid back. */
    refunded: z.int(),
    /** How its order stands. */
    status: z.enum(ORDER_STATUSES),
    /** Credits that the record earned in all. */
    entries: z.int(),
    tier: z.enum(TIERS),
    date: z.iso.datetime(),
    /** The same in seconds since 1970. */
    created: z.int(),
    paymentMethod: z.string(),
  })
  .meta({ id: 'PurchaseRecord' })
export const PurchaseList = z.object({
  purchases: z.array(PurchaseRecord),
  /** Of all pages together. */
  total: z.int(),
  nextCursor: z.string().nullable(),
})
