import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'

export type UsedCredit = { title: string; slot: number; tier: Tier; at: Date }

/** Bought entries of a user since a moment, oldest first, at most 100: the use of the user's credits. */
export async function entriesSince(
  ctx: Context,
  input: { userId: string; tiers: readonly Tier[]; since: Date },
): Promise<UsedCredit[]> {
  const { rows } = await sql<UsedCredit>`
    select g.title, e.slot_number as slot, g.tier, e.created_at as at
    from giveaway_entry e join giveaway g on g.id = e.giveaway_id
    where e.user_id = ${input.userId} and not e.is_private and g.tier = any(${[...input.tiers]}::tier[])
      and e.created_at >= ${input.since}
    order by e.created_at, e.slot_number limit 100`.execute(ctx.db)
  return rows
}
