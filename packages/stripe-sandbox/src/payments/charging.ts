import type Stripe from 'stripe'
import type { Row } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { newCharge } from '../objects/payment.ts'
import { type Card, type Decline, declineOf, type PaidAt } from './cards.ts'
import { disputeByCard } from './disputing.ts'

type Attempt = {
  card: Card
  paymentMethod: string
  email: string | null
  /** One test card depends on this. */
  at: PaidAt
  /** The moment in the payment's own time, in seconds. */
  seconds: number
}

/** Tries to charge a payment once. @returns the decline, or undefined when the charge succeeded. */
export function charge(work: Work, intent: Row<'payment_intent'>, attempt: Attempt): Decline | undefined {
  const { card, paymentMethod, email, at, seconds } = attempt
  const decline = declineOf(card, at)
  const { accountName } = work
  const data = newCharge({ intent: intent.data, card, paymentMethod, email, accountName }, decline, seconds)
  // Only these two cards are needed again, for refunds.
  const hidden = card.behaviour === 'refunds_later' || card.behaviour === 'refund_fails' ? { card } : {}
  const row = work.create('charge', data, { hidden })
  if (decline) {
    const error: Stripe.PaymentIntent.LastPaymentError = { ...decline, charge: row.id, type: 'card_error' }
    work.change(intent, {
      status: 'requires_payment_method',
      last_payment_error: error,
      latest_charge: row.id,
      payment_method: null,
    })
    work.emit('charge.failed', row.data, seconds)
    work.emit('payment_intent.payment_failed', intent.data, seconds)
    return decline
  }
  work.change(intent, {
    status: 'succeeded',
    amount_received: intent.data.amount,
    last_payment_error: null,
    latest_charge: row.id,
    payment_method: paymentMethod,
  })
  work.emit('charge.succeeded', row.data, seconds)
  work.emit('payment_intent.succeeded', intent.data, seconds)
  disputeByCard(work, row, card)
  return undefined
}
