import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Checkout } from '#kernel/ports/payments.ts'

/** The order of a session, for either payment provider. @returns undefined when the session names none of our orders. */
export async function bookedOrderOf(
  ctx: Context,
  { orderId }: Checkout,
): Promise<{ id: string; userId: string; status: string } | undefined> {
  const { rows } = await sql<{ id: string; userId: string; status: string }>`
    select id, user_id as "userId", status from book_credited_order where id::text = ${orderId}`.execute(ctx.db)
  return rows[0]
}
