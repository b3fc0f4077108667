import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { type ErrorTable, notFound, paymentRequired, serviceUnavailable } from '#platform/errors.ts'

export const SAVED_CARD_ERRORS = {
  /** The bank's reason, as the provider words it for the shopper. Nothing was charged, and the cart stays. */
  card_declined: paymentRequired('{reason} Nothing was charged. Choose another way to pay.'),
  saved_card_not_found: notFound('This card is no longer saved. Choose another way to pay.'),
  cards_away: serviceUnavailable('Your saved cards cannot be reached right now. Please try again.'),
} as const satisfies ErrorTable

export const SavedCard = model('SavedCard', {
  id: z.string(),
  /** The payment method that keeps the card. */
  paymentMethod: z.string(),
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  isExpired: z.boolean(),
})
export type SavedCard = z.infer<typeof SavedCard>

export const SavedCards = model('SavedCards', { cards: z.array(SavedCard) })

/** Ids of the providers: letters, digits, `_` and `-`. */
export const CardId = z.string().regex(/^[\w-]{1,200}$/)
