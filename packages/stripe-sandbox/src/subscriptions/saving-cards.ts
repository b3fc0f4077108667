import type { Row } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { type NewMethod, newPaymentMethod } from '../objects/payment-method.ts'
import type { Card } from '../payments/cards.ts'
import { ownTime } from './subscribing.ts'

/** Stores a card with a customer. */
export function attachCard(
  work: Work,
  customer: Row<'customer'>,
  card: Card,
  method: NewMethod = {},
): Row<'payment_method'> {
  const data = newPaymentMethod(card, customer.data, work.seconds, method)
  const row = work.create('payment_method', data, { hidden: { card } })
  work.emit('payment_method.attached', row.data)
  return row
}

/** Takes a card from its customer. It can never be used again. */
export function detachCard(work: Work, method: Row<'payment_method'>): void {
  work.change(method, { customer: null })
  work.emit('payment_method.detached', method.data)
}

/** Makes a new card the default of a customer and a subscription. */
export function changeCard(
  work: Work,
  customer: Row<'customer'>,
  subscription: Row<'subscription'> | undefined,
  card: Card,
): void {
  const method = attachCard(work, customer, card)
  const { invoice_settings } = customer.data
  work.change(customer, { invoice_settings: { ...invoice_settings, default_payment_method: method.id } })
  work.emit('customer.updated', customer.data)
  if (!subscription || subscription.data.status === 'canceled') return
  work.change(subscription, { default_payment_method: method.id }, { hidden: { card } })
  work.emit('customer.subscription.updated', subscription.data, ownTime(work, subscription))
}
