import { z } from 'zod'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'

/**
 * How a refund treats earned credits that were already spent. balance: take back only the remaining balance. entries: also remove entries
 * in open giveaways, newest first, as many as needed. keep: take back nothing.
 */
export const SPENT_CREDITS = ['balance', 'entries', 'keep'] as const
export const SpentCredits = z.enum(SPENT_CREDITS, ifMissing('Choose what happens to the credits.'))
export type SpentCredits = z.infer<typeof SpentCredits>

/** The refunded parts of the order's price, in dollars. They add up to `amount`. */
export const RefundParts = z.object({
  subtotal: z.number(),
  discount: z.number(),
  fee: z.object({ amount: z.number(), clientShare: z.number(), platformShare: z.number() }),
  shipping: z.number(),
  tax: z.number(),
  amount: z.number(),
})

export const REFUND_STATUSES = ['requested', 'pending', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

export const TierCounts = z.object({ Bronze: z.int(), Silver: z.int(), Gold: z.int(), Platinum: z.int() })

/** A refund as the buyer sees it. Amounts in dollars. */
export const OrderRefund = z.object({
  id: z.string(),
  date: z.iso.datetime(),
  amount: z.number(),
  status: z.enum(REFUND_STATUSES),
  /** Credits taken back for this refund. */
  credits: TierCounts,
  /** Empty for a refund made at the payment provider, which knows no pieces. */
  lines: z.array(z.object({ position: z.int(), name: z.string(), quantity: z.int(), amount: z.number() })),
})

/** A refund as staff see it. */
export const StaffRefund = OrderRefund.extend({
  reason: z.string(),
  /** The staff member who requested the refund; null for a refund made at the payment provider. */
  actor: z.string().nullable(),
  origin: z.enum(['staff', 'provider']),
  providerId: z.string().nullable(),
  attempt: z.int(),
  /** Whether the caller can ask for the failed refund again. */
  canRetry: z.boolean(),
  spentCredits: SpentCredits,
  parts: RefundParts,
})
