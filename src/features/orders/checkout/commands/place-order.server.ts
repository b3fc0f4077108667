import { sql } from 'kysely'
import { holdCodes } from '#features/codes/commands/code-uses.server.ts'
import type { Buyer } from '#features/identity/user/answers.ts'
import { versionInForceOf } from '#features/legal/queries.server.ts'
import { BOUGHT_KINDS, BOUGHT_UNDER } from '#features/legal/rules.ts'
import type { TransactionContext } from '#kernel/context.ts'
import type { Rate } from '#kernel/shipping/rates/rates.ts'
import { STANDARD } from '#kernel/shipping/rates/shipping-zones.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { insertEvent } from '../../order/commands/order-events.server.ts'
import { ORDER_ERRORS } from '../../order/contract.ts'
import { unitCentsOf } from '../../order/money/prices.ts'
import type { StoredOrder } from '../../order/stored-order.server.ts'
import type { CheckoutBody } from '../contract.ts'
import type { PricedCart } from '../queries/price-cart.server.ts'

const refuse = refusals(ORDER_ERRORS)

/** Providers keep a payment page open for at least 30 minutes. One more minute allows for clock differences. */
const PAYMENT_MINUTES = 31
/** The first check by the reconciler, in case neither webhook nor shopper arrives. */
const FIRST_CHECK_MINUTES = 1

const later = (at: Date, minutes: number) => new Date(+at + minutes * 60_000)

/** A priced cart that passed all checks, and what its order needs besides. */
export type NewOrder = {
  buyer: Buyer
  cart: PricedCart
  consents: Pick<CheckoutBody, 'smsConsent' | 'pushConsent' | 'accepts'> & { paymentMethod: string }
  returnTo: StoredOrder['returnTo']
  payer: Pick<StoredOrder, 'providerCustomerId' | 'savedCardId'> & { hasPaid: boolean }
  /** Idempotency key of the press. */
  checkoutKey: string | null
}

/** Session id of an order with nothing to pay. No provider knows it. */
const freeSession = (orderId: string) => `free_${orderId}`

/**
 * Holds the codes of an order and inserts the pending order with its lines and full price. Codes come first
 * because every transaction locks them before orders and stock.
 *
 * The versions of the legal texts are read by the statement that stores them, so that no publication comes in between.
 *
 * The commit waits for the disk, because the provider opens a payment page for this order next (docs/decisions/0066-transact.md).
 * @returns the stored order.
 * @throws texts_changed when the buyer's page named an older version of a legal text; the reason of CODE_ERRORS for a code that is no longer available; the transaction is then aborted.
 */
export async function placeOrder(
  tx: TransactionContext,
  { buyer, cart, consents, returnTo, payer, checkoutKey }: NewOrder,
): Promise<StoredOrder> {
  const { price, mode, interval, taxBasis } = cart
  const now = tx.now()
  const lines = cart.lines.map((line, position) => ({ ...line, position, backordered: 0 }))
  const id = newId()
  const isFree = price.total === 0
  const order = {
    id,
    prefix: tx.settings.brand.orderPrefix,
    userId: buyer.id,
    status: 'pending' as const,
    mode,
    interval,
    email: buyer.email,
    shipTo: buyer.shippingAddress && { name: buyer.name, ...buyer.shippingAddress },
    paymentMethod: isFree ? 'none' : consents.paymentMethod,
    sessionId: isFree ? freeSession(id) : null,
    providerCustomerId: isFree ? null : payer.providerCustomerId,
    savedCardId: isFree ? null : payer.savedCardId,
    returnTo,
    currency: 'usd',
    price,
    taxState: taxBasis?.state ?? null,
    taxRate: taxBasis?.rate ?? null,
    codes: cart.codes.counted.map(({ known }) => known.code),
    shippingMethod: nameOf(cart.rate),
    lines,
    createdAt: now,
    expiresAt: later(now, PAYMENT_MINUTES),
  }
  await holdCodes(tx, { orderId: id, userId: buyer.id }, cart.codes.counted)
  const { rows } = await sql<{ number: number; acceptedTexts: StoredOrder['acceptedTexts'] }>`
    with placed as (
      insert into customer_order (id, prefix, user_id, mode, interval, email, ship_to, sms_consent, push_consent, currency,
        subtotal_cents, discount_cents, fee_cents, fee_client_cents, fee_platform_cents, shipping_cents, tax_cents,
        total_cents, tax_state, tax_rate, codes, payment_method, session_id, provider_customer_id, saved_card_id,
        return_to, checkout_key, shipping_method, created_at, expires_at, next_reconcile_at, terms_version, privacy_version)
      values (${order.id}, ${order.prefix}, ${order.userId}, ${mode}, ${interval}, ${order.email},
        ${order.shipTo && JSON.stringify(order.shipTo)}, ${consents.smsConsent}, ${consents.pushConsent},
        ${order.currency}, ${price.subtotal}, ${price.discount}, ${price.fee.amount}, ${price.fee.clientShare},
        ${price.fee.platformShare}, ${price.shipping}, ${price.tax}, ${price.total}, ${order.taxState},
        ${order.taxRate}, ${order.codes}::text[], ${order.paymentMethod}, ${order.sessionId}, ${order.providerCustomerId},
        ${order.savedCardId}, ${returnTo}, ${checkoutKey}, ${order.shippingMethod}, ${now}, ${order.expiresAt},
        ${later(now, FIRST_CHECK_MINUTES)},
        ${versionInForceOf('terms')}, ${versionInForceOf('privacy')})
      returning number, terms_version, privacy_version
    ), lines as (
      insert into order_line (order_id, position, product_id, variant_id, sku, name, options, image, tier, entries,
        list_cents, unit_cents, quantity, discount_cents)
      select ${order.id}::uuid, l.* from jsonb_to_recordset(${JSON.stringify(lines.map(columnsOf))}::jsonb) as l (
        position smallint, product_id uuid, variant_id uuid, sku text, name text, options jsonb, image text, tier tier,
        entries integer, list_cents integer, unit_cents integer, quantity integer, discount_cents integer)
    ), event as (
      ${insertEvent(tx, { kind: 'placed', isOfShop: true }, id)}
    )
    select number, json_build_object('terms', terms_version, 'privacy', privacy_version) as "acceptedTexts" from placed`.execute(
    tx.db,
  )
  const { number, acceptedTexts } = rows[0]!
  requireSameTexts(consents.accepts, acceptedTexts)
  return { ...order, number, acceptedTexts }
}

/** @throws texts_changed when the buyer's page named another version than the one in force. */
function requireSameTexts(named: CheckoutBody['accepts'], inForce: StoredOrder['acceptedTexts']): void {
  const changed = BOUGHT_KINDS.filter(kind => named?.[kind] !== undefined && named[kind] !== inForce[kind])
  if (changed.length > 0)
    throw refuse('texts_changed', { names: changed.map(kind => BOUGHT_UNDER[kind]).join(' and '), versions: inForce })
}

/** The flat amount of the settings has no name. */
const nameOf = (rate: Rate | undefined): string | null =>
  rate && rate.method.id !== STANDARD ? rate.method.name : null

const columnsOf = (line: StoredOrder['lines'][number]) => ({
  position: line.position,
  product_id: line.productId,
  variant_id: line.variantId,
  sku: line.sku,
  name: line.name,
  options: line.options,
  image: line.image,
  tier: line.tier,
  entries: line.entries,
  list_cents: line.listCents,
  unit_cents: unitCentsOf(line),
  quantity: line.quantity,
  discount_cents: line.discountCents,
})
