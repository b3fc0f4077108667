import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { type CheckoutLine, type NewCheckout, PaymentError } from '#kernel/ports/payments.ts'
import { refusals } from '#platform/errors.ts'
import { ORDER_ERRORS, referenceOf } from '../../order/contract.ts'
import { lineName } from '../../order/line-name.ts'
import { unitCentsOf, worthOf } from '../../order/money/prices.ts'
import { type OrderLine, ownOrder, type StoredOrder } from '../../order/stored-order.server.ts'
import { paymentMark, paymentsOf } from '../payments-of.server.ts'

const refuse = refusals(ORDER_ERRORS)

/** The payment page of an order. `alike` are the account's other open orders of an equal cart. */
export type OpenedPage = { id: string; url: string; alike: string[] }

/**
 * Opens the payment page of a stored order and stores its session. An order with nothing to pay has no page: the shopper goes to the
 * address to which the payment page would return. The order's id is the idempotency key and all data comes from the stored order, so a call
 * after a crash returns the first page. Never call this inside a transaction: the provider may take seconds.
 * @throws PaymentError; order_lost when the order is gone from the database: its page is closed and its address is not returned.
 */
export async function openPayment(ctx: Context, order: StoredOrder): Promise<OpenedPage> {
  const isFree = order.paymentMethod === 'none'
  const page = isFree ? pageOfFree(ctx, order) : await openedAt(ctx, order)
  const { isNoted, alike } = await noteSession(ctx, order.id, page.id)
  if (isNoted) return { ...page, alike }
  if (!isFree) await expireUnnoted(ctx, order, page.id)
  throw refuse('order_lost')
}

/**
 * The session of an order whose opening was interrupted: for the order's key the provider returns the page that the database does not know.
 * @returns undefined when no page was opened, and none can be any more. @throws PaymentError when the provider does not answer.
 */
export async function interruptedSession(ctx: Context, order: StoredOrder): Promise<string | undefined> {
  try {
    return (await openPayment(ctx, order)).id
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'invalid') return undefined
    throw error
  }
}

const pageOfFree = (ctx: Context, order: StoredOrder) => {
  const id = order.sessionId!
  return { id, url: successUrlOf(ctx, order, id) }
}

/** The page of an order; for a saved card the prepared payment, which is not charged yet, and the address of the success screen. */
async function openedAt(ctx: Context, order: StoredOrder): Promise<{ id: string; url: string }> {
  const payments = paymentsOf(ctx, order)
  const { savedCardId: cardId, providerCustomerId: customerId, id: orderId } = order
  if (!cardId || !customerId) return payments.createCheckout(newCheckoutOf(ctx, order))
  const { id } = await payments.createCardPayment({
    ...{ orderId, cardId, customerId, amountCents: order.price.total, description: `Order ${referenceOf(order)}` },
    idempotencyKey: `${orderId} card`,
    metadata: metadataOf(ctx, order),
  })
  return { id, url: successUrlOf(ctx, order, id) }
}

const metadataOf = (ctx: Context, order: StoredOrder) => ({
  reference: referenceOf(order),
  mark: paymentMark(ctx, order.id),
})

/** Closes a page whose order is gone. Its address was never handed out, so a page that cannot be closed now expires unpaid. */
async function expireUnnoted(ctx: Context, order: StoredOrder, sessionId: string): Promise<void> {
  ctx.log.error({ orderId: order.id, sessionId }, 'an order was lost while its payment page opened')
  try {
    await paymentsOf(ctx, order).expireCheckout(sessionId)
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    ctx.log.error({ err: error, sessionId }, 'the payment page of a lost order was not closed')
  }
}

const pageOf = (ctx: Context, { returnTo }: StoredOrder) => `${ctx.origin}/${returnTo}`
/** Address of the success screen. @param sessionId the provider's placeholder by default. */
export const successUrlOf = (ctx: Context, order: StoredOrder, sessionId = '{CHECKOUT_SESSION_ID}') =>
  `${pageOf(ctx, order)}?status=success&session_id=${sessionId}`

function newCheckoutOf(ctx: Context, order: StoredOrder): NewCheckout {
  return {
    orderId: order.id,
    lines: paymentLines(ctx, order),
    customerEmail: order.email,
    ...(order.providerCustomerId && { customerId: order.providerCustomerId }),
    successUrl: successUrlOf(ctx, order),
    cancelUrl: `${pageOf(ctx, order)}?status=cancelled&order=${order.id}`,
    expiresAt: order.expiresAt,
    idempotencyKey: order.id,
    metadata: metadataOf(ctx, order),
    ...(order.interval ? { mode: 'subscription', interval: order.interval } : { mode: 'payment' }),
  }
}

/** Lines of the payment page. They add up to the order's total. */
function paymentLines(ctx: Context, { lines, price }: StoredOrder): CheckoutLine[] {
  const extra = (name: string, amountCents: number) => (amountCents > 0 ? [{ name, amountCents, quantity: 1 }] : [])
  return [
    ...lines.map(line => paymentLine(ctx, line)),
    ...extra('Merchant Platform Fee', price.fee.amount),
    ...extra('Shipping', price.shipping),
    ...extra('Tax', price.tax),
  ]
}

/**
 * A line less its stored share of the discount. A coupon at the provider would cost a second call per order and leave coupons behind. When
 * the rest does not divide evenly among the pieces, the line becomes a single "3 × name".
 */
function paymentLine(ctx: Context, line: OrderLine): CheckoutLine {
  const name = lineName(line)
  const picture = line.image ? { imageUrl: `${ctx.origin}${line.image}-640.webp` } : {}
  if (line.discountCents === 0) return { name, amountCents: unitCentsOf(line), quantity: line.quantity, ...picture }
  const net = worthOf(line) - line.discountCents
  if (net % line.quantity === 0) return { name, amountCents: net / line.quantity, quantity: line.quantity, ...picture }
  return { name: `${line.quantity} × ${name}`, amountCents: net, quantity: 1, ...picture }
}

/**
 * Reopens the payment page of an order while the page is open. The order's id is the idempotency key, so the provider returns the first
 * page and never a second one.
 * @throws order_not_found, Unauthorized for another user's order, order_closed when it is paid, closed or expired.
 */
export async function resumePayment(ctx: Context, userId: string, orderId: string): Promise<{ url: string }> {
  const order = await ownOrder(ctx, userId, orderId)
  if (order.status !== 'pending' || order.expiresAt <= ctx.now()) throw refuse('order_closed')
  try {
    const { url } = await openPayment(ctx, order)
    return { url }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    ctx.log.error({ err: error, orderId, kind: error.kind }, 'payment page not opened again')
    throw refuse('checkout_not_started')
  }
}

/** Longer than any payment page stays open. */
const OPEN_MINUTES = 60

/**
 * Stores the payment session of an order.
 * @returns `isNoted` is false when no row was written: the order is gone or has another session. The caller must not hand out the page then.
 *   `alike` are the account's other open orders of an equal cart.
 */
export async function noteSession(ctx: Context, orderId: string, sessionId: string) {
  const { rows } = await sql<{ isNoted: boolean; alike: string[] }>`
    select is_noted as "isNoted", alike
    from note_session(${orderId}, ${sessionId}, ${new Date(+ctx.now() - OPEN_MINUTES * 60_000)})`.execute(ctx.db)
  return rows[0]!
}
