import { type RawBuilder, sql } from 'kysely'

export type During = (at: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * Paid and refunded money within time spans, line by line, as SQL for aggregation. Parts of an order's or refund's price without a line
 * (fees, shipping, tax) are shared over the lines by net, so that the lines add up to the cent.
 *
 * Columns: `kind` (order, refund), `at` (time of payment or refund decision), `fact` (id of the order or refund), `product`, `name`,
 * `tier`, `state`, `pieces` and the parts in cents: `subtotal`, `discount`, `fee_client`, `fee_platform`, `shipping`, `tax`. A refund
 * counts from its decision, like the order's `refunded_cents`.
 * @param during builds the condition on a time. Bounds are passed as values, so that PostgreSQL sees how few rows match and uses the index.
 */
export const moneyFacts = (during: During) => sql`
  select kind, at, fact, product, name, tier, state, pieces,
    ${shared(sql`subtotal`, 'gross')} as subtotal,
    case when all_off > 0 then ${shared(sql`discount`, 'off')} else ${shared(sql`discount`, 'gross')} end as discount,
    ${shared(sql`fee_client`, 'net')} as fee_client,
    ${shared(sql`fee_platform`, 'net')} as fee_platform,
    ${shared(sql`shipping`, 'net')} as shipping,
    ${shared(sql`tax`, 'net')} as tax
  from (
    select facts.*,
      sum(gross) over fact_lines as all_gross, sum(gross) over so_far as to_gross,
      sum(off) over fact_lines as all_off, sum(off) over so_far as to_off,
      sum(gross - off) over fact_lines as all_net, sum(gross - off) over so_far as to_net,
      count(*) over fact_lines as all_lines, row_number() over so_far as to_lines
    from (${paidLines(during)} union all ${refundedLines(during)}) facts
    window fact_lines as (partition by kind, fact),
      so_far as (partition by kind, fact order by position rows unbounded preceding)
  ) l`

/** A line's share: the cumulative share up to the line less the cumulative share before it. Lines worth nothing share equally. */
function shared(part: RawBuilder<unknown>, weight: 'gross' | 'off' | 'net'): RawBuilder<unknown> {
  const [all, to] = [sql.ref(`all_${weight}`), sql.ref(`to_${weight}`)]
  const own = weight === 'net' ? sql`(gross - off)` : sql.ref(weight)
  return sql`(case when ${all} > 0 then ${part} * ${to} / ${all} - ${part} * (${to} - ${own}) / ${all}
    else ${part} * to_lines / all_lines - ${part} * (to_lines - 1) / all_lines end)`
}

/** The state of the order's tax; without one, the state of the address. */
const STATE = sql`coalesce(o.tax_state, nullif(upper(trim(o.ship_to->>'state')), ''))`

const paidLines = (during: During) => sql`
  select 'order' as kind, o.paid_at as at, o.id as fact, coalesce(l.position, 0) as position, l.product_id::text as product,
    l.name, l.tier::text as tier, ${STATE} as state, coalesce(l.quantity, 0) as pieces,
    coalesce(l.unit_cents * l.quantity, 0) as gross, coalesce(l.discount_cents, 0) as off,
    o.subtotal_cents as subtotal, o.discount_cents as discount, o.fee_client_cents as fee_client,
    o.fee_platform_cents as fee_platform, o.shipping_cents as shipping, o.tax_cents as tax
  from customer_order o left join order_line l on l.order_id = o.id
  where o.status = 'paid' and ${during(sql`o.paid_at`)}`

/** The refunded lines. For a refund without named pieces (made at the provider), all lines of the order. */
const refundedLines = (during: During) => sql`
  select 'refund', r.created_at, r.id, coalesce(l.position, 0), l.product_id::text, l.name, l.tier::text, ${STATE},
    coalesce(back.quantity, 0), coalesce(l.unit_cents * coalesce(back.quantity, l.quantity), 0),
    coalesce(greatest(l.unit_cents * back.quantity - back.net_cents, 0), l.discount_cents, 0),
    r.subtotal_cents, r.discount_cents, r.fee_client_cents, r.fee_platform_cents, r.shipping_cents, r.tax_cents
  from refund r
    join customer_order o on o.id = r.order_id
    left join order_line l on l.order_id = o.id
    left join refund_line back on back.refund_id = r.id and back.position = l.position
    left join lateral (select true as is_named from refund_line where refund_id = r.id limit 1) chosen on true
  where ${during(sql`r.created_at`)} and (back.refund_id is not null or chosen.is_named is null)`

/** The first line of the order that began a subscription, by the provider's id: lateral SQL with `product`, `name`, `tier` and `state`. */
export const soldAs = (subscriptionId: RawBuilder<unknown>) => sql`
  select l.product_id::text as product, l.name, l.tier::text as tier, ${STATE} as state
  from customer_order o join order_line l on l.order_id = o.id
  where o.subscription_id = ${subscriptionId} order by l.position limit 1`

/** The state for an order's tax report: lateral SQL with `state`. */
export const taxedIn = (orderId: RawBuilder<unknown>) => sql`
  select ${STATE} as state from customer_order o where o.id = ${orderId}`

/**
 * Totals by the shop's day from orders and refunds themselves: SQL with `day`, `orders` and `cents` (paid less refunded). Used to verify
 * the roll-up. The query reads every order.
 */
export const moneyByDay = sql`
  select shop_day(paid_at) as day, count(*) as orders, sum(total_cents) as cents
  from customer_order where status = 'paid' group by 1
  union all
  select shop_day(created_at), 0, -sum(amount_cents) from refund group by 1`

/** The first and last moment of any paid order or refund: SQL with one row of `first` and `last`. */
export const moneyReach = sql`
  select least(o.first, r.first) as first, greatest(o.last, r.last) as last
  from (select min(paid_at) as first, max(paid_at) as last from customer_order where status = 'paid') o,
    (select min(created_at) as first, max(created_at) as last from refund) r`
