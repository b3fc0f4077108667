import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { ifWrong } from '#kernel/values/inputs/field-sentences.ts'
import { Reason } from '#kernel/values/reason.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { RefundParts, SpentCredits } from '../order/money/contract.ts'
import { ORDER_STATUSES, shownState } from '../order/standing.ts'

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

/** `status`: the state that the page showed. A paid order is cancelled with `paid` alone. */
export const CancelBody = strictModel('CancelOrder', {
  status: z.enum(ORDER_STATUSES.map(shownState)).default('pending'),
})
export type CancelBody = z.infer<typeof CancelBody>

/** What a cancellation by the buyer would do now. */
export const CancellationPreview = model('CancellationPreview', {
  /** Dollars that go back. */
  amount: z.number(),
  /** One row per tier of the credits that the order earned. */
  credits: z.array(
    z.object({
      tier: z.enum(TIERS),
      earned: z.int(),
      takenBack: z.int(),
      /** The newest entries in open giveaways go for so many of them. */
      entriesRemoved: z.int(),
    }),
  ),
  /** Credits are in entries that stay, so staff decide. */
  waits: z.boolean(),
})
export type CancellationPreview = z.infer<typeof CancellationPreview>

export const KeepBody = strictModel('KeepOrder', { reason: Reason })

/** `spentCredits` and the refund apply only to a paid order. */
export const StaffCancelBody = strictModel('StaffCancelOrder', {
  reason: Reason,
  spentCredits: SpentCredits.default('balance'),
})
export type StaffCancelBody = z.infer<typeof StaffCancelBody>
