import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'

/** Locks all orders of somebody, in the caller's transaction. @returns whether one of them waits for its payment. */
export async function lockOrdersOf(ctx: Context, userId: string): Promise<{ isPaying: boolean }> {
  const { rows } = await sql<{ status: string }>`
    select status from customer_order where user_id = ${userId} order by id for update`.execute(ctx.db)
  return { isPaying: rows.some(row => row.status === 'pending') }
}

/** Hands all orders of one account to another of the same person, in the caller's transaction. @returns how many. */
export async function moveOrders(ctx: Context, { from, into }: { from: string; into: string }): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('customer_order')
    .set({ user_id: into })
    .where('user_id', '=', from)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
