import { type Hidden, type Kind, type Kinds, newId, refsOf } from './books/kinds.ts'
import { newPrice, newProduct } from './objects/catalogue.ts'
import { newCustomer } from './objects/customer.ts'
import { newCharge, newPaymentIntent, newRefund } from './objects/payment.ts'
import { newSubscription, periodEnd } from './objects/subscription.ts'
import type { Card } from './payments/cards.ts'
import { realTime } from './subscriptions/subscribing.ts'
import type { Queryable } from './surroundings.ts'

/** A subscription that has run and renewed for a while. */
export type PastSubscription = {
  email: string
  name: string
  interval: 'month' | 'year'
  amountCents: number
  /** The product's name, as invoices show it. */
  planName: string
  startedAt: Date
}

/** The seeded subscription: its id, and the paid periods, the running one last. */
export type SeededSubscription = { id: string; periods: { start: Date; end: Date }[] }

type NewObject = { id: string; kind: Kind; data: Kinds[Kind]; hidden: Hidden; refs: string[]; due_at: Date | null }

/**
 * Seeds the sandbox with existing subscriptions, so that they can renew and end. Old invoices are not created.
 * @returns one subscription for each of `past`, in order.
 */
export async function seedSubscriptions(
  database: Queryable,
  past: readonly PastSubscription[],
  now: Date,
): Promise<SeededSubscription[]> {
  const made = past.map(subscription => running(subscription, now))
  await insertObjects(
    database,
    made.flatMap(({ objects }) => objects),
  )
  return made.map(({ seeded }) => seeded)
}

/** A past payment and its refunded amount. */
export type PastPayment = {
  intentId: string
  chargeId: string
  amountCents: number
  email: string
  name: string
  at: Date
  metadata: Record<string, string>
  refunds: readonly { id: string; amountCents: number; at: Date; isFailed: boolean }[]
}

/**
 * Seeds the sandbox with past payments, so that they can be refunded.
 * @param past oldest first, because lists use the insertion order.
 */
export async function seedPayments(database: Queryable, past: readonly PastPayment[], now: Date): Promise<void> {
  await insertObjects(
    database,
    past.flatMap(payment => paid(payment, now)),
  )
}

function paid(past: PastPayment, now: Date): NewObject[] {
  const { intentId, chargeId, amountCents, email, name, metadata } = past
  const seconds = Math.floor(+past.at / 1000)
  const given = { amount: amountCents, customer: null, receiptEmail: email, metadata }
  const paymentMethod = newId('pm')
  const intent: Kinds['payment_intent'] = {
    ...newPaymentIntent(given, seconds),
    ...{ id: intentId, client_secret: `${intentId}_secret`, status: 'succeeded', amount_received: amountCents },
    ...{ latest_charge: chargeId, payment_method: paymentMethod },
  }
  const back = past.refunds.reduce((sum, { isFailed, amountCents }) => sum + (isFailed ? 0 : amountCents), 0)
  const charge: Kinds['charge'] = {
    ...newCharge({ intent, card: cardOf(name, now), paymentMethod, email, accountName: null }, undefined, seconds),
    ...{ id: chargeId, amount_refunded: back, refunded: back === amountCents },
  }
  const refunds = past.refunds.map(({ id, amountCents: amount, at, isFailed }) => ({
    ...newRefund({ amount, charge, isPending: false }, Math.floor(+at / 1000)),
    id,
    ...(isFailed && { status: 'failed', failure_reason: 'expired_or_canceled_card' }),
  }))
  return [
    newObject('payment_intent', intent),
    newObject('charge', charge),
    ...refunds.map(refund => newObject('refund', refund)),
  ]
}

const INSERT = `
  insert into stripe_sandbox.object (id, kind, data, hidden, refs, due_at)
  select id, kind, data, hidden, refs, due_at
  from jsonb_to_recordset($1::jsonb)
    as o (id text, kind text, data jsonb, hidden jsonb, refs text[], due_at timestamptz)`

async function insertObjects(database: Queryable, objects: readonly NewObject[]): Promise<void> {
  await database.query({ text: INSERT, values: [JSON.stringify(objects)] })
}

function running(past: PastSubscription, now: Date): { seeded: SeededSubscription; objects: NewObject[] } {
  const anchor = Math.floor(+past.startedAt / 1000)
  const customer = newCustomer({ email: past.email, name: past.name }, anchor)
  const recurring = { interval: past.interval }
  const product = newProduct({ name: past.planName }, anchor)
  const price = newPrice({ product: product.id, unit_amount: past.amountCents, recurring }, anchor, false)
  const line = { price, quantity: 1 }
  const begun = newSubscription({ customer: customer.id, paymentMethod: newId('pm'), line }, anchor)
  let periods = 1
  const endOf = (count: number) => (count === 0 ? anchor : periodEnd(anchor, price.recurring!, count))
  while (endOf(periods) * 1000 <= +now) periods++
  const [start, end] = [endOf(periods - 1), endOf(periods)]
  const items = begun.items.data.map(item => ({ ...item, current_period_start: start, current_period_end: end }))
  const subscription = { ...begun, items: { ...begun.items, data: items } }
  const hidden = { card: cardOf(past.name, now), aheadSeconds: 0, periods, failures: 0, planName: product.name }
  const moment = (count: number) => new Date(endOf(count) * 1000)
  const paidFor = Array.from({ length: periods }, (_, count) => ({ start: moment(count), end: moment(count + 1) }))
  return {
    seeded: { id: subscription.id, periods: paidFor },
    objects: [
      newObject('customer', customer),
      newObject('product', product),
      newObject('price', price),
      newObject('subscription', subscription, hidden, realTime(end, 0)),
    ],
  }
}

const newObject = <K extends Kind>(kind: K, data: Kinds[K], hidden: Hidden = {}, dueAt: Date | null = null) => ({
  id: data.id,
  kind,
  data,
  hidden,
  refs: refsOf(data),
  due_at: dueAt,
})

/** The test card that pays, valid for some more years. */
const cardOf = (holder: string, now: Date): Card => ({
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: now.getUTCFullYear() + 5,
  holder,
  behaviour: 'pays',
})
