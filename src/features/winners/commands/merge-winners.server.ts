import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'

/**
 * Moves prizes to another account of the same person. If a giveaway named both accounts, each keeps its prize,
 * because a prize never goes to one person twice.
 */
export const moveWinners = (tx: TransactionContext, { from, into }: { from: string; into: string }) =>
  sql`
    update winner w set user_id = ${into} where user_id = ${from}
      and not exists (select from winner o where o.giveaway_id = w.giveaway_id and o.user_id = ${into})`.execute(tx.db)
