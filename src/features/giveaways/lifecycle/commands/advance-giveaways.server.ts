import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { drawWinner } from '../../draws/commands/draw-winner.server.ts'
import { IS_IN_DRAW } from '../../entries/entry-conditions.server.ts'
import { giveawayChanged } from '../../entries/live-slots.server.ts'

/**
 * Closes giveaways that ended or, without an end date, sold out. Draws giveaways whose mail-in window has ended. Runs every minute; safe at
 * any time and in several processes at once.
 * @returns how many giveaways were due, and how many winners were drawn now.
 */
export async function advanceGiveaways(ctx: Context): Promise<{ processed: number; winnersSelected: number }> {
  await closeEnded(ctx)
  const now = ctx.now()
  const closedBefore = new Date(+now - ctx.settings.mailInHours * 3_600_000)
  const due = await ctx.db
    .selectFrom('giveaway as g')
    .select('g.id')
    .where('g.closed_at', '<=', closedBefore)
    .where('g.archived_at', 'is', null)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('draw as d').whereRef('d.giveaway_id', '=', 'g.id'))))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('giveaway_entry as e').whereRef('e.giveaway_id', '=', 'g.id').where(IS_IN_DRAW)),
    )
    .orderBy('g.closed_at')
    .limit(100)
    .execute()
  let winnersSelected = 0
  for (const { id } of due) {
    const drawn = await drawWinner(ctx, { giveawayId: id, method: 'automatic' }).catch(error => {
      // Another process or an admin drew first.
      if (error.code !== 'already_drawn') throw error
    })
    if (drawn) winnersSelected++
  }
  return { processed: due.length, winnersSelected }
}

async function closeEnded(ctx: Context) {
  const now = ctx.now()
  const ended = await ctx.db
    .selectFrom('giveaway as g')
    .select(['g.id', 'g.ends_at'])
    .where('g.closed_at', 'is', null)
    .where('g.archived_at', 'is', null)
    .where('g.published_at', 'is not', null)
    .where(eb =>
      eb.or([
        eb('g.ends_at', '<=', now),
        eb.and([
          eb('g.ends_at', 'is', null),
          eb(
            'g.total_slots',
            '<=',
            eb
              .selectFrom('giveaway_entry as e')
              .select(count => count.fn.countAll<number>().as('n'))
              .whereRef('e.giveaway_id', '=', 'g.id')
              .whereRef('e.slot_number', '<=', 'g.total_slots')
              .where('e.removed_at', 'is', null),
          ),
        ]),
      ]),
    )
    .execute()
  for (const giveaway of ended) await closeGiveaway(ctx, giveaway.id, giveaway.ends_at)
}

/** Holds the exclusive lock, so that no claim runs while the giveaway closes. */
const closeGiveaway = (ctx: Context, giveawayId: string, endsAt: Date | null) =>
  transact(ctx, async tx => {
    await sql`select pg_advisory_xact_lock(giveaway_lock(${giveawayId}))`.execute(tx.db)
    await tx.db
      .updateTable('giveaway')
      .set({ closed_at: endsAt ?? tx.now(), closed_reason: endsAt ? 'ended' : 'sold_out' })
      .where('id', '=', giveawayId)
      .where('closed_at', 'is', null)
      // An admin may have moved the end concurrently.
      .where(eb => (endsAt ? eb('ends_at', '=', endsAt) : eb('ends_at', 'is', null)))
      .execute()
    tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
  })
