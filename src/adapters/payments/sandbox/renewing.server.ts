import type { Card } from './cards.ts'
import { charge } from './charging.server.ts'
import { listOf, newId, type Row } from './kinds.server.ts'
import { newInvoice, newInvoicePayment } from './objects/invoice.server.ts'
import { newPaymentIntent } from './objects/payment.server.ts'
import { periodEnd } from './objects/subscription.server.ts'
import { endSubscription, periodOf, realTime, settleInvoice } from './subscribing.server.ts'
import type { Work } from './work.server.ts'

const DAY = 86_400
/** Days between the attempts at a failed renewal; after the last one the subscription ends. */
const RETRY_DAYS = [3, 5, 7]

/**
 * Does what is due for a subscription, in its own time: renews it, tries a failed payment again, or ends it.
 * It was loaded with its customer and its latest invoice.
 */
export function runSubscription(work: Work, subscription: Row<'subscription'>): void {
  const { data, hidden } = subscription
  const moment = Math.round((subscription.dueAt?.getTime() ?? 0) / 1000) + (hidden.aheadSeconds ?? 0)
  if (data.status === 'past_due') retry(work, subscription, moment)
  else if (data.cancel_at_period_end) endSubscription(work, subscription, 'cancellation_requested', moment)
  else renew(work, subscription, moment)
}

function renew(work: Work, subscription: Row<'subscription'>, moment: number): void {
  beginPeriod(work, subscription)
  const customer = work.get('customer', String(subscription.data.customer))
  const item = subscription.data.items.data[0]!
  const data = newInvoice(
    {
      subscription: subscription.data,
      customer: { id: customer.id, email: customer.data.email, name: customer.data.name ?? null },
      reason: 'subscription_cycle',
      lines: [{ price: item.price, quantity: item.quantity ?? 1, name: subscription.data.description ?? 'Membership' }],
      period: periodOf(subscription.data),
    },
    moment,
  )
  const invoice = work.create('invoice', data)
  work.change(subscription, { latest_invoice: invoice.id })
  work.emit('invoice.created', invoice.data, moment)
  work.emit('invoice.finalized', invoice.data, moment)
  collect(work, subscription, invoice, moment)
}

function retry(work: Work, subscription: Row<'subscription'>, moment: number): void {
  const invoice = work.get('invoice', String(subscription.data.latest_invoice))
  collect(work, subscription, invoice, moment)
}

/** Charges the card on file and says what follows from it. */
function collect(work: Work, subscription: Row<'subscription'>, invoice: Row<'invoice'>, moment: number): void {
  const { customer } = subscription.data
  const amount = invoice.data.total
  const metadata = subscription.data.metadata
  const intent = work.create(
    'payment_intent',
    newPaymentIntent({ amount, customer: String(customer), metadata, description: 'Subscription update' }, moment),
    { hidden: { byCheckout: true } },
  )
  work.emit('payment_intent.created', intent.data, moment)
  const card = subscription.hidden.card as Card
  const paymentMethod = String(subscription.data.default_payment_method ?? newId('pm'))
  const email = invoice.data.customer_email
  const decline = charge(work, intent, { card, paymentMethod, email, at: 'renewal', seconds: moment })
  if (decline) {
    fail(work, subscription, invoice, intent.id, moment)
    return
  }
  settleInvoice(work, invoice, intent.id, moment)
  schedule(work, subscription, periodOf(subscription.data).end, { failures: 0 }, 'active')
  work.emit('customer.subscription.updated', subscription.data, moment)
}

function fail(
  work: Work,
  subscription: Row<'subscription'>,
  invoice: Row<'invoice'>,
  intent: string,
  moment: number,
): void {
  const failures = (subscription.hidden.failures ?? 0) + 1
  const days = RETRY_DAYS[failures - 1]
  const next = days === undefined ? null : moment + days * DAY
  const payments = listOf(
    [newInvoicePayment(invoice.data, intent, false, moment)],
    `/v1/invoices/${invoice.id}/payments`,
  )
  work.change(
    invoice,
    { attempt_count: failures, attempted: true, next_payment_attempt: next, auto_advance: next !== null },
    { hidden: { includable: { payments } } },
  )
  work.emit('invoice.payment_failed', invoice.data, moment)
  if (next === null) {
    endSubscription(work, subscription, 'payment_failed', moment)
    return
  }
  schedule(work, subscription, next, { failures }, 'past_due')
  work.emit('customer.subscription.updated', subscription.data, moment)
}

function schedule(
  work: Work,
  subscription: Row<'subscription'>,
  next: number,
  { failures }: { failures: number },
  status: 'active' | 'past_due',
): void {
  const dueAt = realTime(next, subscription.hidden.aheadSeconds ?? 0)
  work.change(subscription, { status }, { hidden: { failures }, dueAt })
}

function beginPeriod(work: Work, subscription: Row<'subscription'>): void {
  const periods = (subscription.hidden.periods ?? 1) + 1
  const { items, billing_cycle_anchor: anchor } = subscription.data
  const data = items.data.map(item => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: periodEnd(anchor, item.price.recurring!, periods),
  }))
  work.change(subscription, { items: { ...items, data } }, { hidden: { periods } })
}
