import type { Row } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { newPaymentMethod } from '../objects/payment-method.ts'
import type { Card } from '../payments/cards.ts'
import { ownTime } from './subscribing.ts'

/** Stores a card with a customer. @param id of an existing payment method. */
export function attachCard(work: Work, customer: Row<'customer'>, card: Card, id?: string): Row<'payment_method'> {
  const data = newPaymentMethod(card, customer.data, work.seconds, id)
  const method = work.create('payment_method', data, { hidden: { card } })
  work.emit('payment_method.attached', method.data)
  return method
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
