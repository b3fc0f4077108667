import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'

/** Whether anybody has ever paid an order here. */
export async function hasSold(ctx: Context): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from customer_order where status = 'paid') as has`.execute(ctx.db)
  return rows[0]!.has
}
