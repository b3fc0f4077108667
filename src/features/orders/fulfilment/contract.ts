import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'
import { Reason } from '#kernel/values/reason.ts'
import { badGateway, conflict, type ErrorTable } from '#platform/errors.ts'
import { SpentCredits } from '../refunds/contract.ts'

export const FULFILMENT_ERRORS = {
  /** Another request was first, or the order was never in that state. `status` is its current status. */
  order_moved: conflict('This order is {status} now. Please look at it again.'),
  nothing_to_send: conflict('This order has nothing to ship.'),
  address_missing: conflict('This order has no shipping address. Ask its buyer for one first.'),
  sent_already: conflict('This order was already shipped. Refund it instead.'),
  payment_open: conflict('This order is being paid at this moment. Please try again in a minute.'),
  not_in_review: conflict('This order is not held for review.'),
  payment_unclear: conflict('The payment provider has no payment for this order that could be taken.'),
  order_disputed: conflict('The payment of this order is disputed. It is held until the bank decides.'),
  provider_away: badGateway('The payment provider cannot be reached. Please try again.'),
} as const satisfies ErrorTable

const carrier = requiredText('Please name the carrier.', 60, 'The carrier must be 60 characters or less.')
const trackingNumber = z
  .string()
  .trim()
  .max(60, { error: 'The tracking number must be 60 characters or less.', abort: true })
  .regex(/^[A-Za-z0-9 -]*$/, 'A tracking number has letters and digits only.')

/** An omitted or empty number means none. For a shipped order, carrier and number are corrected. */
export const ShipBody = strictModel('ShipOrder', { carrier, trackingNumber: trackingNumber.optional() })
export type ShipBody = z.infer<typeof ShipBody>

/** `spentCredits` and the refund apply only to a paid order. */
export const StaffCancelBody = strictModel('StaffCancelOrder', {
  reason: Reason,
  spentCredits: SpentCredits.default('balance'),
})
export type StaffCancelBody = z.infer<typeof StaffCancelBody>

export const NoteBody = strictModel('OrderNote', {
  note: requiredText('Please write something.', 2000, 'A note must be 2000 characters or less.'),
})

/** accept: settle the order as paid. refund: return the whole payment and cancel the order. */
export const ReviewBody = strictModel('ReviewOrder', {
  decision: z.enum(['accept', 'refund'], ifMissing('Choose what to do.')),
  reason: Reason,
})
export type ReviewBody = z.infer<typeof ReviewBody>

const ids = z
  .array(z.string().min(1).max(140))
  .min(1, 'Choose at least one order.')
  .max(100, 'At most 100 orders at once.')

export const BulkPackBody = strictModel('PackOrders', { ids })

/** One result per order, in the order of the request. */
export const BulkResults = model('BulkResults', {
  results: z.array(
    z.object({
      id: z.string(),
      ok: z.boolean(),
      /** The current status; null for an unknown id. */
      status: z.string().nullable(),
      /** The reason for a failure, as a sentence. */
      error: z.string().nullable(),
    }),
  ),
})
