import type Stripe from 'stripe'
import { type Charge, type Checkout, type Invoice, PaymentError, type Refund, type Subscription } from '../port.ts'

/** A link to another object is its id, or the object itself where it was expanded. */
export const idOf = (link: string | { id: string } | null | undefined): string | null =>
  typeof link === 'string' ? link : (link?.id ?? null)
/** Stripe counts time in whole seconds. */
export const timeOf = (seconds: number): Date => new Date(seconds * 1000)
export const timeOrNull = (seconds: number | null | undefined) => (typeof seconds === 'number' ? timeOf(seconds) : null)
export const objectOf = <T extends object>(link: string | T | null | undefined): T | null =>
  typeof link === 'object' ? link : null

/** A session, best with its `payment_intent` expanded, which knows why a card was declined. */
export function toCheckout(session: Stripe.Checkout.Session): Checkout {
  const failure = objectOf(session.payment_intent)?.last_payment_error?.message
  return {
    id: session.id,
    mode: session.mode === 'subscription' ? 'subscription' : 'payment',
    status: (session.status ?? 'open') as Checkout['status'],
    paymentStatus: session.payment_status === 'unpaid' ? 'unpaid' : 'paid',
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    orderId: session.client_reference_id,
    mark: session.metadata?.mark ?? null,
    email: session.customer_details?.email ?? session.customer_email,
    paymentIntentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
    customerId: idOf(session.customer),
    createdAt: timeOf(session.created),
    ...(failure && { failureMessage: failure }),
  }
}

export function toRefund(refund: Stripe.Refund): Refund {
  return {
    id: refund.id,
    status: (refund.status ?? 'pending') as Refund['status'],
    amountCents: refund.amount,
    paymentIntentId: idOf(refund.payment_intent),
    createdAt: timeOf(refund.created),
    failureReason: refund.failure_reason ?? null,
  }
}

/** @param invoice that this charge was made for, if it was made for one: a charge does not name it itself. */
export function toCharge(charge: Stripe.Charge, invoice: Stripe.Invoice | null): Charge {
  const billed = invoice?.parent?.subscription_details
  // The subscription carries its order on every bill; only the first bill is that order's.
  const billedOrder = invoice?.billing_reason === 'subscription_create' ? billed?.metadata?.orderId : undefined
  return {
    id: charge.id,
    paymentIntentId: idOf(charge.payment_intent),
    orderId: charge.metadata.orderId ?? billedOrder ?? null,
    subscriptionId: idOf(billed?.subscription),
    invoiceId: invoice?.id ?? null,
    customerId: idOf(charge.customer),
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
    currency: charge.currency,
    createdAt: timeOf(charge.created),
    isPaid: charge.paid,
  }
}

/** A subscription, with its `schedule` expanded: that tells of a change of plan to come. */
export function toSubscription(subscription: Stripe.Subscription): Subscription {
  const item = subscription.items.data[0]
  if (!item) throw new PaymentError('invalid', `Subscription ${subscription.id} has no items.`)
  return {
    id: subscription.id,
    status: subscription.status as Subscription['status'],
    orderId: subscription.metadata.orderId ?? null,
    customerId: idOf(subscription.customer)!,
    amountCents: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    interval: item.price.recurring?.interval === 'year' ? 'year' : 'month',
    startedAt: timeOf(subscription.start_date),
    periodStart: timeOf(item.current_period_start),
    periodEnd: timeOf(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    canceledAt: timeOrNull(subscription.canceled_at),
    endedAt: timeOrNull(subscription.ended_at),
    latestInvoiceId: idOf(subscription.latest_invoice),
    nextPlan: nextPlanOf(objectOf(subscription.schedule), item.current_period_end),
  }
}

/**
 * What a schedule is going to change. Its last phase names only the price's id, and in a list the price itself lies deeper
 * than Stripe expands, so `changePlan` notes the plan in the schedule's metadata.
 */
function nextPlanOf(schedule: Stripe.SubscriptionSchedule | null, periodEnd: number): Subscription['nextPlan'] {
  const { interval, amountCents } = schedule?.metadata ?? {}
  if (schedule?.status !== 'active' || !interval) return null
  const last = schedule.phases.at(-1)
  // It has begun already; the schedule only has not ended yet.
  if (!last || schedule.phases.length < 2 || last.start_date < periodEnd) return null
  return {
    interval: interval === 'year' ? 'year' : 'month',
    amountCents: Number(amountCents),
    startsAt: timeOf(last.start_date),
  }
}

const REASONS: Record<string, Invoice['reason']> = {
  subscription_create: 'first',
  subscription_cycle: 'renewal',
  subscription_update: 'plan_change',
}

/** An invoice, with its `payments` expanded. */
export function toInvoice(invoice: Stripe.Invoice): Invoice {
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    customerId: idOf(invoice.customer),
    status: (invoice.status ?? 'draft') as Invoice['status'],
    reason: REASONS[invoice.billing_reason ?? ''] ?? 'other',
    amountDueCents: invoice.amount_due,
    amountPaidCents: invoice.amount_paid,
    ...periodOf(invoice),
    createdAt: timeOf(invoice.created),
    attemptCount: invoice.attempt_count,
    nextAttemptAt: timeOrNull(invoice.next_payment_attempt),
    paidAt: timeOrNull(invoice.status_transitions.paid_at),
    hostedUrl: invoice.hosted_invoice_url ?? null,
    paymentIntentId: idOf(invoice.payments?.data.find(({ payment }) => payment.payment_intent)?.payment.payment_intent),
  }
}

/** The invoice's own period is the one before; what is paid for stands on its line, of several on the one that ends last. */
function periodOf(invoice: Stripe.Invoice): Pick<Invoice, 'periodStart' | 'periodEnd'> {
  const own = { start: invoice.period_start, end: invoice.period_end }
  const lines = invoice.lines.data.map(line => line.period)
  const period = lines.reduce((last, next) => (next.end > last.end ? next : last), lines[0] ?? own)
  return { periodStart: timeOf(period.start), periodEnd: timeOf(period.end) }
}
