import { sql } from 'kysely'
import type { TestShop } from '#app/testing/shop.ts'
import type { PriceParts } from '#features/orders/order/money/refunded-parts.ts'
import type { Cents } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import type { Db } from '#platform/db/database.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { totalOf } from '../rules.ts'

export type BookedLine = { product: string; tier: Tier; unit: Cents; quantity: number; discount: Cents }
export type BookedOrder = { id: string; lines: readonly BookedLine[]; parts: PriceParts }

type NewOrder = {
  at: Date | string
  lines: readonly BookedLine[]
  /** Omitted parts are 0; the subtotal is that of the lines. */
  parts?: Partial<PriceParts>
  taxState?: string | null
  shipTo?: string
  /** The provider's subscription that the order began. */
  subscription?: string
}

export const PRODUCTS = Array.from({ length: 6 }, () => newId())

/** One line of a product. The tier depends on the product's index. */
export const line = (unit: Cents, product = 0, quantity = 1, discount = 0): BookedLine => ({
  product: PRODUCTS[product]!,
  tier: TIERS[product % TIERS.length]!,
  unit,
  quantity,
  discount,
})

const NOTHING: PriceParts = { subtotal: 0, discount: 0, feeClient: 0, feePlatform: 0, shipping: 0, tax: 0 }
const columnsOf = (parts: PriceParts) => ({
  subtotal_cents: parts.subtotal,
  discount_cents: parts.discount,
  fee_client_cents: parts.feeClient,
  fee_platform_cents: parts.feePlatform,
  shipping_cents: parts.shipping,
  tax_cents: parts.tax,
})

/** Writes facts directly into the tables of orders, refunds and invoices, at any past time. */
export function booksOf({ services: { db } }: TestShop, userId: string) {
  async function order({ at, lines, taxState = null, shipTo, subscription, ...given }: NewOrder): Promise<BookedOrder> {
    const id = newId()
    const subtotal = lines.reduce((sum, { unit, quantity }) => sum + unit * quantity, 0)
    const parts = { ...NOTHING, subtotal, ...given.parts }
    const paid = new Date(at)
    await db
      .insertInto('customer_order')
      .values({
        ...{ id, user_id: userId, status: 'paid', email: 'books@example.com', payment_method: 'stripe' },
        mode: subscription ? 'subscription' : 'payment',
        interval: subscription ? 'month' : null,
        subscription_id: subscription ?? null,
        ship_to: shipTo ? JSON.stringify({ state: shipTo }) : null,
        tax_state: taxState,
        ...columnsOf(parts),
        fee_cents: parts.feeClient + parts.feePlatform,
        total_cents: totalOf(parts),
        ...{ created_at: paid, expires_at: paid, next_reconcile_at: paid, paid_at: paid },
      })
      .execute()
    const rows = lines.map((row, position) => lineRow(id, row, position))
    if (rows.length > 0) await db.insertInto('order_line').values(rows).execute()
    return { id, lines, parts }
  }

  /** Deletes all facts. The tables are locked in the order of the roll-up, because the shop's own job may be running. */
  const forgetAll = () =>
    sql`truncate revenue_stale_day, revenue_rolled_day, revenue_rolled_month, revenue_day, revenue_month, revenue_check,
      customer_order, order_line, refund, refund_line, membership, membership_invoice cascade`.execute(db)

  return { order, refund: refundIn(db), renewal: renewalIn(db, userId), forgetAll }
}

/** The last argument gives the returned pieces per line. Without pieces the refund is one made at the provider. */
const refundIn =
  (db: Db) =>
  async (of: BookedOrder, at: Date | string, parts: Partial<PriceParts>, back: readonly [number, number][] = []) => {
    const whole = { ...NOTHING, ...parts }
    const amount = totalOf(whole)
    const refund = { id: newId(), order_id: of.id, reason: 'Came back', created_at: new Date(at) }
    const rows = back.map(([position, quantity]) => {
      const { unit, quantity: bought, discount } = of.lines[position]!
      const net_cents = unit * quantity - Math.floor((discount * quantity) / bought)
      return { refund_id: refund.id, order_id: of.id, position, quantity, net_cents }
    })
    await db.transaction().execute(async trx => {
      await sql`update customer_order set refunded_cents = refunded_cents + ${amount} where id = ${of.id}`.execute(trx)
      await trx
        .insertInto('refund')
        .values({ ...refund, ...columnsOf(whole), amount_cents: amount })
        .execute()
      if (rows.length > 0) await trx.insertInto('refund_line').values(rows).execute()
    })
  }

/** A renewal payment of a membership, by the subscription of an order or by an unknown one. */
const renewalIn =
  (db: Db, user_id: string) =>
  async (at: Date | string, cents: Cents, subscription = newId(), refunded = 0): Promise<string> => {
    const paid = new Date(at)
    const id = `in_${newId()}`
    const membership = { id: newId(), user_id, provider_id: subscription, plan: 'monthly', status: 'cancelled' }
    await db
      .insertInto('membership')
      .values({ ...membership, started_at: paid, current_period_ends_at: paid })
      .onConflict(conflict => conflict.column('provider_id').doNothing())
      .execute()
    const { id: membership_id } = await db
      .selectFrom('membership')
      .select('id')
      .where('provider_id', '=', subscription)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('membership_invoice')
      .values({
        ...{ id, membership_id, user_id, reason: 'renewal', status: 'paid', plan: 'monthly' },
        ...{ amount_cents: cents, refunded_cents: refunded },
        ...{ period_started_at: paid, period_ends_at: paid, created_at: paid, paid_at: paid },
      })
      .execute()
    return id
  }

const lineRow = (orderId: string, { product, tier, unit, quantity, discount }: BookedLine, position: number) => ({
  order_id: orderId,
  position,
  product_id: product,
  variant_id: product,
  name: `Product ${PRODUCTS.indexOf(product)}`,
  options: '{}',
  tier,
  entries: 1,
  list_cents: unit,
  unit_cents: unit,
  quantity,
  discount_cents: discount,
})
