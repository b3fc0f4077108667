import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

export type NewEntries = { giveawayId: string; title: string; userId: string | null; count: number; at: Date }

/** Rows read per piece of news, because the slots of one claim are one piece. Larger claims may be counted short. */
const LOOKED_AT = 20

/** Entries since a moment, newest first. Slots that one user took in one giveaway at one moment are grouped. */
export async function enteredSince(
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

/** Number of giveaways that accept entries now, at least from members. */
export async function countActive(ctx: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from giveaway
    where closed_at is null and archived_at is null and published_at is not null
      and early_access_at <= ${ctx.now()} and coalesce(ends_at > ${ctx.now()}, true)`.execute(ctx.db)
  return rows[0]!.count
}
