import type Stripe from 'stripe'
import {
  type Charge,
  type Checkout,
  type Invoice,
  PaymentError,
  type Refund,
  type Subscription,
} from '#kernel/ports/payments.ts'

/** A reference is an id, or the object when expanded. */
export const idOf = (link: string | { id: string } | null | undefined): string | null =>
  typeof link === 'string' ? link : (link?.id ?? null)
/** Stripe's times are whole seconds. */
export const timeOf = (seconds: number): Date => new Date(seconds * 1000)
export const timeOrNull = (seconds: number | null | undefined) => (typeof seconds === 'number' ? timeOf(seconds) : null)
export const objectOf = <T extends object>(link: string | T | null | undefined): T | null =>
  typeof link === 'object' ? link : null

/** Converts a session. An expanded `payment_intent` gives the decline's message. */
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

/** @param invoice of this charge, if there is one: a charge does not name its invoice. */
export function toCharge(charge: Stripe.Charge, invoice: Stripe.Invoice | null): Charge {
  const billed = invoice?.parent?.subscription_details
  // Every invoice of a subscription carries the order id, but only the first one belongs to the order.
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

/** Requires an expanded `schedule`, which holds a pending plan change. */
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
 * The pending change of a schedule. The last phase names only the price's id, and a list cannot expand the price, so `changePlan` stores
 * the plan in the schedule's metadata.
 */
function nextPlanOf(schedule: Stripe.SubscriptionSchedule | null, periodEnd: number): Subscription['nextPlan'] {
  const { interval, amountCents } = schedule?.metadata ?? {}
  if (schedule?.status !== 'active' || !interval) return null
  const last = schedule.phases.at(-1)
  // The new plan has started; the schedule has not ended yet.
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

/** Requires expanded `payments`. */
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

/** The invoice's own period is the previous one. The paid period is on its lines; of several, the one that ends last. */
function periodOf(invoice: Stripe.Invoice): Pick<Invoice, 'periodStart' | 'periodEnd'> {
  const own = { start: invoice.period_start, end: invoice.period_end }
  const lines = invoice.lines.data.map(line => line.period)
  const period = lines.reduce((last, next) => (next.end > last.end ? next : last), lines[0] ?? own)
  return { periodStart: timeOf(period.start), periodEnd: timeOf(period.end) }
}
