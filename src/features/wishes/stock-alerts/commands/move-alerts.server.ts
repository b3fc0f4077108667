import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'

/** Moves the requests of a user to another account of the same person. Of two open requests for one thing, the remaining account's stays. */
export async function moveAlerts(tx: TransactionContext, { from, into }: { from: string; into: string }) {
  await sql`
    delete from stock_alert a where a.user_id = ${from} and a.sent_at is null and exists (
      select from stock_alert o where o.user_id = ${into} and o.sent_at is null and o.product_id = a.product_id
        and o.variant_id is not distinct from a.variant_id)`.execute(tx.db)
  await sql`update stock_alert set user_id = ${into} where user_id = ${from}`.execute(tx.db)
}
