import { sql } from 'kysely'
import { accountsOfUser } from '#features/identity/registration/queries/referrals.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'

/**
 * True when the person has paid an order from any account of their mailbox, even if the order was refunded later.
 * @param except an order to exclude.
 */
export async function hasPaidOrder(ctx: DataContext, userId: string, except?: string): Promise<boolean> {
  const accounts = await accountsOfUser(ctx, userId)
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from customer_order where user_id = any(${accounts}::uuid[]) and status = 'paid'
      and id is distinct from ${except ?? null}::uuid) as has`.execute(ctx.db)
  return rows[0]!.has
}

/** Condition of a code for first orders. */
export const isFirstOrder =
  (ctx: Context) =>
  async (userId: string): Promise<boolean> =>
    !(await hasPaidOrder(ctx, userId))
