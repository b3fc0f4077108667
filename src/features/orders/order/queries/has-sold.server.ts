import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

/** True when any order of the shop has ever been paid. */
export async function hasSold(ctx: Context): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from customer_order where status = 'paid') as has`.execute(ctx.db)
  return rows[0]!.has
}
