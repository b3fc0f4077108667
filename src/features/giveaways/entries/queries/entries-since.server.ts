import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'

export type SpentCredit = { title: string; slot: number; tier: Tier; at: Date }

/** Bought entries of a user since a moment, oldest first, at most 100: the use of the user's credits. */
export async function listEntriesSince(
  ctx: Context,
  input: { userId: string; tiers: readonly Tier[]; since: Date },
): Promise<SpentCredit[]> {
  const { rows } = await sql<SpentCredit>`
    select g.title, e.slot_number as slot, g.tier, e.created_at as at
    from giveaway_entry e join giveaway g on g.id = e.giveaway_id
    where e.user_id = ${input.userId} and not e.is_private and g.tier = any(${[...input.tiers]}::tier[])
      and e.created_at >= ${input.since}
    order by e.created_at, e.slot_number limit 100`.execute(ctx.db)
  return rows
}

export type NewEntries = { giveawayId: string; title: string; userId: string | null; count: number; at: Date }

/** Rows read per piece of news, because the slots of one claim are one piece. Larger claims may be counted short. */
const LOOKED_AT = 20

/** Entries since a moment, newest first. Slots that one user took in one giveaway at one moment are grouped. */
export async function listEnteredSince(
  ctx: Context,
  { since, limit }: { since: Date; limit: number },
): Promise<NewEntries[]> {
  const { rows } = await sql<NewEntries>`
    select e.giveaway_id as "giveawayId", g.title, e.user_id as "userId", count(*)::int as count, e.created_at as at
    from (
      select giveaway_id, user_id, created_at from giveaway_entry
      where removed_at is null and created_at > ${since} order by created_at desc, id desc limit ${limit * LOOKED_AT}
    ) e join giveaway g on g.id = e.giveaway_id
    group by e.giveaway_id, g.title, e.user_id, e.created_at
    order by e.created_at desc, e.user_id, e.giveaway_id limit ${limit}`.execute(ctx.db)
  return rows
}
