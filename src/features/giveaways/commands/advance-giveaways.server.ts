import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { giveawayChanged } from '../live-slots.server.ts'
import { drawWinner } from './draw-winner.server.ts'

/**
 * What time does to giveaways: those that ended or, without an end date, are sold out are closed; those whose mail-in window
 * has ended are drawn. Runs every minute and may run at any time, in several processes at once.
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
      exists(
        selectFrom('giveaway_entry as e')
          .whereRef('e.giveaway_id', '=', 'g.id')
          .where('e.removed_at', 'is', null)
          .where('e.is_staff', '=', false),
      ),
    )
    .orderBy('g.closed_at')
    .limit(100)
    .execute()
  let winnersSelected = 0
  for (const { id } of due) {
    const drawn = await drawWinner(ctx, { giveawayId: id, method: 'automatic' }).catch(error => {
      // Another process or an admin was faster.
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
  for (const giveaway of ended) {
    await closeGiveaway(ctx, giveaway.id, giveaway.ends_at)
    giveawayChanged(ctx, giveaway.id)
  }
}

/** Nobody enters while it closes: the lock is held alone. */
const closeGiveaway = (ctx: Context, giveawayId: string, endsAt: Date | null) =>
  ctx.db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(giveaway_lock(${giveawayId}))`.execute(trx)
    await trx
      .updateTable('giveaway')
      .set({ closed_at: endsAt ?? ctx.now(), closed_reason: endsAt ? 'ended' : 'sold_out' })
      .where('id', '=', giveawayId)
      .where('closed_at', 'is', null)
      // An admin may have moved the end meanwhile.
      .where(eb => (endsAt ? eb('ends_at', '=', endsAt) : eb('ends_at', 'is', null)))
      .execute()
  })
