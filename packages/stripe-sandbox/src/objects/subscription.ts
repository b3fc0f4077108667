import type Stripe from 'stripe'
import { decimalText, listOf, newId } from '../books/kinds.ts'
import type { Interval } from './catalogue.ts'

/** The end of period number `periods`, counted from the anchor: on the anchor's day of the month, or the month's last day. In seconds. */
export function periodEnd(anchor: number, recurring: Stripe.Price.Recurring, periods: number): number {
  const count = recurring.interval_count * periods
  const interval = recurring.interval as Interval
  if (interval === 'day' || interval === 'week') return anchor + count * (interval === 'day' ? 1 : 7) * 86_400
  const start = new Date(anchor * 1000)
  const month = start.getUTCMonth() + count * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const end = new Date(anchor * 1000)
  end.setUTCFullYear(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), lastDay))
  return end.getTime() / 1000
}

type Begun = {
  customer: string
  /** The recurring line. */
  line: { price: Stripe.Price; quantity: number }
  paymentMethod: string
  description?: string | undefined
  metadata?: Record<string, string> | undefined
}

/** A subscription whose first payment just succeeded. */
export function newSubscription(begun: Begun, seconds: number): Stripe.Subscription {
  const id = newId('sub')
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: seconds,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: seconds,
    currency: 'usd',
    customer: begun.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: begun.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: begun.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf([newItem(id, begun.line, seconds)], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: begun.metadata ?? {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: seconds,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  }
}

function newItem(subscription: string, { price, quantity }: Begun['line'], seconds: number): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: seconds,
    current_period_end: periodEnd(seconds, price.recurring!, 1),
    current_period_start: seconds,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  }
}

/** A copy of an item with another price and a new period. */
export function repriced(
  item: Stripe.SubscriptionItem,
  price: Stripe.Price,
  quantity: number,
  period: { start: number; end: number },
): Stripe.SubscriptionItem {
  const { start: current_period_start, end: current_period_end } = period
  return { ...item, price, plan: planOf(price), quantity, current_period_start, current_period_end }
}

/** The legacy form of a recurring price; Stripe still sends both. */
function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: decimalText(price.unit_amount ?? 0),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring!.interval,
    interval_count: price.recurring!.interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
