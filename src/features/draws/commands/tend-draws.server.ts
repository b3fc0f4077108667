import { sql } from 'kysely'
import { publishLog } from '#features/draw-log/log/commands/publish-log.server.ts'
import { sequenceEntries } from '#features/draw-log/tree/commands/sequence-entries.server.ts'
import { takeOutIneligible } from '#features/giveaways/entries/commands/ineligible-entrants.server.ts'
import { fixFreeze } from '#features/giveaways/giveaway/commands/fix-freeze.server.ts'
import { lockedGiveaway } from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { IS_IN_DRAW } from '#features/giveaways/giveaway/queries/entry-conditions.server.ts'
import { giveawayChanged } from '#features/giveaways/giveaway/queries/live-slots.server.ts'
import { closeEnded } from '#features/giveaways/lifecycle/commands/close-ended.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { drawByRound } from './draw-by-round.server.ts'
import { freezeLocked } from './freeze-giveaway.server.ts'
import { settleFreezes } from './settle-freezes.server.ts'

/** Giveaways per step, so that one run ends soon. */
const AT_ONCE = 100

/** A turn asks the beacon no longer than this, because entries wait for their leaves in the same turn, which receipts promise within 10 min. */
const ASKING_MS = 5000

/**
 * One turn of all draws: entries get their leaves, ended giveaways close, due lists are frozen, witnesses cosign the log, and rounds that
 * are there decide. Runs each second; safe at any time and in several processes at once. A giveaway that fails does not stop the others.
 * @returns how many giveaways were due for the freeze or the draw, and how many winners were drawn now.
 */
export async function tendDraws(ctx: Context): Promise<{ processed: number; winnersSelected: number }> {
  await sequenceEntries(ctx)
  await closeEnded(ctx)
  await eachOf(ctx, await closedWithoutFreeze(ctx), id => fixFreezeOf(ctx, id))
  const due = await dueForFreeze(ctx)
  await eachOf(ctx, due, id => freezeDue(ctx, id))
  await publishLog(ctx)
  await settleFreezes(ctx)
  const waiting = await dueForDraw(ctx)
  const drawn: string[] = []
  const latest = +ctx.now() + ASKING_MS
  await eachOf(ctx, waiting, async id => {
    if (+ctx.now() <= latest && (await drawByRound(ctx, id))) drawn.push(id)
  })
  if (drawn.length > 0) await publishLog(ctx)
  // Their bundles have the result now.
  for (const id of drawn) giveawayChanged(ctx, id)
  return { processed: due.length + waiting.length, winnersSelected: drawn.length }
}

async function eachOf(ctx: Context, ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<void> {
  for (const giveawayId of ids)
    try {
      await act(giveawayId)
    } catch (error) {
      ctx.log.error({ err: error, giveawayId }, 'a draw does not go on')
    }
}

const idsOf = async (ctx: Context, query: ReturnType<typeof sql<{ id: string }>>): Promise<string[]> =>
  (await query.execute(ctx.db)).rows.map(({ id }) => id)

const CLOSED = sql`g.closed_at is not null and g.archived_at is null and g.closed_reason is distinct from 'cancelled'`

/** Closed by an earlier release, or by the seed of the demo. */
const closedWithoutFreeze = (ctx: Context) =>
  idsOf(
    ctx,
    sql`select g.id from giveaway g where ${CLOSED} and g.freezes_at is null and not is_list_final(g.id)
      order by g.closed_at limit ${AT_ONCE}`,
  )

const fixFreezeOf = (ctx: Context, id: string) =>
  transact(ctx, async tx => {
    const { closed_at: closedAt } = await lockedGiveaway(tx, id)
    if (closedAt) await fixFreeze(tx, { id, closedAt })
  })

const dueForFreeze = (ctx: Context) =>
  idsOf(
    ctx,
    sql`select g.id from giveaway g where ${CLOSED} and g.freezes_at <= ${ctx.now()} and not is_list_final(g.id)
      and exists (select from giveaway_entry e where e.giveaway_id = g.id and ${IS_IN_DRAW})
      order by g.freezes_at limit ${AT_ONCE}`,
  )

const freezeDue = (ctx: Context, id: string) =>
  transact(ctx, async tx => {
    const giveaway = await lockedGiveaway(tx, id)
    // Another process or an admin was faster.
    if (giveaway.is_frozen || giveaway.closed_reason === 'cancelled') return
    // Without an entry that may be drawn, the giveaway stays closed, as one that was never entered.
    if ((await takeOutIneligible(tx, id)) === 0) return
    await freezeLocked(tx, giveaway, { method: 'automatic', isEarly: false, reason: null })
  })

const dueForDraw = (ctx: Context) =>
  idsOf(
    ctx,
    sql`select q.giveaway_id as id from freeze_quorum q
      join draw_freeze f on f.giveaway_id = q.giveaway_id and f.slip = q.slip
      where f.draws_at <= ${ctx.now()} and not exists (select from draw d where d.giveaway_id = q.giveaway_id)
      order by f.draws_at limit ${AT_ONCE}`,
  )
