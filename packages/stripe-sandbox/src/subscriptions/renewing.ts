import type Stripe from 'stripe'
import { newId, type Row } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { fullLine, newInvoice, previewOf } from '../objects/invoice.ts'
import { periodEnd } from '../objects/subscription.ts'
import { collectInvoice, loadInvoice } from './billing.ts'
import { applyPhase, releaseEnded } from './scheduling.ts'
import { endSubscription, periodOf, realTime, UPCOMING_SECONDS } from './subscribing.ts'

const DAY = 86_400
/** Days between the attempts at a failed renewal; the subscription ends after the last one. */
const RETRY_DAYS = [3, 5, 7]

/**
 * Runs a subscription's due steps, in its own time: announces the next invoice, renews, retries a failed payment, or ends.
 * The subscription must be loaded with its references.
 */
export async function runSubscription(work: Work, subscription: Row<'subscription'>): Promise<void> {
  const { data, hidden } = subscription
  const invoice = await loadInvoice(work, data.latest_invoice as string | null)
  const schedule = work.find('subscription_schedule', data.schedule)
  await work.load((schedule?.data.phases ?? []).map(({ items }) => items[0]!.price as string))
  const moment = Math.round((subscription.dueAt?.getTime() ?? 0) / 1000) + (hidden.aheadSeconds ?? 0)
  const { end } = periodOf(data)
  if (data.status === 'past_due' && invoice) collect(work, subscription, invoice, moment)
  else if (moment < end) announce(work, subscription, moment)
  else if (data.cancel_at_period_end) endSubscription(work, subscription, 'cancellation_requested', moment)
  else renew(work, subscription, moment)
}

/** Emits the upcoming invoice some days before a renewal. */
function announce(work: Work, subscription: Row<'subscription'>, moment: number): void {
  const { end } = periodOf(subscription.data)
  if (!subscription.data.cancel_at_period_end) {
    const item = subscription.data.items.data[0]!
    const next = { start: end, end: periodEnd(end, item.price.recurring!, 1) }
    work.emit('invoice.upcoming', previewOf(billFor(work, subscription, next, end, 'upcoming_in')), moment)
  }
  work.change(subscription, {}, { dueAt: realTime(end, subscription.hidden.aheadSeconds ?? 0) })
}

function renew(work: Work, subscription: Row<'subscription'>, moment: number): void {
  if (!applyPhase(work, subscription, moment)) beginPeriod(work, subscription)
  releaseEnded(work, subscription, moment)
  const invoice = work.create('invoice', billFor(work, subscription, periodOf(subscription.data), moment))
  work.change(subscription, { latest_invoice: invoice.id })
  work.emit('invoice.created', invoice.data, moment)
  work.emit('invoice.finalized', invoice.data, moment)
  collect(work, subscription, invoice, moment)
}

type Period = { start: number; end: number }

function billFor(
  work: Work,
  subscription: Row<'subscription'>,
  next: Period,
  moment: number,
  prefix: 'in' | 'upcoming_in' = 'in',
): Stripe.Invoice {
  const { data, hidden } = subscription
  const item = data.items.data[0]!
  const line = fullLine(item.price, item.quantity ?? 1, hidden.planName ?? data.description ?? 'Membership', next)
  const given = {
    subscription: data,
    customer: work.get('customer', String(data.customer)).data,
    reason: 'subscription_cycle' as const,
    lines: [line],
    period: { start: data.items.data[0]!.current_period_start, end: next.start },
    pagesUrl: work.pagesUrl,
    accountName: work.accountName,
  }
  return newInvoice(given, moment, newId(prefix))
}

/** Charges the card on file and updates the subscription by the result. */
function collect(work: Work, subscription: Row<'subscription'>, invoice: Row<'invoice'>, moment: number): void {
  if (collectInvoice(work, subscription, invoice, { seconds: moment, isAutomatic: true })) {
    fail(work, subscription, invoice, moment)
    return
  }
  goOn(work, subscription, moment)
}

/** After a paid invoice: the subscription is active until the period ends. */
export function goOn(work: Work, subscription: Row<'subscription'>, moment: number): void {
  const { aheadSeconds = 0 } = subscription.hidden
  const { end } = periodOf(subscription.data)
  const next = Math.max(end - UPCOMING_SECONDS, Math.min(moment, end))
  work.change(subscription, { status: 'active' }, { hidden: { failures: 0 }, dueAt: realTime(next, aheadSeconds) })
  work.emit('customer.subscription.updated', subscription.data, moment)
}

function fail(work: Work, subscription: Row<'subscription'>, invoice: Row<'invoice'>, moment: number): void {
  const failures = (subscription.hidden.failures ?? 0) + 1
  const days = RETRY_DAYS[failures - 1]
  const next = days === undefined ? null : moment + days * DAY
  work.change(invoice, { next_payment_attempt: next, auto_advance: next !== null })
  work.emit('invoice.payment_failed', invoice.data, moment)
  if (next === null) {
    endSubscription(work, subscription, 'payment_failed', moment)
    return
  }
  const dueAt = realTime(next, subscription.hidden.aheadSeconds ?? 0)
  work.change(subscription, { status: 'past_due' }, { hidden: { failures }, dueAt })
  work.emit('customer.subscription.updated', subscription.data, moment)
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
