import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

/** Whether the shop has published a giveaway, received an entry, and drawn a winner. */
export async function giveawayMilestones(ctx: Context) {
  const { rows } = await sql<{ hasPublished: boolean; hasEntry: boolean; hasDrawn: boolean }>`
    select exists (select from giveaway where published_at is not null and archived_at is null) as "hasPublished",
      exists (select from giveaway_entry where removed_at is null and not is_staff) as "hasEntry",
      exists (select from draw) as "hasDrawn"`.execute(ctx.db)
  return rows[0]!
}
