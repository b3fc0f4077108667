import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { Reason } from '#kernel/values/reason.ts'

export const VerifyQuery = z.strictObject({ session_id: z.string().regex(/^[\w-]{1,200}$/) })
export const Verification = model('Verification', {
  status: z.enum(['paid', 'pending', 'cancelled', 'failed']),
  orderId: z.string(),
  /** The order number for people: `RD-100001`. */
  reference: z.string(),
})

/** accept: settle the order as paid. refund: return the whole payment and cancel the order. */
export const PaymentOnHoldBody = strictModel('DecideHeldPayment', {
  decision: z.enum(['accept', 'refund'], ifMissing('Choose what to do.')),
  reason: Reason,
})
export type PaymentOnHoldBody = z.infer<typeof PaymentOnHoldBody>
