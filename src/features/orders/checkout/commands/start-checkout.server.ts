import { holdStock } from '#features/catalog/commands/stock.server.ts'
import { CODE_ERRORS } from '#features/codes/contract.ts'
import { refusalFor } from '#features/codes/presenters.ts'
import type { Profile } from '#features/identity/answers.ts'
import { profileOf } from '#features/identity/queries.server.ts'
import { recordConsent } from '#features/notifications/commands/record-consent.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { transact } from '#kernel/transaction.server.ts'
import { Refusal, refusals, refuse as refuseAny } from '#platform/errors.ts'
import { type CheckoutBody, ORDER_ERRORS } from '../../contract.ts'
import type { StoredOrder } from '../../history/stored-order.server.ts'
import { closeOwnPending } from '../../settlement/commands/cancel-order.server.ts'
import { closeOrder } from '../../settlement/commands/close-order.server.ts'
import { settleOrder } from '../../settlement/commands/settle.server.ts'
import { codesOf } from '../codes-of.ts'
import { providerNamed } from '../queries/payment-methods.server.ts'
import { type PricedCart, priceCart } from '../queries/price-cart.server.ts'
import { isPricedOtherwise, quoteOf } from '../queries/quote.server.ts'
import { taxBasisOf } from '../tax.ts'
import { keepOnePayment } from './one-payment.server.ts'
import { placeWithRoom, requireModestHold, requireRoom } from './open-orders.server.ts'
import { openPayment } from './open-payment.server.ts'
import { placeOrder } from './place-order.server.ts'

const refuse = refusals(ORDER_ERRORS)

/** The providers' minimum and maximum charge. */
const LEAST_CENTS = 50
const MOST_CENTS = 99_999_999

/** Refusals that the shopper's own open payment may cause. */
const KEPT = new Set(['out_of_stock', 'code_used_up', 'code_used_by_you', 'code_not_first_order'])

/**
 * Turns a cart into a pending order that holds its codes and stock, and opens its payment page. An order with nothing to pay is settled at
 * once, and the address is that of the success screen.
 * @param returnTo the page to which the payment page returns.
 * @returns session and address of the payment page, and the order's id.
 * @throws every refusal of ORDER_ERRORS except those about existing orders, and of CODE_ERRORS; `price_changed` carries the new `quote`.
 */
export async function startCheckout(ctx: Context, body: CheckoutBody, returnTo: StoredOrder['returnTo'] = 'checkout') {
  const { userId } = actorOf(ctx)
  const provider = providerNamed(ctx, body.paymentMethod)
  const codes = codesOf(body)
  const [cart, buyer] = await Promise.all([priceCart(ctx, body.items, codes), profileOf(ctx, userId)])
  if (!buyer) throw refuseAny('NotAuthorizedException')
  if (!provider || (cart.mode === 'subscription' && !provider.isWhole)) throw refuse('gateway_not_configured')
  refuseUnfit(ctx, cart, buyer)
  refuseCodes(cart)
  if (isPricedOtherwise(body, cart)) throw refuse('price_changed', { quote: quoteOf(cart) })
  if (isTaxedElsewhere(ctx, cart, buyer)) {
    throw refuse('price_changed', { quote: quoteOf(await priceCart(ctx, body.items, codes)) })
  }

  const input = { buyer, cart, consents: { ...body, paymentMethod: provider.id }, returnTo }
  const order = await placeAndHold(ctx, input).catch(async error => {
    // The shopper's own older page could not be closed.
    if (error instanceof PaymentError) throw notStarted(ctx, provider, error)
    // Another order took the code after the cart was priced. The refusal gives the current reason.
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
    throw error instanceof PaymentError ? notStarted(ctx, provider, error) : error
  }
}

/** The refusal for a provider failure. */
function notStarted(ctx: Context, { notConfigured }: PaymentProvider, error: PaymentError): Refusal {
  ctx.log.error({ err: error, kind: error.kind }, 'payment page not opened')
  if (error.kind !== 'not_configured') return refuse('checkout_not_started')
  return notConfigured
    ? new Refusal(notConfigured.code, 409, notConfigured.message, {})
    : refuse('gateway_not_configured')
}

/** Rejects carts and buyers that may not check out: age, unavailable items, membership rules and charge limits. */
function refuseUnfit(ctx: Context, cart: PricedCart, buyer: Profile) {
  const { minimumAge } = ctx.settings
  // A missing birth date does not prove the age.
  if (buyer.age === null || buyer.age < minimumAge) throw refuse('under_age', { age: minimumAge })
  if (cart.unavailable.length > 0) throw refuse('item_unavailable', { names: cart.unavailable.join(', ') })
  if (cart.mode === 'subscription') {
    if (buyer.isSubscriber) throw refuse('already_member')
    if (cart.lines.length > 1 || cart.lines[0]!.quantity > 1) throw refuse('one_membership')
  }
  const { subtotal, total } = cart.price
  if (total > 0 && total < LEAST_CENTS) throw refuse('total_too_small')
  // The subtotal is limited as well, because a discount could bring an order for millions below the limit.
  if (Math.max(subtotal, total) > MOST_CENTS) throw refuse('total_too_large')
}

/** True when the shipping state changed while price and buyer were read concurrently. The taxed state must be the shipping state. */
const isTaxedElsewhere = (ctx: Context, { taxBasis }: PricedCart, { shippingAddress }: Profile): boolean =>
  taxBasis !== null && taxBasis.state !== taxBasisOf(ctx.settings.tax, shippingAddress?.state).state

/** A quote only leaves out a code that does not count. The checkout refuses it before anything is held. */
function refuseCodes({ codes: { refused } }: PricedCart) {
  if (refused[0]) throw refusalFor(refused[0])
}

/** @throws out_of_stock of the catalogue, naming the short items; or the reason why a code is no longer available. */
async function placeAndHold(ctx: Context, input: Parameters<typeof placeOrder>[1]): Promise<StoredOrder> {
  const holder = { userId: input.buyer.id, lines: input.cart.lines }
  await requireModestHold(ctx, holder)
  const place = () =>
    transact(ctx, async tx => {
      await requireRoom(tx, holder)
      const order = await placeOrder(tx, input)
      await keepConsents(tx, input)
      // Stock comes last, because every buyer of the product waits for this row until the commit.
      await holdStock(tx, input.cart.lines)
      return order
    })
  return placeWithRoom(ctx, place).catch(async error => {
    if (!(error instanceof Refusal) || !KEPT.has(error.code)) throw error
    if (!(await closeOwnPending(ctx, input.buyer.id, keepersOf(error, input.cart)))) throw error
    return placeWithRoom(ctx, place)
  })
}

/** The stock or codes of the cart that the shopper's own open payment may hold. */
const keepersOf = (error: Refusal, { lines, codes }: PricedCart) =>
  error.code === 'out_of_stock'
    ? { variantIds: lines.map(line => line.variantId) }
    : { codes: codes.counted.map(({ known }) => known.code) }

/** An unticked box at the checkout does not withdraw a consent given elsewhere. */
async function keepConsents(
  tx: TransactionContext,
  { buyer, consents }: Parameters<typeof placeOrder>[1],
): Promise<void> {
  const consent = { userId: buyer.id, given: true, source: 'checkout' } as const
  if (consents.smsConsent) await recordConsent(tx, { ...consent, channel: 'sms' })
  if (consents.pushConsent) await recordConsent(tx, { ...consent, channel: 'push' })
}
