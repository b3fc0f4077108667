import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { ifMissing, ifWrong } from '#kernel/values/inputs/field-sentences.ts'
import { Reason } from '#kernel/values/reason.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'

export const REFUND_ERRORS = {
  refund_not_found: notFound('We could not find this refund.'),
  not_refundable: conflict('Only a paid order can be refunded.'),
  nothing_to_refund: conflict('This order has nothing left to refund.'),
  beyond_refundable: conflict('Only {left} of “{name}” can still be refunded.'),
  payment_disputed: conflict(
    'This payment was charged back, so the bank decides about its money. It cannot be refunded.',
  ),
  refund_changed: conflict('What this refund gives back has changed. Please propose it again.'),
  refund_not_failed: conflict('Only a refund that failed can be tried again.'),
} as const satisfies ErrorTable

/**
 * How a refund treats earned credits that were already spent. balance: take back only the remaining balance. entries: also remove entries
 * in open giveaways, newest first, as many as needed. keep: take back nothing.
 */
export const SPENT_CREDITS = ['balance', 'entries', 'keep'] as const
export const SpentCredits = z.enum(SPENT_CREDITS, ifMissing('Choose what happens to the credits.'))
export type SpentCredits = z.infer<typeof SpentCredits>

const quantity = z.int(ifWrong('Enter a whole number.')).min(1, 'At least 1.').max(99, 'At most 99.')

const choice = {
  /** Omitted: all remaining pieces. */
  lines: z
    .array(z.strictObject({ position: z.int().min(0).max(1000), quantity }))
    .min(1, 'Choose at least one piece.')
    .max(50)
    .refine(lines => new Set(lines.map(line => line.position)).size === lines.length, 'A line is named twice.')
    .optional(),
  spentCredits: SpentCredits.default('balance'),
  /** Whether the pieces return to stock. Pieces that never left the stock do not. */
  restock: z.boolean().default(false),
}

export const RefundBody = strictModel('RefundOrder', {
  ...choice,
  reason: Reason,
})
export type RefundBody = z.infer<typeof RefundBody>

/** The refund body with an optional reason, for previews while staff fill in the form. */
export const RefundPreviewBody = strictModel('PreviewRefund', { ...choice, reason: z.string().max(500).optional() })
export type RefundPreviewBody = z.infer<typeof RefundPreviewBody>

/** The refunded parts of the order's price, in dollars. They add up to `amount`. */
export const RefundParts = z.object({
  subtotal: z.number(),
  discount: z.number(),
  fee: z.object({ amount: z.number(), clientShare: z.number(), platformShare: z.number() }),
  shipping: z.number(),
  tax: z.number(),
  amount: z.number(),
})

export const RefundPreview = model('RefundPreview', {
  parts: RefundParts,
  lines: z.array(
    z.object({
      position: z.int(),
      name: z.string(),
      quantity: z.int(),
      /** The cost of the pieces, less their share of the discount. */
      amount: z.number(),
    }),
  ),
  /** One row per tier of the credits that the pieces earned. */
  credits: z.array(
    z.object({
      tier: z.enum(TIERS),
      earned: z.int(),
      /** Of these, already spent: credits beyond the available balance. */
      spent: z.int(),
      /** Credits taken back under the chosen `spentCredits`. */
      takenBack: z.int(),
      /** Entries removed to take back these credits. */
      entriesRemoved: z.int(),
    }),
  ),
  /** Giveaways where credits of these tiers were spent, newest first; at most 50. */
  spentOn: z.array(
    z.object({
      giveawayId: z.string(),
      title: z.string(),
      tier: z.enum(TIERS),
      entries: z.int(),
      /** True when entries can still be removed. */
      isOpen: z.boolean(),
    }),
  ),
  /** Pieces that return to stock. */
  restocked: z.int(),
  /** The refund becomes a proposal that another person confirms. */
  takesTwoPersons: z.boolean(),
})
export type RefundPreview = z.infer<typeof RefundPreview>

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
