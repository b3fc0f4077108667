import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

export type CodeFault = { code: string; userId: string | null; what: string; counted: number; found: number }

/**
 * Audits the counters of codes. Held, used and late of each coupon, and held and used of each person, must equal the number of uses of that
 * kind. An order's discount must equal the sum of its coupons and the sum of its lines' shares.
 * @returns the disagreements; empty when the counters are right.
 */
export async function auditCodes(ctx: Pick<Context, 'db'>): Promise<CodeFault[]> {
  const { rows } = await sql<CodeFault>`
    with uses as (
      select coupon_id, user_id, count(*) filter (where state = 'held')::int as held,
        count(*) filter (where state = 'used')::int as used, count(*) filter (where late)::int as late
      from code_use where coupon_id is not null group by coupon_id, user_id
    ), sums as (
      select coupon_id, sum(held)::int as held, sum(used)::int as used, sum(late)::int as late from uses group by coupon_id
    ), counters as (
      select c.code, null::uuid as user_id, k.what, k.counted, k.found from coupon c left join sums s on s.coupon_id = c.id,
        lateral (values ('held', c.held, coalesce(s.held, 0)), ('used', c.used, coalesce(s.used, 0)),
          ('late', c.late, coalesce(s.late, 0))) as k (what, counted, found)
      union all
      select c.code, p.user_id, k.what, k.counted, k.found
      from coupon_user p join coupon c on c.id = p.coupon_id
        left join uses u on u.coupon_id = p.coupon_id and u.user_id = p.user_id,
        lateral (values ('held', p.held, coalesce(u.held, 0)), ('used', p.used, coalesce(u.used, 0))) as k (what, counted, found)
    ), orders as (
      select array_to_string(o.codes, ' ') as code, o.user_id, k.what, o.discount_cents as counted, k.found
      from customer_order o,
        lateral (select coalesce(sum(discount_cents), 0)::int as found from order_line where order_id = o.id) l,
        lateral (select coalesce(sum(amount_cents), 0)::int as found from code_use where order_id = o.id) u,
        lateral (values ('lines', l.found), ('coupons', u.found)) as k (what, found)
      where cardinality(o.codes) > 0
    )
    select code, user_id as "userId", what, counted, found from (table counters union all table orders) all_of_them
    where counted <> found`.execute(ctx.db)
  return rows
}
