import { z } from 'zod'
import type { ErrorTable } from '#platform/errors.ts'
import { Reason } from '#platform/reason.ts'
import { TIERS } from '#platform/tiers.ts'

export const REFUND_ERRORS = {
  refund_not_found: { status: 404, message: 'We could not find this refund.' },
  not_refundable: { status: 409, message: 'Only a paid order can be refunded.' },
  nothing_to_refund: { status: 409, message: 'Nothing of this order is left to refund.' },
  beyond_refundable: { status: 409, message: 'Of “{name}” only {left} can still be refunded.' },
  payment_disputed: {
    status: 409,
    message: 'This payment was charged back, so the bank decides about its money. It cannot be refunded.',
  },
  refund_not_failed: { status: 409, message: 'Only a refund that failed can be tried again.' },
} as const satisfies ErrorTable

/**
 * What is done about earned credits that were spent already (decisions.md "Money"). balance: only what is left of the balance is
 * taken back. entries: entries in giveaways still open are removed as well, newest first, as many as needed. keep: nothing is
 * taken back.
 */
export const SPENT_CREDITS = ['balance', 'entries', 'keep'] as const
export const SpentCredits = z.enum(SPENT_CREDITS, 'Choose what happens to the credits.')
export type SpentCredits = z.infer<typeof SpentCredits>

const quantity = z.int('Enter a whole number.').min(1, 'At least 1.').max(99, 'At most 99.')

const choice = {
  /** Left out: all that is left. */
  lines: z
    .array(z.strictObject({ position: z.int().min(0).max(1000), quantity }))
    .min(1, 'Choose at least one piece.')
    .max(50)
    .refine(lines => new Set(lines.map(line => line.position)).size === lines.length, 'A line is named twice.')
    .optional(),
  spentCredits: SpentCredits.default('balance'),
  /** Whether the pieces go back to the shelf; those that were never taken from it do not. */
  restock: z.boolean().default(false),
}

export const RefundBody = z
  .strictObject({
    ...choice,
    reason: Reason,
  })
  .meta({ id: 'RefundOrder' })
export type RefundBody = z.infer<typeof RefundBody>

/** The same without a reason needed, as it is asked while the form is filled in. */
export const RefundPreviewBody = z
  .strictObject({ ...choice, reason: z.string().max(500).optional() })
  .meta({ id: 'PreviewRefund' })
export type RefundPreviewBody = z.infer<typeof RefundPreviewBody>

/** The parts of the order's price that a refund undoes, in dollars; they add up to `amount`. */
export const RefundParts = z.object({
  subtotal: z.number(),
  discount: z.number(),
  fee: z.object({ amount: z.number(), clientShare: z.number(), platformShare: z.number() }),
  shipping: z.number(),
  tax: z.number(),
  amount: z.number(),
})

export const RefundPreview = z
  .object({
    parts: RefundParts,
    lines: z.array(
      z.object({
        position: z.int(),
        name: z.string(),
        quantity: z.int(),
        /** What the pieces cost, less their share of the discount. */
        amount: z.number(),
      }),
    ),
    /** By tier, of those whose credits the pieces earned. */
    credits: z.array(
      z.object({
        tier: z.enum(TIERS),
        earned: z.int(),
        /** Of them, spent already: more than the balance holds. */
        spent: z.int(),
        /** What would be taken back under the chosen `spentCredits`. */
        takenBack: z.int(),
        /** Entries that would be removed for it. */
        entriesRemoved: z.int(),
      }),
    ),
    /** Where credits of these tiers were spent, newest first; at most 50. */
    spentOn: z.array(
      z.object({
        giveawayId: z.string(),
        title: z.string(),
        tier: z.enum(TIERS),
        entries: z.int(),
        /** Entries of an open one can still be removed. */
        isOpen: z.boolean(),
      }),
    ),
    /** Pieces that would go back to the shelf. */
    restocked: z.int(),
  })
  .meta({ id: 'RefundPreview' })
export type RefundPreview = z.infer<typeof RefundPreview>

export const REFUND_STATUSES = ['requested', 'pending', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

const TierCounts = z.object({ Bronze: z.int(), Silver: z.int(), Gold: z.int(), Platinum: z.int() })

/** A refund as the owner of the order sees it. Amounts in dollars. */
export const OrderRefund = z.object({
  id: z.string(),
  date: z.iso.datetime(),
  amount: z.number(),
  status: z.enum(REFUND_STATUSES),
  /** Credits that were taken back for it. */
  credits: TierCounts,
  /** Empty when it was made at the payment provider, which knows no pieces. */
  lines: z.array(z.object({ position: z.int(), name: z.string(), quantity: z.int(), amount: z.number() })),
})

/** The same for staff. */
export const StaffRefund = OrderRefund.extend({
  reason: z.string(),
  /** Who asked for it; null for one made at the payment provider. */
  actor: z.string().nullable(),
  origin: z.enum(['staff', 'provider']),
  providerId: z.string().nullable(),
  attempt: z.int(),
  spentCredits: SpentCredits,
  parts: RefundParts,
})
