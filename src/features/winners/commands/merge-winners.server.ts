import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'

/**
 * Hands the prizes of one account to another of the same person, in the caller's transaction. Where a giveaway named both, each
 * keeps its own: a prize never comes to one person twice.
 */
export const moveWinners = (ctx: Context, { from, into }: { from: string; into: string }) =>
  sql`
    update winner w set user_id = ${into} where user_id = ${from}
      and not exists (select from winner o where o.giveaway_id = w.giveaway_id and o.user_id = ${into})`.execute(ctx.db)
