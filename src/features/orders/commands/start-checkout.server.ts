import type { Context } from '#adapters/context.ts'
import { within } from '#adapters/context.ts'
import { actorOf } from '#adapters/http/api.server.ts'
import { PaymentError } from '#adapters/payments/port.ts'
import { holdStock } from '#features/catalog/commands/stock.server.ts'
import { CODE_ERRORS } from '#features/codes/contract.ts'
import { refusalFor } from '#features/codes/presenters.ts'
import type { Profile } from '#features/identity/answers.ts'
import { profileOf } from '#features/identity/queries.server.ts'
import { recordConsent } from '#features/notifications/commands/record-consent.server.ts'
import { Refusal, refusals, refuse as refuseAny } from '#platform/errors.ts'
import { codesOf } from '../codes-of.ts'
import { type CheckoutBody, ORDER_ERRORS } from '../contract.ts'
import { type PricedCart, priceCart } from '../queries/price-cart.server.ts'
import { isPricedOtherwise, quoteOf } from '../queries/quote.server.ts'
import type { StoredOrder } from '../stored-order.server.ts'
import { taxBasisOf } from '../tax.ts'
import { closeOwnPending } from './cancel-order.server.ts'
import { closeOrder } from './close-order.server.ts'
import { keepOnePayment } from './one-payment.server.ts'
import { placeWithRoom, requireModestHold, requireRoom } from './open-orders.server.ts'
import { openPayment } from './open-payment.server.ts'
import { placeOrder } from './place-order.server.ts'
import { settleOrder } from './settle.server.ts'

const refuse = refusals(ORDER_ERRORS)

/** Stripe takes nothing below the one and nothing above the other. */
const LEAST_CENTS = 50
const MOST_CENTS = 99_999_999

/** What a shopper's own open payment may keep from them. */
const KEPT = new Set(['out_of_stock', 'code_used_up', 'code_used_by_you', 'code_not_first_order'])

/**
 * Turns a cart into a pending order that holds its codes and its stock, and opens the page to pay it. An order with nothing
 * left to pay is settled at once, and the address is that of the success screen.
 * @param returnTo the page that the payment page leads back to.
 * @returns the payment page's session and address, and the order's id.
 * @throws every refusal of ORDER_ERRORS but those of orders that exist, and of CODE_ERRORS; `price_changed` carries the new
 *   `quote`.
 */
export async function startCheckout(ctx: Context, body: CheckoutBody, returnTo: StoredOrder['returnTo'] = 'checkout') {
  const { userId } = actorOf(ctx)
  const codes = codesOf(body)
  const [cart, buyer] = await Promise.all([priceCart(ctx, body.items, codes), profileOf(ctx, userId)])
  if (!buyer) throw refuseAny('NotAuthorizedException')
  // Memberships renew with the provider that renews them, and the second is not that.
  if (body.paymentMethod === 'gateway' && (!ctx.gateway || cart.mode === 'subscription')) {
    throw refuse('gateway_not_configured')
  }
  refuseUnfit(ctx, cart, buyer)
  refuseCodes(cart)
  if (isPricedOtherwise(body, cart)) throw refuse('price_changed', { quote: quoteOf(cart) })
  if (isTaxedElsewhere(ctx, cart, buyer)) {
    throw refuse('price_changed', { quote: quoteOf(await priceCart(ctx, body.items, codes)) })
  }

  const order = await placeAndHold(ctx, { buyer, cart, consents: body, returnTo }).catch(async error => {
    // Their own older page could not be closed.
    if (error instanceof PaymentError) throw notStarted(ctx, body, error)
    // Whoever was quicker with a code has changed how it stands since the cart was priced: the reason is told as it is now.
    if (error instanceof Refusal && error.code in CODE_ERRORS) refuseCodes(await priceCart(ctx, body.items, codes))
    throw error
  })
  try {
    const page = await openPayment(ctx, order)
    const kept = await keepOnePayment(ctx, { ...order, sessionId: page.id })
    if (kept.paymentMethod === 'none' && (await settleOrder(ctx, kept)) !== 'paid') throw refuse('order_closed')
    return { ...(kept.id === order.id ? page : await openPayment(ctx, kept)), orderId: kept.id }
  } catch (error) {
    if (error instanceof Refusal) throw error
    await closeOrder(ctx, order, 'failed')
    throw error instanceof PaymentError ? notStarted(ctx, body, error) : error
  }
}

/** What the shopper is told when the provider does not do its part. */
function notStarted(ctx: Context, { paymentMethod }: CheckoutBody, error: PaymentError): Refusal {
  ctx.log.error({ err: error, kind: error.kind }, 'payment page not opened')
  if (error.kind !== 'not_configured') return refuse('checkout_not_started')
  return refuse(paymentMethod === 'gateway' ? 'gateway_not_configured' : 'stripe_not_configured')
}

/** What cannot be bought, by whom, whatever it costs. */
function refuseUnfit(ctx: Context, cart: PricedCart, buyer: Profile) {
  const { minimumAge } = ctx.settings
  // No birth date on file is no proof of age.
  if (buyer.age === null || buyer.age < minimumAge) throw refuse('under_age', { age: minimumAge })
  if (cart.unavailable.length > 0) throw refuse('item_unavailable', { names: cart.unavailable.join(', ') })
  if (cart.mode === 'subscription') {
    if (buyer.isSubscriber) throw refuse('already_member')
    if (cart.lines.length > 1 || cart.lines[0]!.quantity > 1) throw refuse('one_membership')
  }
  const { subtotal, total } = cart.price
  if (total > 0 && total < LEAST_CENTS) throw refuse('total_too_small')
  // A discount makes no order of goods for millions: their sum is kept as well.
  if (Math.max(subtotal, total) > MOST_CENTS) throw refuse('total_too_large')
}

/** Price and buyer are read side by side, so the address may have changed between the two. What is taxed is what is sent. */
const isTaxedElsewhere = (ctx: Context, { taxBasis }: PricedCart, { shippingAddress }: Profile): boolean =>
  taxBasis !== null && taxBasis.state !== taxBasisOf(ctx.settings.tax, shippingAddress?.state).state

/** A quote leaves out a code that does not count; who pays is told before, and nothing is held. */
function refuseCodes({ codes: { refused } }: PricedCart) {
  if (refused[0]) throw refusalFor(refused[0])
}

/** @throws out_of_stock of the catalogue, naming what is short; or why a code cannot be had any more. */
async function placeAndHold(ctx: Context, input: Parameters<typeof placeOrder>[1]): Promise<StoredOrder> {
  const holder = { userId: input.buyer.id, lines: input.cart.lines }
  await requireModestHold(ctx, holder)
  const place = () =>
    ctx.db.transaction().execute(async trx => {
      const inner = within(ctx, trx)
      await requireRoom(inner, holder)
      const order = await placeOrder(inner, input)
      await keepConsents(inner, input)
      // Last, as everybody who buys the same thing waits for this row until the commit.
      return { order, tags: await holdStock(inner, input.cart.lines) }
    })
  const { order, tags } = await placeWithRoom(ctx, place).catch(async error => {
    if (!(error instanceof Refusal) || !KEPT.has(error.code)) throw error
    if (!(await closeOwnPending(ctx, input.buyer.id, keepersOf(error, input.cart)))) throw error
    return placeWithRoom(ctx, place)
  })
  if (tags.length > 0) ctx.changed(...tags)
  return order
}

/** What of a cart an open payment of the same person may keep: its stock, or its codes. */
const keepersOf = (error: Refusal, { lines, codes }: PricedCart) =>
  error.code === 'out_of_stock'
    ? { variantIds: lines.map(line => line.variantId) }
    : { codes: codes.counted.map(({ known }) => known.code) }

/** A box left empty at the checkout takes nothing back that was given elsewhere. */
async function keepConsents(ctx: Context, { buyer, consents }: Parameters<typeof placeOrder>[1]): Promise<void> {
  const consent = { userId: buyer.id, given: true, source: 'checkout' } as const
  if (consents.smsConsent) await recordConsent(ctx, { ...consent, channel: 'sms' })
  if (consents.pushConsent) await recordConsent(ctx, { ...consent, channel: 'push' })
}
