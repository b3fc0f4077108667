import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { carrierNameOf } from '#kernel/shipping/parcels/carriers.ts'
import { isTrackingNumber } from '#kernel/shipping/parcels/parcel-number.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'

const carrier = requiredText('Please name the carrier.', 60, 'The carrier must be 60 characters or less.').transform(
  carrierNameOf,
)
const trackingNumber = z
  .string()
  .trim()
  .max(60, { error: 'The tracking number must be 60 characters or less.', abort: true })
  .refine(written => isTrackingNumber(written), 'A tracking number has letters and digits only.')

/** An omitted or empty number means none. A known carrier has one name: "UPS Ground" is UPS. For a shipped order, carrier and number are corrected. */
export const ShipBody = strictModel('ShipOrder', { carrier, trackingNumber: trackingNumber.optional() })
export type ShipBody = z.infer<typeof ShipBody>

export const NoteBody = strictModel('OrderNote', {
  note: requiredText('Please write something.', 2000, 'A note must be 2000 characters or less.'),
})

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
