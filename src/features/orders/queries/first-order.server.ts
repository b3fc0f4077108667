import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'

/**
 * Whether somebody has paid for an order already, whatever became of it afterwards.
 * @param except an order that is not asked about.
 */
export async function hasPaidOrder(ctx: Context, userId: string, except?: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from customer_order where user_id = ${userId} and status = 'paid'
      and id is distinct from ${except ?? null}::uuid) as has`.execute(ctx.db)
  return rows[0]!.has
}

/** What a code for a first order asks of the orders. */
export const isFirstOrder =
  (ctx: Context) =>
  async (userId: string): Promise<boolean> =>
    !(await hasPaidOrder(ctx, userId))
