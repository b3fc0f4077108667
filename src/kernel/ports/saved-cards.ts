import type { Cents } from '#kernel/values/money.ts'
import type { Checkout, NewCheckout } from './payments.ts'

/** A card that a customer agreed at the provider to use again. */
export type SavedCard = {
  id: string
  customerId: string
  /** As people write it: `Visa`. */
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

export type NewCardPayment = Pick<NewCheckout, 'orderId' | 'idempotencyKey' | 'metadata'> & {
  amountCents: Cents
  customerId: string
  cardId: string
  /** Shown in the provider's dashboard. */
  description: string
}

/** The calls of one provider about saved cards. Every call may throw PaymentError. */
export type SavedCardCalls = {
  /** The customer's saved cards, newest first; empty for a customer that is gone. */
  listCards: (customerId: string) => Promise<SavedCard[]>
  /** @throws PaymentError `not_found` for an unknown or removed card. */
  readCard: (id: string) => Promise<SavedCard>
  /** Removes a card for good. A repeat has no second effect. */
  removeCard: (id: string) => Promise<void>
  /** Removes a customer and the saved cards. Past payments stay and can be refunded. A repeat has no second effect. */
  removeCustomer: (customerId: string) => Promise<void>
  /**
   * Prepares a payment by a saved card and charges nothing. It is read and closed as a checkout, and never closes by itself.
   * @throws PaymentError `invalid` for a card of another customer.
   */
  createCardPayment: (input: NewCardPayment) => Promise<{ id: string }>
  /**
   * Charges a prepared payment while the shopper waits. The answer is `open` when the bank wants to see the shopper: the payment page does that.
   * @throws PaymentError `declined`; `invalid` when the payment is closed or the card is gone.
   */
  payByCard: (id: string, input: { idempotencyKey: string }) => Promise<Checkout>
}
