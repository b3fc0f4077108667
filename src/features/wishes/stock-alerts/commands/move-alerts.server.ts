import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'

/**
 * Moves the requests of a user to another account of the same person, and to its address. Of two open requests for one thing, the remaining
 * account's stays.
 */
export async function moveAlerts(tx: TransactionContext, { from, into }: { from: string; into: string }) {
  await sql`
    delete from stock_alert a using users u where u.id = ${into} and a.user_id = ${from} and a.sent_at is null and exists (
      select from stock_alert o where (o.user_id = ${into} or o.email = lower(u.email)) and o.sent_at is null
        and o.product_id = a.product_id and o.variant_id is not distinct from a.variant_id)`.execute(tx.db)
  await sql`
    update stock_alert a set user_id = ${into}, email = lower(u.email) from users u
    where u.id = ${into} and a.user_id = ${from}`.execute(tx.db)
}
