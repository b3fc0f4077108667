import type { Context } from '#adapters/context.ts'
import { spreadDiscount } from '#adapters/payments/discount.ts'
import type { CheckoutLine, NewCheckout } from '#adapters/payments/port.ts'
import { lineName } from '../line-name.ts'
import { paymentsOf } from '../payments-of.server.ts'
import { unitCentsOf } from '../rules.ts'
import { referenceOf, type StoredOrder } from '../stored-order.server.ts'

/**
 * Opens the payment page of a stored order and remembers its session. The order's id is the idempotency key and everything
 * sent comes from the stored order, so asked again after a crash it answers with the first page.
 * Never inside a transaction: the provider may take seconds.
 * @throws PaymentError
 */
export async function openPayment(ctx: Context, order: StoredOrder): Promise<{ id: string; url: string }> {
  const { id, url } = await paymentsOf(ctx, order).createCheckout(newCheckoutOf(ctx, order))
  await ctx.db
    .updateTable('customer_order')
    .set({ session_id: id })
    .where('id', '=', order.id)
    .where('session_id', 'is', null)
    .execute()
  return { id, url }
}

function newCheckoutOf(ctx: Context, order: StoredOrder): NewCheckout {
  const back = `${ctx.origin}/${order.returnTo}`
  const reference = referenceOf(order)
  return {
    orderId: order.id,
    lines: paymentLines(ctx, order),
    customerEmail: order.email,
    successUrl: `${back}?status=success&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${back}?status=cancelled&order=${order.id}`,
    expiresAt: order.expiresAt,
    idempotencyKey: order.id,
    metadata: { reference },
    ...(order.interval ? { mode: 'subscription', interval: order.interval } : { mode: 'payment' }),
  }
}

/** What the payment page lists; it adds up to the order's total. */
function paymentLines(ctx: Context, { lines, price }: StoredOrder): CheckoutLine[] {
  const goods = lines.map(line => ({
    name: lineName(line),
    amountCents: unitCentsOf(line),
    quantity: line.quantity,
    ...(line.image && { imageUrl: `${ctx.origin}${line.image}-640.webp` }),
  }))
  const extra = (name: string, amountCents: number) => (amountCents > 0 ? [{ name, amountCents, quantity: 1 }] : [])
  return [
    ...spreadDiscount(goods, price.discount),
    ...extra('Merchant Platform Fee', price.fee.amount),
    ...extra('Shipping', price.shipping),
    ...extra('Tax', price.tax),
  ]
}
