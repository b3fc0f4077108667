import type Stripe from 'stripe'
import { PaymentError, type PlanChange, type PlanPreview, type Subscription } from '#kernel/ports/payments.ts'
import { ask } from './ask.server.ts'
import { idOf, timeOf, toSubscription } from './objects.server.ts'

const LENGTH = { month: 1, year: 12 }

type Plan = Pick<PlanChange, 'interval' | 'amountCents'>

/**
 * Changes a plan at Stripe (docs/decisions/0004-stripe-sandbox.md).
 * - To a longer interval: sets the new price on the item. Stripe starts a new period because the interval differs, credits the unused rest
 * and charges the difference at once, or changes nothing when the card is declined.
 * - To a shorter interval: a schedule sets the new price when the running, paid period ends.
 * - Another amount for the current interval: from the next renewal on.
 * - The current plan: releases a waiting schedule.
 */
export async function changePlan(stripe: Stripe, id: string, change: PlanChange): Promise<Subscription> {
  return ask(async () => {
    const subscription = await stripe.subscriptions.retrieve(id, { expand: ['schedule'] })
    const { item, price } = planOf(subscription)
    const isSame = price.unit_amount === change.amountCents && price.recurring?.interval === change.interval
    const isShorter = LENGTH[change.interval] < LENGTH[price.recurring?.interval as keyof typeof LENGTH]
    if (isShorter) return scheduleChange(stripe, subscription, change)
    const released = await releaseSchedule(stripe, subscription)
    if (isSame) return toSubscription(released)
    const isLonger = price.recurring?.interval !== change.interval
    const params: Stripe.SubscriptionUpdateParams = {
      items: [{ id: item.id, price_data: priceData(await productFor(stripe, change), change) }],
      proration_behavior: isLonger ? 'always_invoice' : 'none',
      ...(isLonger && { payment_behavior: 'error_if_incomplete' }),
      ...(isLonger && change.at && { proration_date: secondsOf(change.at) }),
      expand: ['schedule'],
    }
    const { idempotencyKey } = change
    return toSubscription(await stripe.subscriptions.update(id, params, { idempotencyKey }))
  })
}

/** Previews the cost of a plan change now. Stripe computes the amount; a change that waits costs nothing now. */
export async function previewPlanChange(stripe: Stripe, id: string, plan: Plan): Promise<PlanPreview> {
  return ask(async () => {
    const subscription = await stripe.subscriptions.retrieve(id)
    const { item, price } = planOf(subscription)
    const isLonger = LENGTH[plan.interval] > LENGTH[price.recurring?.interval as keyof typeof LENGTH]
    if (!isLonger) return { amountDueCents: 0, creditCents: 0, at: timeOf(item.current_period_end) }
    const invoice = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: {
        items: [{ id: item.id, price_data: priceData(idOf(price.product)!, plan) }],
        proration_behavior: 'always_invoice',
      },
    })
    const credit = invoice.lines.data.reduce((sum, line) => sum + Math.min(0, line.amount), 0)
    const at = invoice.parent?.subscription_details?.subscription_proration_date ?? invoice.created
    // `0 -` avoids minus zero.
    return { amountDueCents: invoice.amount_due, creditCents: 0 - credit, at: timeOf(at) }
  })
}

/**
 * Sets or clears the cancellation at the period's end. Stripe refuses both while a schedule is active, so the schedule is released first.
 */
export async function setCancelAtPeriodEnd(stripe: Stripe, id: string, atEnd: boolean): Promise<Subscription> {
  return ask(async () => {
    await releaseSchedule(stripe, await stripe.subscriptions.retrieve(id, { expand: ['schedule'] }))
    const params = { cancel_at_period_end: atEnd, expand: ['schedule'] }
    return toSubscription(await stripe.subscriptions.update(id, params))
  })
}

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)

function planOf(subscription: Stripe.Subscription) {
  const item = subscription.items.data[0]
  if (!item) throw new PaymentError('invalid', `Subscription ${subscription.id} has no items.`)
  return { item, price: item.price }
}

const priceData = (product: string, { interval, amountCents }: Plan) => ({
  currency: 'usd',
  product,
  unit_amount: amountCents,
  recurring: { interval },
})

/** The invoice takes the plan's name from a product, and an inline price of an existing subscription cannot create one. */
async function productFor(stripe: Stripe, { name, idempotencyKey }: PlanChange): Promise<string> {
  return (await stripe.products.create({ name }, { idempotencyKey: `${idempotencyKey}-product` })).id
}

async function releaseSchedule(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
  const { schedule } = subscription
  if (typeof schedule !== 'object' || schedule === null || schedule.status !== 'active') return subscription
  await stripe.subscriptionSchedules.release(schedule.id)
  return { ...subscription, schedule: null }
}

/** Stripe needs two calls. When only the first one succeeded, a repetition continues from there. */
async function scheduleChange(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  change: PlanChange,
): Promise<Subscription> {
  const { item, price } = planOf(subscription)
  const { idempotencyKey: key, interval, amountCents } = change
  const product = await productFor(stripe, change)
  const begun =
    idOf(subscription.schedule) ??
    (
      await stripe.subscriptionSchedules.create(
        { from_subscription: subscription.id },
        { idempotencyKey: `${key}-schedule` },
      )
    ).id
  await stripe.subscriptionSchedules.update(
    begun,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      metadata: { interval, amountCents: String(amountCents) },
      phases: [
        {
          items: [{ price: price.id, quantity: item.quantity ?? 1 }],
          start_date: item.current_period_start,
          end_date: item.current_period_end,
        },
        {
          items: [{ price_data: priceData(product, change), quantity: 1 }],
          proration_behavior: 'none',
          duration: { interval, interval_count: 1 },
        },
      ],
    },
    { idempotencyKey: `${key}-phases` },
  )
  return toSubscription(await stripe.subscriptions.retrieve(subscription.id, { expand: ['schedule'] }))
}
