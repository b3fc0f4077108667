import { type RawBuilder, sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { areTwoPersons } from '../../two-persons/queries.server.ts'

const MOST = 50

/**
 * SQL condition: `giveaway g` still accepts and returns entries. A refund by staff returns none of a giveaway that takes two persons: the
 * removal of an entry there is a proposal of its own.
 */
export const isOpen = (ctx: DataContext): RawBuilder<boolean> => {
  const isOneEnough = ctx.actor?.role ? sql`not ${areTwoPersons(ctx, sql`g.id`)}` : sql`true`
  return sql<boolean>`(g.closed_at is null and g.archived_at is null and (g.ends_at is null or g.ends_at > ${ctx.now()}) and ${isOneEnough})`
}

export type SpentOn = { giveawayId: string; title: string; tier: Tier; entries: number; isOpen: boolean }

/** Where the user's credits of these tiers are spent: live bought entries by giveaway, latest entry first, at most 50. */
export async function listCreditsSpentOn(ctx: Context, userId: string, tiers: readonly Tier[]): Promise<SpentOn[]> {
  const { rows } = await sql<SpentOn>`
    select g.id as "giveawayId", g.title, g.tier, count(*)::int as entries, ${isOpen(ctx)} as "isOpen"
    from giveaway_entry e join giveaway g on g.id = e.giveaway_id
    where e.user_id = ${userId} and e.removed_at is null and not e.is_private and g.tier = any(${[...tiers]}::tier[])
    group by g.id order by max(e.created_at) desc, g.id desc limit ${MOST}`.execute(ctx.db)
  return rows
}
