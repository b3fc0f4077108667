import type Stripe from 'stripe'
import type { Row } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { fullLine, newInvoice } from '../objects/invoice.ts'
import { linesOf } from '../objects/session.ts'
import { newSubscription } from '../objects/subscription.ts'
import type { Card } from '../payments/cards.ts'
import { invalid } from '../request/faults.ts'
import { settleInvoice } from './billing.ts'

type Begun = { customer: string; card: Card; paymentMethod: string }

/** The paid period of a subscription. */
export const periodOf = (subscription: Stripe.Subscription) => {
  const item = subscription.items.data[0]!
  return { start: item.current_period_start, end: item.current_period_end }
}

/** Converts a subscription's own time to real time. */
export const realTime = (seconds: number, aheadSeconds: number) => new Date((seconds - aheadSeconds) * 1000)

/** The current moment in a subscription's own time, in seconds. */
export const ownTime = (work: Work, subscription: Row<'subscription'>) =>
  work.seconds + (subscription.hidden.aheadSeconds ?? 0)

/** How long before the period's end the upcoming invoice is announced. */
export const UPCOMING_SECONDS = 7 * 86_400

/** Starts the subscription of a session after the first payment. */
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
  const hidden = { card, aheadSeconds: 0, periods: 1, failures: 0, planName: line.description ?? '' }
  const dueAt = realTime(periodOf(subscription).end - UPCOMING_SECONDS, 0)
  return work.create('subscription', subscription, { hidden, dueAt })
}

type FirstPayment = {
  subscription: Row<'subscription'>
  customer: Row<'customer'>
  intent: Row<'payment_intent'>
}

/** The paid invoice of the first period, including the session's one-off lines. */
export function firstInvoice(work: Work, session: Row<'checkout.session'>, first: FirstPayment): Row<'invoice'> {
  const { subscription, customer, intent } = first
  const period = periodOf(subscription.data)
  const now = { start: period.start, end: period.start }
  const lines = linesOf(session.hidden).map(item => {
    const span = item.price!.recurring ? period : now
    return fullLine(item.price!, item.quantity ?? 1, item.description ?? '', span)
  })
  const data = newInvoice(
    {
      subscription: subscription.data,
      customer: customer.data,
      reason: 'subscription_create',
      lines,
      period: now,
      pagesUrl: work.pagesUrl,
      accountName: work.accountName,
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

/** Sets or clears the cancellation at the period's end. Emits no event. @throws Fault while a schedule is active. */
export function cancelAtPeriodEnd(work: Work, subscription: Row<'subscription'>, atEnd: boolean): void {
  const { data } = subscription
  if (data.schedule) {
    const message = `The subscription is managed by the subscription schedule \`${data.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`
    throw invalid(message, { param: 'cancel_at_period_end' })
  }
  work.change(subscription, {
    cancel_at_period_end: atEnd,
    cancel_at: atEnd ? periodOf(data).end : null,
    canceled_at: atEnd ? (data.canceled_at ?? ownTime(work, subscription)) : null,
  })
}

/**
 * Ends a subscription, stops attempts at its open invoice and ends its schedule; invoice and schedule must be loaded.
 * @param reason as Stripe names it.
 */
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
  const schedule = work.find('subscription_schedule', data.schedule)
  if (schedule?.data.status === 'active') {
    work.change(schedule, { status: 'canceled', canceled_at: seconds, current_phase: null })
    work.emit('subscription_schedule.canceled', schedule.data, seconds)
  }
  const invoice = work.find('invoice', data.latest_invoice)
  if (invoice?.data.status === 'open') work.change(invoice, { auto_advance: false, next_payment_attempt: null })
  work.emit('customer.subscription.deleted', subscription.data, seconds)
}
