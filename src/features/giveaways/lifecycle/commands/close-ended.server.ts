import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { fixFreeze } from '../../giveaway/commands/fix-freeze.server.ts'
import { giveawayChanged } from '../../giveaway/queries/live-slots.server.ts'

/**
 * Runs each second, so it stops at the first free slot, from the last one down, and does not count the entries. The inner query is a scalar,
 * because PostgreSQL would read all entries for a join.
 */
const hasNoFreeSlot = sql<boolean>`(
  select n from (select generate_series(g.total_slots, 1, -1) as n) slot
  where (select true from giveaway_entry e where e.giveaway_id = g.id and e.slot_number = n and e.removed_at is null) is null
  limit 1) is null`

/** Closes giveaways that ended or, without an end date, sold out, and fixes when their lists are frozen. */
export async function closeEnded(ctx: Context): Promise<void> {
  const now = ctx.now()
  const ended = await ctx.db
    .selectFrom('giveaway as g')
    .select(['g.id', 'g.ends_at'])
    .where('g.closed_at', 'is', null)
    .where('g.archived_at', 'is', null)
    .where('g.published_at', 'is not', null)
    .where(eb => eb.or([eb('g.ends_at', '<=', now), eb.and([eb('g.ends_at', 'is', null), hasNoFreeSlot])]))
    .execute()
  for (const giveaway of ended) await closeGiveaway(ctx, giveaway.id, giveaway.ends_at)
}

/** Holds the exclusive lock, so that no claim runs while the giveaway closes. */
const closeGiveaway = (ctx: Context, giveawayId: string, endsAt: Date | null) =>
  transact(ctx, async tx => {
    await sql`select pg_advisory_xact_lock(giveaway_lock(${giveawayId}))`.execute(tx.db)
    const closedAt = endsAt ?? tx.now()
    const closed = await tx.db
      .updateTable('giveaway')
      .set({ closed_at: closedAt, closed_reason: endsAt ? 'ended' : 'sold_out' })
      .where('id', '=', giveawayId)
      .where('closed_at', 'is', null)
      // An admin may have moved the end concurrently.
      .where(eb => (endsAt ? eb('ends_at', '=', endsAt) : eb('ends_at', 'is', null)))
      .executeTakeFirst()
    if (closed.numUpdatedRows > 0n) await fixFreeze(tx, { id: giveawayId, closedAt })
    tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
  })
