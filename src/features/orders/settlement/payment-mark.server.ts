import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#kernel/context.ts'
import type { Checkout } from '#kernel/ports/payments.ts'

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
