import { z } from 'zod'
import { TIERS } from '#kernel/values/tiers.ts'
import { ORDER_STATUSES } from '../../../fulfilment/standing.ts'

/** One purchase record per paid line. Amounts in dollars. */
const PurchaseRecord = z
  .object({
    id: z.string(),
    purchaseId: z.string(),
    orderId: z.string(),
    productId: z.string(),
    productName: z.string(),
    name: z.string(),
    quantity: z.int(),
    /** Dollars paid per piece. */
    price: z.number(),
    originalPrice: z.number(),
    salesPrice: z.number().nullable(),
    /** price × quantity, equal to `amount`. */
    total: z.number(),
    amount: z.number(),
    /** Refunded pieces of the line. */
    refunded: z.int(),
    /** The status of the line's order. */
    status: z.enum(ORDER_STATUSES),
    /** Total credits of the record. */
    entries: z.int(),
    tier: z.enum(TIERS),
    date: z.iso.datetime(),
    /** The moment in seconds since 1970. */
    created: z.int(),
    paymentMethod: z.string(),
  })
  .meta({ id: 'PurchaseRecord' })
export const PurchaseList = z.object({
  purchases: z.array(PurchaseRecord),
  /** Total across all pages. */
  total: z.int(),
  nextCursor: z.string().nullable(),
})
