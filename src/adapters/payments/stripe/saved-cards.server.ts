import type Stripe from 'stripe'
import { type Checkout, PaymentError } from '#kernel/ports/payments.ts'
import type { SavedCard, SavedCardCalls } from '#kernel/ports/saved-cards.ts'
import { ask } from './ask.server.ts'
import { idOf, timeOf } from './objects.server.ts'

/** Marks a payment by a saved card. A payment of a session has the session's events, so this one needs its own. */
export const BY_SAVED_CARD = 'bySavedCard'

/** Ids of payments by saved cards. Every other checkout is a session. */
export const isCardPayment = (id: string) => id.startsWith('pi_')

const MOST = 100

/**
 * Cards that customers agreed on the payment page to use again (`allow_redisplay`), and payments by them. The payment is prepared first and
 * confirmed second, so that the shop stores it before a card can be charged.
 */
export function stripeSavedCards(stripe: Stripe): SavedCardCalls {
  return {
    async listCards(customerId) {
      const list = () =>
        stripe.customers.listPaymentMethods(customerId, { type: 'card', allow_redisplay: 'always', limit: MOST })
      const { data } = await ask(list).catch(emptyIfGone)
      return data.flatMap(toSavedCard)
    },
    readCard: id =>
      ask(async () => {
        const [card] = toSavedCard(await stripe.paymentMethods.retrieve(id))
        if (!card) throw new PaymentError('not_found', `${id} is no saved card.`)
        return card
      }),
    removeCard: id => ask(async () => void (await stripe.paymentMethods.detach(id))).catch(ignoreGone),
    removeCustomer: id => ask(async () => void (await stripe.customers.del(id))).catch(ignoreGone),
    createCardPayment: ({ orderId, amountCents, customerId, cardId, description, metadata, idempotencyKey }) =>
      ask(async () => {
        const params: Stripe.PaymentIntentCreateParams = {
          amount: amountCents,
          currency: 'usd',
          customer: customerId,
          payment_method: cardId,
          allowed_payment_method_types: ['card'],
          description,
          metadata: { ...metadata, orderId, [BY_SAVED_CARD]: 'yes' },
        }
        const { id } = await stripe.paymentIntents.create(params, { idempotencyKey })
        return { id }
      }),
    payByCard: (id, { idempotencyKey }) =>
      ask(async () => toCheckout(await stripe.paymentIntents.confirm(id, {}, { idempotencyKey }))),
  }
}

export const readCardPayment = (stripe: Stripe, id: string): Promise<Checkout> =>
  ask(async () => toCheckout(await stripe.paymentIntents.retrieve(id)))

export const cancelCardPayment = (stripe: Stripe, id: string): Promise<void> =>
  ask(async () => void (await stripe.paymentIntents.cancel(id)))

const isGone = (error: unknown) => error instanceof PaymentError && ['not_found', 'invalid'].includes(error.kind)

/** Removing what is gone already succeeds. */
function ignoreGone(error: unknown): void {
  if (!isGone(error)) throw error
}

function emptyIfGone(error: unknown): { data: Stripe.PaymentMethod[] } {
  if (!isGone(error)) throw error
  return { data: [] }
}

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** @returns nothing for a method that is no card or has no customer. */
function toSavedCard({ id, card, customer, allow_redisplay: shown }: Stripe.PaymentMethod): SavedCard[] {
  const customerId = idOf(customer)
  if (!card || !customerId || shown !== 'always') return []
  const brand = BRANDS[card.display_brand ?? card.brand] ?? 'Card'
  return [{ id, customerId, brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }]
}

const STATUS: Partial<Record<Stripe.PaymentIntent.Status, Checkout['status']>> = {
  succeeded: 'complete',
  canceled: 'expired',
}

/** A payment by a saved card in the form of a checkout without a page. */
function toCheckout(intent: Stripe.PaymentIntent): Checkout {
  const isPaid = intent.status === 'succeeded'
  const failure = intent.last_payment_error?.message
  return {
    id: intent.id,
    mode: 'payment',
    status: STATUS[intent.status] ?? 'open',
    paymentStatus: isPaid ? 'paid' : 'unpaid',
    amountCents: isPaid ? intent.amount_received : intent.amount,
    currency: intent.currency,
    orderId: intent.metadata.orderId ?? null,
    mark: intent.metadata.mark ?? null,
    email: intent.receipt_email,
    paymentIntentId: intent.id,
    subscriptionId: null,
    customerId: idOf(intent.customer),
    createdAt: timeOf(intent.created),
    ...(failure && { failureMessage: failure }),
  }
}
