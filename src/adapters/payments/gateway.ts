import type { Payments } from './port.ts'

/**
 * The second way to pay by card, beside Stripe: whoever contracts one writes an adapter to this. It opens a hosted page, tells
 * how it stands, closes it and pays back, by the words of `port.ts` and with its promises: whole cents in USD, one session for
 * one idempotency key, `PaymentError` for everything that fails. Its session ids are letters, digits, `_` and `-`.
 *
 * It takes goods alone. Memberships renew by themselves, and stay with the provider that renews them.
 */
export type Gateway = { /** Shown to the shopper who chooses how to pay. */ name: string } & HostedCheckout

/** What an order asks of whoever takes its money, first or second. */
export type HostedCheckout = Pick<
  Payments,
  'createCheckout' | 'readCheckout' | 'expireCheckout' | 'refund' | 'readRefund'
>
