import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { carrierNameOf } from '#kernel/shipping/parcels/carriers.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { optionalText } from '#kernel/values/inputs/texts.ts'

/** Each line is a parcel with its own transaction and its own e-mail. */
export const MAX_PARCELS = 200

const NOTHING = 'Please paste or choose lines with an order and its tracking number.'

/** `order,number` and an optional `carrier`, with or without a line of names, or the same pasted from a sheet. */
export const TrackingFile = strictModel('TrackingFile', {
  csv: z
    .string(ifMissing(NOTHING))
    .min(1, NOTHING)
    .max(100_000, 'These are more than 100,000 characters. Please use several files.'),
  /** The carrier of every line that names none; without it the check digit of each number tells the carrier. */
  carrier: optionalText(60).transform(carrierNameOf).optional(),
})
export type TrackingFile = z.infer<typeof TrackingFile>

const TrackingResult = z.object({
  /** The line of the file, counted from 1. */
  line: z.int(),
  /** The order as the line names it. */
  order: z.string(),
  /** The order's id; null where the shop has no such order. */
  id: z.string().nullable(),
  ok: z.boolean(),
  /** Why the order was not shipped, as a sentence. */
  error: z.string().nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** What looks wrong about a parcel that was shipped all the same, as a sentence. */
  warning: z.string().nullable(),
})
export type TrackingResult = z.infer<typeof TrackingResult>

/** One result for each line, in their order. */
export const TrackingResults = model('TrackingResults', { results: z.array(TrackingResult) })
