import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#kernel/context.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { type Checkout, PaymentError } from '#kernel/ports/payments.ts'
import type { StoredOrder } from '../order/stored-order.server.ts'

/**
 * Returns the provider that took the order's money and refunds it: the one stored with the order, even after a change of configuration.
 * @throws PaymentError `not_configured` for an order of a provider that is no longer configured.
 */
export function paymentsOf(
  { payments }: Context,
  { paymentMethod }: Pick<StoredOrder, 'paymentMethod'>,
): PaymentProvider {
  const provider = payments.providers.find(({ id }) => id === paymentMethod)
  if (!provider) throw new PaymentError('not_configured', `The payment provider ${paymentMethod} is not configured.`)
  return provider
}

/**
 * Marks a payment session as opened by this shop. Another shop, or a test copy with another secret, may share the provider account. This
 * shop must not refund sessions of other shops.
 */
export const paymentMark = (ctx: Context, orderId: string): string =>
  ctx.keyedHash(`payment session of order ${orderId}`).slice(0, 32)

export function isMarked(ctx: Context, { orderId, mark }: Pick<Checkout, 'orderId' | 'mark'>): boolean {
  if (!orderId || !mark) return false
  const [expected, given] = [Buffer.from(paymentMark(ctx, orderId)), Buffer.from(mark)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
