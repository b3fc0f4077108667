import type Stripe from 'stripe'
import type { Row } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { fullLine, type NewLine, newInvoice } from '../objects/invoice.ts'
import { periodEnd, repriced } from '../objects/subscription.ts'
import { Fault, invalid } from '../request/faults.ts'
import { collectInvoice } from './billing.ts'
import { goOn } from './renewing.ts'
import { ownTime, periodOf } from './subscribing.ts'

export type NewPlan = {
  price: Stripe.Price
  name: string
  quantity: number
  proration: 'always_invoice' | 'none'
  /** The moment of the proration; default: now. */
  prorationDate: number | undefined
}

/** The effect of a new price: the changed item, and an invoice if there is an amount due now. */
type Outcome = { item: Stripe.SubscriptionItem; anchor: number; invoice: Stripe.Invoice | null }

/**
 * Computes a price change as Stripe does. An equal interval keeps its period; another interval starts and invoices a new period now.
 * Prorations credit the unused rest of the old price, by the second, rounded to the cent.
 * @throws Fault for a date outside the period, and for an invoice below the minimum payment: the sandbox has no credit balances.
 */
export function planOutcome(work: Work, subscription: Row<'subscription'>, plan: NewPlan): Outcome {
  const now = ownTime(work, subscription)
  const before = subscription.data.items.data[0]!
  const old = periodOf(subscription.data)
  const at = plan.prorationDate ?? now
  if (at < old.start || at > old.end) {
    throw invalid('Proration date must be within the current billing period.', { param: 'proration_date' })
  }
  const isSameCycle = sameCycle(before.price.recurring!, plan.price.recurring!)
  const period = isSameCycle ? old : { start: now, end: periodEnd(now, plan.price.recurring!, 1) }
  const item = repriced(before, plan.price, plan.quantity, period)
  const anchor = isSameCycle ? subscription.data.billing_cycle_anchor : now
  const lines = plan.proration === 'none' ? [] : [unusedLine(subscription, before, at)]
  if (!isSameCycle) lines.push(fullLine(plan.price, plan.quantity, plan.name, period))
  else if (plan.proration === 'always_invoice') lines.push(restLine(plan, old, at))
  if (lines.length === 0) return { item, anchor, invoice: null }
  const customer = work.get('customer', String(subscription.data.customer)).data
  const given = { subscription: subscription.data, customer, lines, period: { start: old.start, end: now } }
  const { pagesUrl, accountName } = work
  const invoice = newInvoice({ ...given, reason: 'subscription_update', pagesUrl, accountName }, now)
  // The current price again, for example from a second tab.
  if (invoice.total === 0) return { item, anchor, invoice: null }
  if (invoice.total < 50) {
    throw invalid('The sandbox keeps no credit balance: this change would bill less than $0.50.', { param: 'items' })
  }
  return { item, anchor, invoice }
}

/**
 * Applies a new price and charges the amount due now.
 * @throws Fault 402 when the card is declined, and nothing changes.
 */
export function changePlan(work: Work, subscription: Row<'subscription'>, plan: NewPlan): void {
  const now = ownTime(work, subscription)
  const { item, anchor, invoice: data } = planOutcome(work, subscription, plan)
  const { items, cancel_at_period_end } = subscription.data
  work.change(
    subscription,
    {
      items: { ...items, data: [item] },
      billing_cycle_anchor: anchor,
      ...(cancel_at_period_end && { cancel_at: item.current_period_end }),
    },
    { hidden: { planName: plan.name, ...(anchor === now && { periods: 1 }) } },
  )
  if (!data) {
    work.emit('customer.subscription.updated', subscription.data, now)
    return
  }
  const invoice = work.create('invoice', data)
  work.change(subscription, { latest_invoice: invoice.id })
  work.emit('invoice.created', invoice.data, now)
  work.emit('invoice.finalized', invoice.data, now)
  const decline = collectInvoice(work, subscription, invoice, { seconds: now, isAutomatic: true })
  if (decline) throw new Fault(402, { type: 'card_error', ...decline })
  goOn(work, subscription, now)
}

const sameCycle = (a: Stripe.Price.Recurring, b: Stripe.Price.Recurring) =>
  a.interval === b.interval && a.interval_count === b.interval_count

/** The share of an amount for the rest of a period. */
const share = (amount: number, { start, end }: { start: number; end: number }, at: number) =>
  Math.round((amount * (end - at)) / (end - start))

function unusedLine(subscription: Row<'subscription'>, item: Stripe.SubscriptionItem, at: number): NewLine {
  const { price, quantity = 1 } = item
  const period = periodOf(subscription.data)
  const amount = -share((price.unit_amount ?? 0) * quantity, period, at)
  const name = subscription.hidden.planName ?? 'Membership'
  return { price, quantity, name, amount, period: { start: at, end: period.end }, isProration: true }
}

function restLine(plan: NewPlan, period: { start: number; end: number }, at: number): NewLine {
  const { price, quantity, name } = plan
  const amount = share((price.unit_amount ?? 0) * quantity, period, at)
  return { price, quantity, name, amount, period: { start: at, end: period.end }, isProration: true }
}
