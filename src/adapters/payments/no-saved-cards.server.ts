import { PaymentError } from '#kernel/ports/payments.ts'
import type { SavedCardCalls } from '#kernel/ports/saved-cards.ts'

const missing = async () => {
  throw new PaymentError('not_found', 'This provider saves no cards.')
}

/** The calls of a provider that saves no cards. */
export const NO_SAVED_CARDS = {
  savesCards: false,
  listCards: async () => [],
  readCard: missing,
  removeCard: missing,
  removeCustomer: async () => {},
  createCardPayment: missing,
  payByCard: missing,
} satisfies SavedCardCalls & { savesCards: false }
