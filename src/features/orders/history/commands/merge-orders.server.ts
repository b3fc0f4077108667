import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'

/** Locks all orders of a user. @returns whether one of them is pending. */
export async function lockOrders(tx: TransactionContext, userId: string): Promise<{ isPaying: boolean }> {
  const { rows } = await sql<{ status: string }>`
    select status from customer_order where user_id = ${userId} order by id for update`.execute(tx.db)
  return { isPaying: rows.some(row => row.status === 'pending') }
}

/** Moves all orders from one account to another of one person. @returns the number of orders. */
export async function moveOrders(
  tx: TransactionContext,
  { from, into }: { from: string; into: string },
): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable('customer_order')
    .set({ user_id: into })
    .where('user_id', '=', from)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
