import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { IS_IN_DRAW } from '../../giveaway/queries/entry-conditions.server.ts'

/** Whether the shop has published a giveaway, received an entry, and drawn a winner. */
export async function readGiveawayMilestones(ctx: Context) {
  const { rows } = await sql<{ hasPublished: boolean; hasEntry: boolean; hasDrawn: boolean }>`
    select exists (select from giveaway where published_at is not null and archived_at is null) as "hasPublished",
      exists (select from giveaway_entry e where ${IS_IN_DRAW}) as "hasEntry",
      exists (select from draw) as "hasDrawn"`.execute(ctx.db)
  return rows[0]!
}
