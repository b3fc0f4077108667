import type { Payments } from './payments.ts'

/**
 * A second card payment provider beside Stripe; a new provider needs an adapter to this type. The provider opens a hosted page, reports its
 * status, closes the page and refunds. The contract is that of `port.ts`: whole cents in USD, one session per idempotency key,
 * `PaymentError` for every failure. Session ids contain only letters, digits, `_` and `-`.
 *
 * It takes payments for goods only. Memberships stay with the provider that renews them.
 */
export type Gateway = { /** Shown to the shopper at the choice of payment method. */ name: string } & HostedCheckout

/** The calls that an order needs from its payment provider, first or second. */
export type HostedCheckout = Pick<
  Payments,
  'createCheckout' | 'readCheckout' | 'expireCheckout' | 'refund' | 'readRefund'
>
