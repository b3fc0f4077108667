import { sql } from 'kysely'
import { TIERS } from '#kernel/values/tiers.ts'
import { refundedOf } from './books.ts'
import type { Model } from './model.ts'
import type { World } from './world.ts'

/** The model's whole state, in the format of `foundIn`. */
export function expectedOf(model: Model) {
  return {
    orders: model.orders.map(order => ({
      standing: model.standing(order),
      ...order.price,
      shares: order.lines.map(line => line.share),
      refundedPieces: order.lines.map(line => line.refunded),
      backordered: order.lines.map(line => line.backordered),
      refunded: refundedOf(order),
      refunds: order.refunds.map(({ amount, isSent }) => ({ amount, status: isSent ? 'succeeded' : 'requested' })),
      uses: order.codes.map(({ state, late }) => ({ state, late })),
      // The amount on the shopper's bank statement.
      charged: order.page === 'paid' ? order.price.total : 0,
      paidBack: order.refunds.reduce((sum, { amount, isSent }) => sum + (isSent ? amount : 0), 0),
    })),
    stock: model.stock,
    coupons: model.coupons.map(({ held, used, late }) => ({ held, used, late })),
    credits: model.available.map((mine, user) => ({
      ...Object.fromEntries(TIERS.map(tier => [tier, mine[tier] ?? 0])),
      spent: model.entries[user],
    })),
    entries: model.entries,
  }
}

type Snapshot = ReturnType<typeof expectedOf>

/** The state of the database and the provider's books, in one statement. */
export async function foundIn({ shop, users, products, coupons, giveawayId }: World): Promise<Snapshot> {
  const ids = users.map(user => user.id)
  const { rows } = await sql<{ found: Snapshot }>`
    select json_build_object(
      'orders', (select coalesce(json_agg(${orderJson} order by o.number), '[]') from customer_order o
        where o.user_id = any(${ids}::uuid[])),
      'stock', (select json_agg(json_build_object('onHand', v.stock_on_hand, 'held', v.held) order by w.at)
        from unnest(${products.map(product => product.variantId)}::uuid[]) with ordinality w (id, at)
        join product_variant v using (id)),
      'coupons', (select json_agg(json_build_object('held', c.held, 'used', c.used, 'late', c.late) order by w.at)
        from unnest(${coupons.map(coupon => coupon.id)}::uuid[]) with ordinality w (id, at) join coupon c using (id)),
      'credits', (select json_agg(${creditsJson} order by w.at) from unnest(${ids}::uuid[]) with ordinality w (id, at)),
      'entries', (select json_agg((select count(*) from giveaway_entry e where e.giveaway_id = ${giveawayId}::uuid
        and e.user_id = w.id and e.removed_at is null) order by w.at) from unnest(${ids}::uuid[]) with ordinality w (id, at))
    ) as found`.execute(shop.services.db)
  return rows[0]!.found
}

const perLine = (column: string) =>
  sql`(select json_agg(${sql.ref(`l.${column}`)} order by l.position) from order_line l where l.order_id = o.id)`

const orderJson = sql`json_build_object(
  'standing', o.standing, 'subtotal', o.subtotal_cents, 'discount', o.discount_cents, 'feeClient', o.fee_client_cents,
  'feePlatform', o.fee_platform_cents, 'tax', o.tax_cents, 'total', o.total_cents,
  'shares', ${perLine('discount_cents')}, 'refundedPieces', ${perLine('refunded')}, 'backordered', ${perLine('backordered')},
  'refunded', o.refunded_cents,
  'refunds', (select coalesce(json_agg(json_build_object('amount', r.amount_cents, 'status', r.status) order by r.id), '[]')
    from refund r where r.order_id = o.id),
  'uses', (select coalesce(json_agg(json_build_object('state', u.state, 'late', u.late)
    order by array_position(o.codes, u.code)), '[]') from code_use u where u.order_id = o.id),
  'charged', coalesce((select (i.data->>'amount_received')::int from stripe_sandbox.object s
    join stripe_sandbox.object i on i.id = s.data->>'payment_intent' where s.id = o.session_id), 0),
  'paidBack', coalesce((select sum((r.data->>'amount')::int) from stripe_sandbox.object s
    join stripe_sandbox.object r on r.kind = 'refund' and r.refs @> array[s.data->>'payment_intent']
    where s.id = o.session_id and r.data->>'status' = 'succeeded'), 0))`

const creditsJson = sql`(
  select json_object_agg(key, value) from (
    select t::text as key, coalesce((select available from credit_account a where a.user_id = w.id and a.tier = t), 0) as value
    from unnest(enum_range(null::tier)) t
    union all select 'spent', coalesce((select sum(spent) from credit_account a where a.user_id = w.id), 0)
  ) each)`
