import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#kernel/context.ts'
import type { HostedCheckout } from '#kernel/ports/gateway.ts'
import { type Checkout, PaymentError } from '#kernel/ports/payments.ts'
import type { StoredOrder } from '../history/stored-order.server.ts'

/**
 * Returns the provider that took the order's money and refunds it: the one stored with the order, even after a change of configuration.
 * @throws PaymentError `not_configured` for an order of a second gateway that is no longer configured.
 */
export function paymentsOf(ctx: Context, { paymentMethod }: Pick<StoredOrder, 'paymentMethod'>): HostedCheckout {
  if (paymentMethod !== 'gateway') return ctx.payments
  if (!ctx.gateway) throw new PaymentError('not_configured', 'The second gateway is not configured.')
  return ctx.gateway
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
