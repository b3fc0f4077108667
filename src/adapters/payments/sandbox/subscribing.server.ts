import type Stripe from 'stripe'
import type { Card } from './cards.ts'
import { listOf, type Row } from './kinds.server.ts'
import { newInvoice, newInvoicePayment } from './objects/invoice.server.ts'
import { linesOf } from './objects/session.server.ts'
import { newSubscription } from './objects/subscription.server.ts'
import type { Work } from './work.server.ts'

type Begun = { customer: string; card: Card; paymentMethod: string }

/** What a subscription pays for now. */
export const periodOf = (subscription: Stripe.Subscription) => {
  const item = subscription.items.data[0]!
  return { start: item.current_period_start, end: item.current_period_end }
}

/** A subscription's own time → the moment in which the sandbox must act. */
export const realTime = (seconds: number, aheadSeconds: number) => new Date((seconds - aheadSeconds) * 1000)

/** Begins the subscription that a session was opened for; its first payment has been taken. */
export function startSubscription(work: Work, session: Row<'checkout.session'>, begun: Begun): Row<'subscription'> {
  const { customer, card, paymentMethod } = begun
  const line = linesOf(session.hidden).find(item => item.price?.recurring)!
  const subscription = newSubscription(
    {
      customer,
      paymentMethod,
      line: { price: line.price!, quantity: line.quantity ?? 1 },
      ...session.hidden.subscriptionData,
    },
    work.seconds,
  )
  const hidden = { card, aheadSeconds: 0, periods: 1, failures: 0 }
  return work.create('subscription', subscription, { hidden, dueAt: realTime(periodOf(subscription).end, 0) })
}

type FirstPayment = {
  subscription: Row<'subscription'>
  customer: Row<'customer'>
  intent: Row<'payment_intent'>
}

/** The paid invoice of the first period, with one-off lines of the session on it. */
export function firstInvoice(work: Work, session: Row<'checkout.session'>, first: FirstPayment): Row<'invoice'> {
  const { subscription, customer, intent } = first
  const lines = linesOf(session.hidden).map(item => {
    return { price: item.price!, quantity: item.quantity ?? 1, name: item.description ?? '' }
  })
  const data = newInvoice(
    {
      subscription: subscription.data,
      customer: { id: customer.id, email: customer.data.email, name: customer.data.name ?? null },
      reason: 'subscription_create',
      lines,
      period: periodOf(subscription.data),
    },
    work.seconds,
  )
  const invoice = work.create('invoice', data)
  work.change(subscription, { latest_invoice: invoice.id })
  work.emit('customer.subscription.created', subscription.data)
  work.emit('invoice.created', invoice.data)
  work.emit('invoice.finalized', invoice.data)
  settleInvoice(work, invoice, intent.id, work.seconds)
  return invoice
}

/** Marks an invoice paid and announces it. */
export function settleInvoice(work: Work, invoice: Row<'invoice'>, intent: string, seconds: number): void {
  const { data } = invoice
  const payments = listOf([newInvoicePayment(data, intent, true, seconds)], `/v1/invoices/${data.id}/payments`)
  work.change(
    invoice,
    {
      status: 'paid',
      amount_paid: data.total,
      amount_remaining: 0,
      attempt_count: data.attempt_count + 1,
      attempted: true,
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...data.status_transitions, paid_at: seconds },
    },
    { hidden: { includable: { payments } } },
  )
  work.emit('invoice.paid', invoice.data, seconds)
  work.emit('invoice.payment_succeeded', invoice.data, seconds)
}

/** Ends a subscription. `reason` as Stripe names it. */
export function endSubscription(
  work: Work,
  subscription: Row<'subscription'>,
  reason: 'cancellation_requested' | 'payment_failed',
  seconds: number,
): void {
  const { data } = subscription
  const before = data.cancellation_details ?? { comment: null, feedback: null, feedback_option: null }
  const patch = {
    status: 'canceled' as const,
    canceled_at: data.canceled_at ?? seconds,
    ended_at: seconds,
    cancel_at: null,
    cancel_at_period_end: false,
    cancellation_details: { ...before, reason },
  }
  work.change(subscription, patch, { dueAt: null })
  work.emit('customer.subscription.deleted', subscription.data, seconds)
}
