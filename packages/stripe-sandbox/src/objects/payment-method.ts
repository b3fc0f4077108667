import type Stripe from 'stripe'
import { newId } from '../books/kinds.ts'
import type { Card } from '../payments/cards.ts'

export type NewMethod = {
  /** Of an existing payment method. */
  id?: string
  /** The customer agreed that the card is offered again. */
  isShown?: boolean
}

/** A card stored with a customer. */
export function newPaymentMethod(
  card: Card,
  customer: Stripe.Customer,
  seconds: number,
  { id = newId('pm'), isShown = false }: NewMethod = {},
): Stripe.PaymentMethod {
  return {
    id,
    object: 'payment_method',
    allow_redisplay: isShown ? 'always' : 'limited',
    billing_details: { address: null, email: customer.email, name: card.holder, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds,
    customer: customer.id,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}
