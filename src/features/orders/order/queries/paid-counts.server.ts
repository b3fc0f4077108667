import { sql } from 'kysely'
import { readMailboxOfUser } from '#features/identity/registration/queries/referrals.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { wasKept } from '#kernel/once/marks.server.ts'
import { type Cents, toDollars } from '#kernel/values/money.ts'

/** Number of paid orders per user. Users without any are missing from the map. */
export async function readPaidCounts(ctx: DataContext, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; n: number }>`
    select user_id, count(*)::int as n from customer_order
    where user_id = any(${[...userIds]}::uuid[]) and status = 'paid' group by user_id`.execute(ctx.db)
  return new Map(rows.map(row => [row.user_id, row.n]))
}

/** Number of orders in a period that cost nothing, so that no provider charged anything. */
export async function readFreeOrderCount(ctx: Context, { from, to }: { from: Date; to: Date }): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from customer_order
    where payment_method = 'none' and status = 'paid' and paid_at >= ${from} and paid_at < ${to}`.execute(ctx.db)
  return rows[0]!.n
}

/** Dollars that a user paid for orders, less refunds. */
export async function readDollarsSpent(ctx: Context, userId: string): Promise<number> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(sum(total_cents - refunded_cents), 0)::bigint as cents from customer_order
    where user_id = ${userId} and status = 'paid'`.execute(ctx.db)
  return toDollars(rows[0]!.cents)
}

/** Number of orders of a user, and how many of them are pending. */
export async function readOrderCounts(ctx: Context, userId: string): Promise<{ all: number; pending: number }> {
  const { rows } = await sql<{ all: number; pending: number }>`
    select count(*)::int as "all", count(*) filter (where status = 'pending')::int as pending
    from customer_order where user_id = ${userId}`.execute(ctx.db)
  return rows[0]!
}

/**
 * A condition: the person has paid an order from any account of their mailbox, even if the order was refunded later. `offset` plans each
 * account's look-up apart: a plan for the first of many paid orders would walk the index of all (decision 60).
 * @param except an order to exclude.
 */
export const hasPaid = (userId: string, except?: string) => sql<boolean>`
  exists (select from users u
    join users p on mailbox_of(p.email) = mailbox_of(u.email)
    cross join lateral (
      select from customer_order o where o.user_id = p.id and o.status = 'paid'
        and o.id is distinct from ${except ?? null}::uuid offset 0) paid
    where u.id = ${userId})`

/** `hasPaid`, asked alone. */
export async function hasPaidOrder(ctx: DataContext, userId: string, except?: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${hasPaid(userId, except)} as has`.execute(ctx.db)
  return rows[0]!.has
}

/**
 * True when no account of the person's mailbox has paid an order, and no deleted account of it ordered.
 * @param except an order to exclude.
 */
export async function isFirst(ctx: DataContext, userId: string, except?: string): Promise<boolean> {
  if (await hasPaidOrder(ctx, userId, except)) return false
  return !(await wasKept(ctx, 'order', [await readMailboxOfUser(ctx, userId)]))
}

/** Condition of a code for first orders. */
export const isFirstOrder = (ctx: Context) => (userId: string) => isFirst(ctx, userId)
