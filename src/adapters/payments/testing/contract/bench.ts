import { CARDS } from '@redoubt/stripe-sandbox/testing'
import type Stripe from 'stripe'
import { type NewCheckout, PaymentError, type Payments, WebhookError } from '#kernel/ports/payments.ts'
import { newMembership, newOrder } from '../new-orders.ts'

/** What the contract runs on: the sandbox, or Stripe itself with a key of its test mode. */
export type Bench = {
  payments: Payments
  /** For what the adapter does not do: the events of the account, and signatures. */
  stripe: Stripe
  webhookSecret: string
  now: () => Date
  /** Fills in a payment page. */
  pay: (url: string, card: string) => Promise<unknown>
  /** Waits until Stripe may have gone on by itself. */
  wait: () => Promise<void>
}

/** One part of the contract. It yields a line for each fact; a line has no ids, moments or addresses, which differ from run to run. */
export type Part = (bench: Bench) => AsyncGenerator<string>

export const dollars = (cents: number) => (cents / 100).toFixed(2)

/** The outcome of a call: what `tell` says of it, or the kind of its refusal. */
export async function outcome<T>(call: Promise<T>, tell: (value: T) => string): Promise<string> {
  try {
    return tell(await call)
  } catch (error) {
    if (error instanceof PaymentError) return error.kind
    throw error
  }
}

export function webhookOutcome(read: () => { type: string }): string {
  try {
    return read().type
  } catch (error) {
    if (error instanceof WebhookError) return error.reason
    throw error
  }
}

const TRIES = 60

/** Reads until `isDone`: Stripe opens disputes and writes events some seconds later. @returns the last value. */
export async function until<T>(bench: Bench, read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  let value = await read()
  for (let n = 0; n < TRIES && !isDone(value); n++) {
    await bench.wait()
    value = await read()
  }
  return value
}

const clockOf = (bench: Bench) => ({ now: bench.now() })
export const orderOf = (bench: Bench, change: Partial<NewCheckout> = {}) => newOrder(clockOf(bench), change)

/** Pays an order of 74.25. */
export async function buy(bench: Bench, card: string, order = orderOf(bench)) {
  const { id, url } = await bench.payments.createCheckout(order)
  await bench.pay(url, card)
  const checkout = await until(
    bench,
    () => bench.payments.readCheckout(id),
    one => one.status === 'complete',
  )
  return { ...checkout, paymentIntentId: checkout.paymentIntentId ?? '', order }
}

/** Begins a monthly membership. */
export async function join(bench: Bench) {
  const { order, ...checkout } = await buy(bench, CARDS.pays, newMembership(clockOf(bench)))
  return { ...checkout, id: checkout.subscriptionId!, order }
}
