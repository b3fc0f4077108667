import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'

/** Locks all orders of a user, in the caller's transaction. @returns whether one of them is pending. */
export async function lockOrdersOf(ctx: Context, userId: string): Promise<{ isPaying: boolean }> {
  const { rows } = await sql<{ status: string }>`
    select status from customer_order where user_id = ${userId} order by id for update`.execute(ctx.db)
  return { isPaying: rows.some(row => row.status === 'pending') }
}

/** Moves all orders from one account to another of one person, in the caller's transaction. @returns the number of orders. */
export async function moveOrders(ctx: Context, { from, into }: { from: string; into: string }): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('customer_order')
    .set({ user_id: into })
    .where('user_id', '=', from)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
