import { sql } from 'kysely'
import { holdStock } from '#features/catalog/commands/stock.server.ts'
import { CODE_ERRORS } from '#features/codes/contract.ts'
import { refusalFor } from '#features/codes/presenters.ts'
import type { CountedCodes } from '#features/codes/queries/counted-codes.server.ts'
import { readBuyer } from '#features/identity/address-book/queries.server.ts'
import type { Buyer } from '#features/identity/user/answers.ts'
import { recordConsent } from '#features/notifications/commands/record-consent.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { shipsOnlyTo } from '#kernel/shipping/countries.ts'
import { isServed } from '#kernel/shipping/served-countries.server.ts'
import { checkAddress } from '#kernel/shipping/us-address/address-check.ts'
import { transact } from '#kernel/transaction.server.ts'
import { Refusal, refusals } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../../order/contract.ts'
import { ON_HOLD } from '../../order/standing.ts'
import { findStoredOrder, type StoredOrder, selectOrders } from '../../order/stored-order.server.ts'
import { atProvider } from '../../payment/at-provider.server.ts'
import { closeOwnPending } from '../../payment/commands/cancel-order.server.ts'
import { closeOrder } from '../../payment/commands/close-order.server.ts'
import { openPayment, successUrlOf } from '../../payment/commands/open-payment.server.ts'
import { settleOrder } from '../../payment/commands/settle.server.ts'
import { ownCard } from '../../payment/saved-cards/cards.server.ts'
import { SAVED_CARD_ERRORS } from '../../payment/saved-cards/contract.ts'
import { dropRefusedCustomer } from '../../payment/saved-cards/customers.server.ts'
import type { CheckoutBody } from '../contract.ts'
import { requireNoMembership } from '../queries/one-membership.server.ts'
import { readPayer } from '../queries/payer.server.ts'
import { providerNamed } from '../queries/payment-methods.server.ts'
import { codesOf, type PricedCart, priceCart, readCodesOfCart } from '../queries/price-cart.server.ts'
import { isPricedOtherwise, quoteCart } from '../queries/quote.server.ts'
import { type NamedItem, withProductIds } from '../queries/with-product-ids.server.ts'
import { requireFirstSale } from './first-sale.server.ts'
import { keepOnePayment, placeWithRoom, refuseJustPaid, requireModestHold, requireRoom } from './open-orders.server.ts'
import { payByCard } from './pay-by-card.server.ts'
import { type NewOrder, placeOrder } from './place-order.server.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...SAVED_CARD_ERRORS })

/** The providers' minimum and maximum charge. */
const LEAST_CENTS = 50
const MOST_CENTS = 99_999_999

/** Refusals that the shopper's own open payment may cause. */
const KEPT = new Set(['out_of_stock', 'code_used_up', 'code_used_by_you', 'code_not_first_order'])

/**
 * Turns a cart into a pending order that holds its codes and stock, and opens its payment page. An order with nothing to pay is settled at
 * once, and the address is that of the success screen. A call that goes on after a lost answer returns the order that was placed.
 * @param returnTo the page to which the payment page returns.
 * @returns session and address of the payment page, and the order's id.
 * @throws shop_not_open; address_not_found; every refusal of ORDER_ERRORS except those about existing orders, and of CODE_ERRORS; `price_changed` carries the new `quote`.
 */
export async function startCheckout(ctx: Context, asked: CheckoutBody, returnTo: StoredOrder['returnTo'] = 'checkout') {
  const earlier = await atProvider(() => resumed(ctx))
  if (earlier) return earlier
  await requireFirstSale(ctx)
  const body = { ...asked, items: await withProductIds(ctx, asked.items) }
  const provider = providerNamed(ctx, body.paymentMethod)
  const codes = codesOf(body)
  // The buyer is read once, so that the tax is that of the state to which the order is shipped.
  const buyer = await readBuyer(ctx, actorOf(ctx).userId, body.addressId)
  const cart = await priceCart(ctx, body.items, codes, { buyer, methodId: body.shippingMethodId })
  if (!provider || (cart.mode === 'subscription' && !provider.isWhole)) throw refuse('gateway_not_configured')
  try {
    await refuseUnfit(ctx, body, cart, buyer)
    const consents = { ...body, paymentMethod: provider.id }
    const payer = await payerOf(ctx, { provider, userId: buyer.id, mode: cart.mode, cardId: body.cardId })
    const checkoutKey = ctx.idempotentCall?.key ?? null
    const order = await holdAndPlace(ctx, { buyer, cart, consents, returnTo, payer, checkoutKey })
    return await openOnePayment(ctx, order)
  } catch (error) {
    if (error instanceof PaymentError) throw notStarted(ctx, provider, error)
    throw error instanceof Refusal && CHANGED.has(error.code)
      ? await changed(ctx, error, { body, codes, buyer })
      : error
  }
}

type Payment = { provider: PaymentProvider; userId: string; mode: PricedCart['mode']; cardId: string | undefined }

/**
 * The payer at the provider, the saved card, and whether the person has paid before. A membership keeps its card with a customer of its own, because its renewals need the card
 * after the shopper removed it here.
 * @throws saved_card_not_found, cards_away
 */
async function payerOf(ctx: Context, { provider, userId, mode, cardId }: Payment): Promise<NewOrder['payer']> {
  const { hasPaid, customerId } = await readPayer(ctx, { userId, provider: provider.id })
  if (mode === 'subscription' || !provider.savesCards) {
    if (cardId) throw refuse('saved_card_not_found')
    return { providerCustomerId: null, savedCardId: null, hasPaid }
  }
  if (!cardId) return { providerCustomerId: customerId, savedCardId: null, hasPaid }
  const card = await ownCard(ctx, { userId, provider, cardId })
  return { providerCustomerId: card.customerId, savedCardId: card.id, hasPaid }
}

/** Refusals of a cart that cannot be bought as it was shown. */
const CHANGED = new Set(['item_unavailable', 'out_of_stock', 'too_many_unpaid', 'price_changed'])

type Repriced = Pick<CheckoutBody, 'shippingMethodId'> & { items: readonly NamedItem[] }

/** Adds the quote of what can be bought, so that the shopper decides about the changed order. Nothing is charged that was not shown. */
async function changed(
  ctx: Context,
  { code, details }: Refusal,
  { body, codes, buyer }: { body: Repriced; codes: readonly string[]; buyer: Buyer },
): Promise<Refusal> {
  const quote = await quoteCart(ctx, body.items, codes, { buyer, methodId: body.shippingMethodId })
  const limits = quote.notices.filter(({ left }) => left !== undefined)
  const changes = limits.map(({ message }) => message)
  // A caller that sends the total of the quote with its own quantities learns the cause. In between the units may be back.
  const isShort = code === 'price_changed' ? limits.length > 0 : limits[0]?.code === 'out_of_stock'
  const cause = isShort && code !== 'item_unavailable' ? 'out_of_stock' : code
  return refuse(cause as keyof typeof ORDER_ERRORS, {
    ...details,
    quote,
    changes: changes.join(' ') || 'The stock has changed.',
  })
}

/** Rejects carts and buyers that may not check out: age, items, memberships, charge limits, codes and changed prices. */
async function refuseUnfit(ctx: Context, body: CheckoutBody, cart: PricedCart, buyer: Buyer) {
  const { minimumAge } = ctx.settings
  // A missing birth date does not prove the age.
  if (buyer.age === null || buyer.age < minimumAge) throw refuse('under_age', { age: minimumAge })
  requireServedAddress(ctx, cart, buyer)
  requireShipped(ctx, cart, buyer)
  if (cart.unavailable.length > 0)
    throw refuse('item_unavailable', { names: cart.unavailable.map(({ name }) => name).join(', ') })
  if (cart.mode === 'subscription') {
    await requireNoMembership(ctx, buyer)
    if (cart.lines.length > 1 || cart.lines[0]!.quantity > 1) throw refuse('one_membership')
  }
  const { subtotal, total } = cart.price
  if (total > 0 && total < LEAST_CENTS) throw refuse('total_too_small')
  // The subtotal is limited as well, because a discount could bring an order for millions below the limit.
  if (Math.max(subtotal, total) > MOST_CENTS) throw refuse('total_too_large')
  refuseCodes(cart.codes)
  if (isPricedOtherwise(body, cart)) throw refuse('price_changed')
}

/**
 * Goods go to the address on file. Without one the order waits for it. No parcel reaches a state or ZIP code that no post office
 * knows, and a tax by destination could not be told.
 * @throws address_not_served
 */
function requireServedAddress(ctx: Context, { mode }: PricedCart, { shippingAddress }: Buyer) {
  if (mode !== 'payment' || !shippingAddress) return
  if (!isServed(ctx, shippingAddress.country))
    throw refuse('address_not_served', { sentence: shipsOnlyTo(ctx.settings.shipping.countries) })
  // On file since before the rule of addresses, or by the last release.
  const { faults } = checkAddress(shippingAddress)
  if (faults.state)
    throw refuse('address_not_served', { sentence: `We do not know the state “${shippingAddress.state}”.` })
  if (faults.postalCode)
    throw refuse('address_not_served', { sentence: `We do not know the ZIP code “${shippingAddress.postalCode}”.` })
}

/**
 * A price of shipping that is not that of the address would be charged for the wrong way.
 * @throws address_first where zones of shipping wait for one; not_shipped
 */
function requireShipped(ctx: Context, { mode, unshipped }: PricedCart, { shippingAddress }: Buyer) {
  if (mode === 'payment' && !shippingAddress && ctx.shippingZones.length > 0) throw refuse('address_first')
  if (unshipped) throw refuse('not_shipped', { sentence: unshipped })
}

/** A quote only leaves out a code that does not count. The checkout refuses it before anything is held. */
function refuseCodes({ refused }: CountedCodes) {
  if (refused[0]) throw refusalFor(refused[0])
}

/**
 * Places the order with its codes and stock held, in one transaction. When the shopper's own open payment holds what the cart needs, that
 * payment is closed first.
 * @throws out_of_stock of the catalogue, naming the short items; or the reason why a code is no longer available.
 */
async function holdAndPlace(ctx: Context, newOrder: NewOrder): Promise<StoredOrder> {
  const { buyer, cart } = newOrder
  await requireModestHold(ctx, newOrder)
  const place = () =>
    placeWithRoom(ctx, () =>
      transact(ctx, async tx => {
        await requireRoom(tx, newOrder)
        const order = await placeOrder(tx, newOrder)
        await keepConsents(tx, newOrder)
        // Stock comes last, because every buyer of the product waits for this row until the commit.
        await holdStock(tx, cart.lines)
        return order
      }),
    )
  return place()
    .catch(async error => {
      const isKept = error instanceof Refusal && KEPT.has(error.code)
      if (!isKept || !(await closeOwnPending(ctx, buyer.id, keepersOf(error, cart)))) throw error
      return place()
    })
    .catch(async error => {
      // Another order took the code after the cart was priced. The refusal gives the current reason.
      if (error instanceof Refusal && error.code in CODE_ERRORS)
        refuseCodes(await readCodesOfCart(ctx, codesIn(cart), cart))
      throw error
    })
}

const codesIn = ({ codes }: PricedCart) => codes.counted.map(({ known }) => known.code)

/** The stock or codes of the cart that the shopper's own open payment may hold. */
const keepersOf = (error: Refusal, cart: PricedCart) =>
  error.code === 'out_of_stock' ? { variantIds: cart.lines.map(line => line.variantId) } : { codes: codesIn(cart) }

/** An unticked box at the checkout does not withdraw a consent given elsewhere. */
async function keepConsents(tx: TransactionContext, { buyer, consents }: NewOrder): Promise<void> {
  const consent = { userId: buyer.id, given: true, source: 'checkout' } as const
  if (consents.smsConsent) await recordConsent(tx, { ...consent, channel: 'sms' })
  if (consents.pushConsent) await recordConsent(tx, { ...consent, channel: 'push' })
}

/**
 * The order that an earlier attempt of this call placed before its answer was lost. Its card may be charged, so it is not placed again.
 * @returns its payment page; the success screen when it is paid, and for a saved card, which only its own attempt charges; undefined when
 *   no order was placed, or when it was closed unpaid.
 * @throws PaymentError when the provider is unreachable.
 */
async function resumed(ctx: Context) {
  const call = ctx.idempotentCall
  if (!call?.isResumed) return undefined
  const [order] = await selectOrders(
    ctx,
    sql`o.user_id = ${actorOf(ctx).userId} and o.checkout_key = ${call.key} order by o.created_at desc, o.id desc limit 1`,
  )
  if (!order) return undefined
  const status = await settleOrder(ctx, order)
  if (status === 'pending' && !order.savedCardId) return openOnePayment(ctx, order)
  if (status !== 'pending' && status !== 'paid' && status !== ON_HOLD) return undefined
  // Settling stored the session of an order that had none.
  const { sessionId } = (await findStoredOrder(ctx, order.id))!
  return { id: sessionId!, url: successUrlOf(ctx, order, sessionId!), orderId: order.id }
}

/** Opens the payment page of a placed order, or of a newer order of an equal cart. An order whose page does not open has failed. */
async function openOnePayment(ctx: Context, order: StoredOrder) {
  try {
    const { alike, ...page } = await openPayment(ctx, order)
    const kept = await keepOnePayment(ctx, { ...order, sessionId: page.id }, alike)
    if (kept.paymentMethod === 'none' && (await settleOrder(ctx, kept)) !== 'paid') throw refuse('order_closed')
    if (kept.id !== order.id) return sessionOf(kept, await openPayment(ctx, kept))
    if (!order.savedCardId) return sessionOf(order, page)
    await refuseJustPaid(ctx, { ...order, sessionId: page.id })
    return sessionOf(order, await payByCard(ctx, order, page))
  } catch (error) {
    if (!(error instanceof Refusal)) await closeOrder(ctx, order, 'failed')
    const isRefused = error instanceof PaymentError && error.kind === 'invalid'
    if (isRefused && order.providerCustomerId) await dropRefusedCustomer(ctx, order.providerCustomerId)
    throw error
  }
}

const sessionOf = ({ id: orderId }: StoredOrder, { id, url }: { id: string; url: string }) => ({ id, url, orderId })

/** The refusal for a provider failure: of opening the page, or of closing the shopper's older pages. */
function notStarted(ctx: Context, { notConfigured }: PaymentProvider, error: PaymentError): Refusal {
  ctx.log.error({ err: error, kind: error.kind }, 'payment page not opened')
  if (error.kind !== 'not_configured') return refuse('checkout_not_started')
  return notConfigured
    ? new Refusal(notConfigured.code, 409, notConfigured.message, {})
    : refuse('gateway_not_configured')
}
