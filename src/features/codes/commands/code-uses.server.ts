import { sql } from 'kysely'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { isKept, keptUses, wasKept } from '#kernel/once/marks.server.ts'
import type { Cents } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { CODE_ERRORS } from '../contract.ts'
import type { CountedCode } from '../queries/counted-codes.server.ts'
import type { KnownCoupon } from '../rules.ts'

const refuse = refusals(CODE_ERRORS)

type Order = { orderId: string; userId: string }
type Held = { id: string; isFirst: boolean; isOwn: boolean }

/**
 * Holds a use of each code for an order during payment, before all other locks.
 * Each write carries its guard, so that limits are checked on the locked row.
 * A coupon that the snapshot shows as used up is not locked, so that a rush on the last use does not queue.
 * With a total limit, one person holds one use at a time, so that a shopper who never pays cannot block the coupon.
 * @throws the CODE_ERRORS reason of the first code that cannot be held; the caller's transaction is then aborted.
 */
export async function holdCodes(tx: TransactionContext, order: Order, codes: readonly CountedCode[]): Promise<void> {
  const coupons = codes.flatMap(({ known, amount }) => (known.type === 'coupon' ? [{ ...known, off: amount }] : []))
  if (coupons.length > 0) {
    const shopper = await shopperOf(tx, order.userId)
    await refuseMissing(tx, coupons, await holdCoupons(tx, { ...order, ...shopper }, coupons))
    const first = coupons.find(({ firstOrder }) => firstOrder)
    // Read after the hold, which waited for a concurrent deletion of another account of the mailbox.
    if (first && (await wasKept(tx, 'order', [shopper.mailbox])))
      throw refuse('code_not_first_order', { promo: first.code })
  }
  for (const { known } of codes) {
    if (known.type === 'coupon') continue
    await tx.db
      .insertInto('code_use')
      .values({
        id: newId(),
        order_id: order.orderId,
        user_id: order.userId,
        type: 'referral',
        code: known.code,
        owner_id: known.ownerId,
        created_at: tx.now(),
      })
      .execute()
  }
}

type Shopper = { address: string; mailbox: string }

async function shopperOf({ db }: DataContext, userId: string): Promise<Shopper> {
  const { rows } = await sql<Shopper>`
    select lower(email) as address, mailbox_of(email) as mailbox from users where id = ${userId}`.execute(db)
  return rows[0]!
}

/** One statement per coupon, by ascending id. While the table is small, PostgreSQL would plan one joint statement over all coupons. */
async function holdCoupons(
  ctx: DataContext,
  order: Order & Shopper,
  coupons: readonly (KnownCoupon & { off: Cents })[],
): Promise<Held[]> {
  const held: Held[] = []
  const inOrder = coupons.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const coupon of inOrder) held.push(...(await holdCoupon(ctx, order, coupon)))
  return held
}

async function holdCoupon(
  ctx: DataContext,
  { orderId, userId, address }: Order & Shopper,
  { id, version, off }: KnownCoupon & { off: Cents },
): Promise<Held[]> {
  const now = ctx.now()
  const { rows } = await sql<Held>`
    with held as (
      update coupon set held = held + 1
      where id = ${id} and version = ${version} and archived_at is null and paused_at is null
        and (starts_at is null or starts_at <= ${now}) and (ends_at is null or ends_at > ${now})
        and (total_limit is null or held + used < total_limit)
      returning id, code, first_order, person_limit
    ), before as (
      select ${keptUses(ctx, 'coupon', [address, id])} as uses
    ), person as (
      insert into coupon_user as p (coupon_id, user_id, held)
      select id, ${userId}::uuid, 1 from held, before where before.uses < coalesce(person_limit, 2147483647)
      on conflict (coupon_id, user_id) do update set held = p.held + 1
        where (select p.held + p.used + before.uses < coalesce(person_limit, 2147483647) and (total_limit is null or p.held = 0)
          from coupon, before where id = p.coupon_id)
      returning coupon_id
    ), first as (
      insert into code_use (id, order_id, user_id, type, code, coupon_id, amount_cents, first_order, created_at)
      select ${newId()}::uuid, ${orderId}::uuid, ${userId}::uuid, 'coupon', code, id, ${off}::integer, first_order, ${now}::timestamptz
      from held
      on conflict do nothing
      returning coupon_id
    )
    select id, exists (select from person) as "isOwn", exists (select from first) as "isFirst" from held`.execute(
    ctx.db,
  )
  return rows
}

/**
 * Reports the first coupon that could not be held. A coupon without a matching row is used up, unless its terms changed since the quote.
 * (The next quote reports a paused or expired coupon.)
 */
async function refuseMissing(ctx: DataContext, coupons: readonly KnownCoupon[], held: readonly Held[]): Promise<void> {
  for (const { id, code, version } of coupons) {
    const mine = held.find(row => row.id === id)
    if (!mine) throw refuse((await versionOf(ctx, id)) === version ? 'code_used_up' : 'code_changed', { promo: code })
    if (!mine.isOwn) throw refuse('code_used_by_you', { promo: code })
    if (!mine.isFirst) throw refuse('code_not_first_order', { promo: code })
  }
}

const versionOf = async ({ db }: DataContext, id: string) =>
  (await db.selectFrom('coupon').select('version').where('id', '=', id).executeTakeFirst())?.version

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
  const before = await keptOfReleased(ctx, orderId)
  const { rows } = await sql<{ code: string }>`
    with mine as (
      select u.id, u.coupon_id, u.user_id, u.code, u.state = 'held' as was_held,
        u.state = 'released' and u.coupon_id is not null and not (
          (c.total_limit is null or c.held + c.used < c.total_limit)
          and (c.person_limit is null or p.held + p.used + coalesce((${before.uses}::jsonb ->> c.id::text)::int, 0) < c.person_limit)
          and not (u.first_order and (${before.ordered} or exists (select from code_use f
            where (f.user_id = u.user_id or f.mailbox = mailbox_of(person.email))
              and f.first_order and f.state in ('held', 'used') and not f.late)))) as late
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

/** Uses by earlier, deleted accounts of the shopper, for codes whose hold has lapsed. */
async function keptOfReleased(ctx: DataContext, orderId: string): Promise<{ ordered: boolean; uses: string }> {
  const { rows } = await sql<Shopper & { couponId: string }>`
    select u.coupon_id as "couponId", lower(p.email) as address, mailbox_of(p.email) as mailbox
    from code_use u join users p on p.id = u.user_id
    where u.order_id = ${orderId} and u.state = 'released' and u.coupon_id is not null`.execute(ctx.db)
  const [shopper] = rows
  if (!shopper) return { ordered: false, uses: '{}' }
  const uses = rows.map(
    ({ couponId, address }) => sql`${couponId}::text, ${keptUses(ctx, 'coupon', [address, couponId])}`,
  )
  const read = await sql<{ ordered: boolean; uses: object }>`
    select ${isKept(ctx, 'order', [shopper.mailbox])} as ordered, jsonb_build_object(${sql.join(uses)}) as uses`.execute(
    ctx.db,
  )
  const { ordered, uses: byCoupon } = read.rows[0]!
  return { ordered, uses: JSON.stringify(byCoupon) }
}
