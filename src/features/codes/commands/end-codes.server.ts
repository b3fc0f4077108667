import { sql } from 'kysely'
import type { DataContext, TransactionContext } from '#kernel/context.ts'

/**
 * Locks the coupons of an order by ascending id. Call it before locking the order, because all transactions
 * lock codes before orders.
 */
export async function lockCodes(tx: TransactionContext, orderId: string): Promise<void> {
  await sql`
    select from coupon where id in (select coupon_id from code_use where order_id = ${orderId} and coupon_id is not null)
    order by id for update`.execute(tx.db)
}

/** Releases the uses of an unpaid order that was cancelled or expired. Call it after `lockCodes`. */
export async function releaseCodes(ctx: DataContext, orderId: string): Promise<void> {
  await sql`
    with released as (
      update code_use set state = 'released' where order_id = ${orderId} and state = 'held' returning coupon_id, user_id
    ), coupons as (
      update coupon set held = held - 1 from released where id = coupon_id
    )
    update coupon_user p set held = p.held - 1 from released r
    where p.coupon_id = r.coupon_id and p.user_id = r.user_id`.execute(ctx.db)
}

/**
 * Marks the uses of a paid order as used. If the hold had lapsed before the payment, the shopper keeps the quoted price: a free use is
 * taken, otherwise the use counts beyond the limit. Call it after `lockCodes`.
 * @returns the codes that were used beyond their limits.
 */
export async function spendCodes(ctx: DataContext, orderId: string): Promise<string[]> {
  const now = ctx.now()
  const { rows } = await sql<{ code: string }>`
    with mine as (
      select u.id, u.coupon_id, u.user_id, u.code, u.state = 'held' as was_held,
        u.state = 'released' and u.coupon_id is not null and not (
          (c.total_limit is null or c.held + c.used < c.total_limit)
          and (c.person_limit is null or p.held + p.used < c.person_limit)
          and not (u.first_order and exists (select from code_use f
            where (f.user_id = u.user_id or f.mailbox = mailbox_of(person.email))
              and f.first_order and f.state in ('held', 'used') and not f.late))) as late
      from code_use u join users person on person.id = u.user_id left join coupon c on c.id = u.coupon_id
        left join coupon_user p on p.coupon_id = u.coupon_id and p.user_id = u.user_id
      where u.order_id = ${orderId} and u.state <> 'used'
    ), uses as (
      update code_use u set state = 'used', used_at = ${now}, late = mine.late from mine where u.id = mine.id
    ), coupons as (
      update coupon c set held = c.held - mine.was_held::int, used = c.used + 1, late = c.late + mine.late::int
      from mine where c.id = mine.coupon_id
    ), people as (
      update coupon_user p set held = p.held - mine.was_held::int, used = p.used + 1
      from mine where p.coupon_id = mine.coupon_id and p.user_id = mine.user_id
    )
    select code from mine where late order by code`.execute(ctx.db)
  return rows.map(row => row.code)
}
