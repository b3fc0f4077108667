import type Stripe from 'stripe'
import { newId, type Row } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { newCustomer } from '../objects/customer.ts'
import { newPaymentIntent } from '../objects/payment.ts'
import { attachCard } from '../subscriptions/saving-cards.ts'
import { firstInvoice, startSubscription } from '../subscriptions/subscribing.ts'
import type { Card, Decline } from './cards.ts'
import { charge } from './charging.ts'

/** How the page is paid: by a card that was typed, or by a saved one. */
type Payment = {
  card: Card
  /** Of a saved card. */
  methodId?: string
  /** The shopper ticked the box that saves the typed card. */
  isSaved?: boolean
}

/**
 * Pays an open session by card. The session must be loaded with its references. A declined card leaves the session open.
 * @returns the decline, or undefined when the session is paid.
 */
export function paySession(work: Work, session: Row<'checkout.session'>, payment: Payment): Decline | undefined {
  return session.data.mode === 'subscription' ? subscribe(work, session, payment.card) : payOnce(work, session, payment)
}

function payOnce(work: Work, session: Row<'checkout.session'>, { card, methodId, isSaved }: Payment) {
  const customer = customerOf(work, session, card)
  const intent = intentOf(work, session, customer?.id ?? null)
  const paymentMethod = methodId ?? newId('pm')
  const decline = chargeFor(work, session, intent, card, paymentMethod)
  const made = { payment_intent: intent.id, customer: customer?.id ?? null }
  if (decline) {
    if (session.data.payment_intent !== intent.id) work.change(session, made)
    return decline
  }
  const canSave = session.data.saved_payment_method_options?.payment_method_save === 'enabled'
  if (isSaved && canSave && customer) attachCard(work, customer, card, { id: paymentMethod, isShown: true })
  complete(work, session, card, made)
  return undefined
}

function customerOf(work: Work, session: Row<'checkout.session'>, card: Card): Row<'customer'> | undefined {
  const known = work.find('customer', session.data.customer)
  return known ?? (session.data.customer_creation === 'always' ? newCustomerOf(work, session, card) : undefined)
}

function subscribe(work: Work, session: Row<'checkout.session'>, card: Card): Decline | undefined {
  const customer = work.find('customer', session.data.customer) ?? newCustomerOf(work, session, card)
  const intent = intentOf(work, session, customer.id)
  const paymentMethod = newId('pm')
  const decline = chargeFor(work, session, intent, card, paymentMethod)
  if (decline) {
    // A second attempt reuses the customer and payment.
    work.change(session, { customer: customer.id, payment_intent: intent.id })
    return decline
  }
  attachCard(work, customer, card, { id: paymentMethod })
  const subscription = startSubscription(work, session, { customer: customer.id, card, paymentMethod })
  const invoice = firstInvoice(work, session, { subscription, customer, intent })
  complete(work, session, card, {
    customer: customer.id,
    payment_intent: null,
    subscription: subscription.id,
    invoice: invoice.id,
  })
  return undefined
}

function newCustomerOf(work: Work, session: Row<'checkout.session'>, card: Card): Row<'customer'> {
  const customer = newCustomer({ email: session.data.customer_email, name: card.holder }, work.seconds)
  const row = work.create('customer', customer)
  work.emit('customer.created', row.data)
  return row
}

/** Returns the session's payment: from an earlier declined attempt, or a new one. */
function intentOf(work: Work, session: Row<'checkout.session'>, customer: string | null): Row<'payment_intent'> {
  const earlier = work.find('payment_intent', session.data.payment_intent)
  if (earlier) return earlier
  const { paymentIntentData } = session.hidden
  const amount = session.data.amount_total ?? 0
  const intent = newPaymentIntent({ amount, customer, ...paymentIntentData }, work.seconds)
  const row = work.create('payment_intent', intent, { hidden: { byCheckout: true } })
  work.emit('payment_intent.created', row.data)
  return row
}

function chargeFor(
  work: Work,
  session: Row<'checkout.session'>,
  intent: Row<'payment_intent'>,
  card: Card,
  paymentMethod: string,
): Decline | undefined {
  const email = session.data.customer_email
  return charge(work, intent, { card, paymentMethod, email, at: 'checkout', seconds: work.seconds })
}

function complete(
  work: Work,
  session: Row<'checkout.session'>,
  card: Card,
  made: Partial<Stripe.Checkout.Session>,
): void {
  const customer_details: Stripe.Checkout.Session.CustomerDetails = {
    address: null,
    business_name: null,
    email: session.data.customer_email,
    individual_name: null,
    name: card.holder,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  }
  const paid = { ...made, status: 'complete', payment_status: 'paid', url: null, customer_details } as const
  work.change(session, paid, { dueAt: null })
  work.emit('checkout.session.completed', session.data)
}

/** Closes an open session, on request or at its expiry. */
export function expireSession(work: Work, session: Row<'checkout.session'>): void {
  const intent = work.find('payment_intent', session.data.payment_intent)
  if (intent) {
    const canceled_at = work.seconds
    work.change(intent, { status: 'canceled', canceled_at, cancellation_reason: 'automatic' })
    work.emit('payment_intent.canceled', intent.data)
  }
  work.change(session, { status: 'expired', url: null }, { dueAt: null })
  work.emit('checkout.session.expired', session.data)
}
