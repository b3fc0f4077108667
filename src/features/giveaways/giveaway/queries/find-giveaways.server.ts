import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { escapeLike } from '#platform/db/escape-like.server.ts'

type Found = { id: string; title: string; tier: Tier; endDate: Date | null }

/** Giveaways whose title contains the words, newest first. For quick search, not for lists. */
export async function findGiveaways(ctx: Context, q: string, limit: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select id, title, tier, ends_at as "endDate" from giveaway
    where archived_at is null and title ilike ${`%${escapeLike(q)}%`}
    order by created_at desc, id desc limit ${limit}`.execute(ctx.db)
  return rows
}
