import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'

type Two = { from: string; into: string }

/** Locks the coupons that the user used, by ascending id. All transactions lock codes before orders. */
export const lockCoupons = (tx: TransactionContext, userId: string) =>
  sql`
    select from coupon where id in (select coupon_id from code_use where user_id = ${userId} and coupon_id is not null)
    order by id for update`.execute(tx.db)

/**
 * Moves code uses to another account of the same person, after `lockCoupons`. Rows that would show a
 * self-referral or a second first order stay under the emptied account's id.
 */
export async function moveCodes(tx: TransactionContext, { from, into }: Two): Promise<void> {
  await sql`
    with moved as (
      update code_use u set user_id = ${into}
      where user_id = ${from} and owner_id is distinct from ${into}
        and not (first_order and exists (select from code_use f where f.user_id = ${into} and f.first_order))
      returning coupon_id, state
    ), counts as (
      select coupon_id, count(*) filter (where state = 'held')::int as held, count(*) filter (where state = 'used')::int as used
      from moved where coupon_id is not null and state <> 'released' group by coupon_id
    ), less as (
      update coupon_user p set held = p.held - c.held, used = p.used - c.used from counts c
      where p.coupon_id = c.coupon_id and p.user_id = ${from}
    )
    insert into coupon_user as p (coupon_id, user_id, held, used)
    select coupon_id, ${into}, held, used from counts order by coupon_id
    on conflict (coupon_id, user_id) do update set held = p.held + excluded.held, used = p.used + excluded.used`.execute(
    tx.db,
  )
  await sql`update code_use set owner_id = ${into} where owner_id = ${from} and user_id <> ${into}`.execute(tx.db)
  await sql`update referral_reward set owner_id = ${into} where owner_id = ${from} and referred_id <> ${into}`.execute(
    tx.db,
  )
  await sql`
    update referral_reward set referred_id = ${into} where referred_id = ${from} and owner_id <> ${into}
      and not exists (select from referral_reward where referred_id = ${into})`.execute(tx.db)
}
