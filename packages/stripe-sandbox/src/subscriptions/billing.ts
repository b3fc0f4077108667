import { listOf, newId, type Row } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { newInvoicePayment } from '../objects/invoice.ts'
import { newPaymentIntent } from '../objects/payment.ts'
import type { Card, Decline } from '../payments/cards.ts'
import { charge } from '../payments/charging.ts'

/** Loads an invoice with its payment. */
export async function loadInvoice(work: Work, id: string | null): Promise<Row<'invoice'> | undefined> {
  await work.load([id])
  const invoice = work.find('invoice', id)
  const payments = invoice?.hidden.includable?.payments?.data ?? []
  await work.load([invoice?.hidden.intent, ...payments.map(payment => payment.id)])
  return invoice
}

type Attempt = { seconds: number; isAutomatic: boolean; card?: Card | undefined }

/**
 * Tries to charge an open invoice, always with one payment per invoice. Uses the subscription's card unless another is given.
 * Only automatic attempts count in `attempt_count`, plus the first attempt.
 * @returns the decline, or undefined when the invoice is paid.
 */
export function collectInvoice(
  work: Work,
  subscription: Row<'subscription'>,
  invoice: Row<'invoice'>,
  { seconds, isAutomatic, card }: Attempt,
): Decline | undefined {
  const intent = intentOf(work, invoice, seconds)
  const paymentMethod = String(subscription.data.default_payment_method ?? newId('pm'))
  const email = invoice.data.customer_email
  // A newly entered card means that the cardholder is present.
  const by = card ? { card, at: 'checkout' as const } : { card: subscription.hidden.card!, at: 'renewal' as const }
  const decline = charge(work, intent, { ...by, paymentMethod, email, seconds })
  const attempt_count = invoice.data.attempt_count + (isAutomatic || invoice.data.attempt_count === 0 ? 1 : 0)
  work.change(invoice, { attempt_count, attempted: true })
  if (decline) return decline
  settleInvoice(work, invoice, intent.id, seconds)
  return undefined
}

function intentOf(work: Work, invoice: Row<'invoice'>, seconds: number): Row<'payment_intent'> {
  const known = work.find('payment_intent', invoice.hidden.intent)
  if (known) return known
  const description =
    invoice.data.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update'
  const customer = String(invoice.data.customer)
  const data = newPaymentIntent({ amount: invoice.data.amount_due, customer, description }, seconds)
  const intent = work.create('payment_intent', data, { hidden: { byCheckout: true } })
  work.emit('payment_intent.created', intent.data, seconds)
  addPayment(work, invoice, intent.id, seconds)
  return intent
}

function addPayment(work: Work, invoice: Row<'invoice'>, intent: string, seconds: number): Row<'invoice_payment'> {
  const row = work.create('invoice_payment', newInvoicePayment(invoice.data, intent, seconds))
  showPayment(work, invoice, row, intent)
  return row
}

function showPayment(work: Work, invoice: Row<'invoice'>, payment: Row<'invoice_payment'>, intent: string): void {
  const payments = listOf([payment.data], `/v1/invoice_payments?invoice=${invoice.id}`)
  work.change(invoice, {}, { hidden: { includable: { payments }, intent } })
}

/** Marks an invoice as paid by a payment and emits the event. */
export function settleInvoice(work: Work, invoice: Row<'invoice'>, intent: string, seconds: number): void {
  const { data } = invoice
  const known = work.find('invoice_payment', invoice.hidden.includable?.payments?.data[0]?.id)
  const payment = known ?? addPayment(work, invoice, intent, seconds)
  work.change(payment, {
    status: 'paid',
    amount_paid: data.amount_due,
    status_transitions: { canceled_at: null, paid_at: seconds },
  })
  showPayment(work, invoice, payment, intent)
  work.change(invoice, {
    status: 'paid',
    amount_paid: data.amount_due,
    amount_remaining: 0,
    attempt_count: Math.max(1, data.attempt_count),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...data.status_transitions, paid_at: seconds },
  })
  work.emit('invoice_payment.paid', payment.data, seconds)
  work.emit('invoice.paid', invoice.data, seconds)
  work.emit('invoice.payment_succeeded', invoice.data, seconds)
}
