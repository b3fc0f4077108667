import { sha256Hex } from '@redoubt/draw/bytes.ts'
import { type Freeze, formatFreeze, formatIncident, parseFreeze, SLIP_ROUNDS } from '@redoubt/draw/log/log-leaf.ts'
import { sql } from 'kysely'
import { appendToLog } from '#features/draw-log/log/commands/append-to-log.server.ts'
import { findQuorum } from '#features/draw-log/log/queries/log-proofs.server.ts'
import { giveawayChanged } from '#features/giveaways/giveaway/queries/live-slots.server.ts'
import type { Context } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { STAMP_FREEZES } from '../job-types.server.ts'

type Unsettled = { giveaway_id: string; slip: number; manifest: string; log_index: number; draws_at: Date }

/**
 * Finds the decisive freeze of each frozen giveaway: the first one that the witnesses cosigned in time. A freeze that they did not
 * cosign in time slips to a later round; list, tree and secret stay.
 */
export async function settleFreezes(ctx: Context): Promise<void> {
  const { rows } = await sql<Unsettled>`
    select giveaway_id, slip, manifest, log_index, draws_at from draw_freeze f
    where not exists (select from freeze_quorum q where q.giveaway_id = f.giveaway_id)
      and not exists (select from draw d where d.giveaway_id = f.giveaway_id)
    order by giveaway_id, slip`.execute(ctx.db)
  for (const [giveawayId, freezes] of Map.groupBy(rows, row => row.giveaway_id)) {
    if (await settle(ctx, freezes)) continue
    const last = freezes.at(-1)!
    const { margin } = parseFreeze(last.manifest)
    // Half of the margin is left for answers that are still on their way.
    if (+ctx.now() > +last.draws_at - (margin * 1000) / 2) await slip(ctx, giveawayId)
  }
}

async function settle(ctx: Context, freezes: readonly Unsettled[]): Promise<boolean> {
  for (const { giveaway_id: giveawayId, slip, manifest, log_index: index } of freezes) {
    const quorum = await findQuorum(ctx, index)
    const { time, margin } = parseFreeze(manifest)
    if (!quorum || +quorum.reachedAt / 1000 > time - margin) continue
    await ctx.db
      .insertInto('freeze_quorum')
      .values({ giveaway_id: giveawayId, slip, checkpoint_size: quorum.size, reached_at: quorum.reachedAt })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    giveawayChanged(ctx, giveawayId)
    return true
  }
  return false
}

/** Freezes the same list for a later round: by the fewest steps of 28,800 rounds that leave the witnesses their time. */
const slip = (ctx: Context, giveawayId: string): Promise<void> =>
  transact(ctx, async tx => {
    await sql`select pg_advisory_xact_lock(giveaway_lock(${giveawayId}))`.execute(tx.db)
    const last = await tx.db
      .selectFrom('draw_freeze')
      .select(['slip', 'manifest', 'draws_at', 'method', 'is_early', 'reason', 'frozen_by'])
      .where('giveaway_id', '=', giveawayId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('freeze_quorum as q').whereRef('q.giveaway_id', '=', 'draw_freeze.giveaway_id'))),
      )
      .orderBy('slip', 'desc')
      .limit(1)
      .executeTakeFirst()
    const now = tx.now()
    const before = last && parseFreeze(last.manifest)
    // Another process was faster.
    if (!last || !before || +now <= +last.draws_at - (before.margin * 1000) / 2) return
    const { chain } = tx.beacon
    if (chain.chain !== before.beacon) return
    const later = laterRound(before, chain.period, +now / 1000)
    const manifest = formatFreeze(later)
    const incident = {
      giveaway: giveawayId,
      at: +now,
      class: 'slip',
      beacon: null,
      round: later.round,
      note: sha256Hex(last.manifest),
    }
    await appendToLog(tx, { kind: 'incident', giveawayId, text: formatIncident(incident) })
    const logIndex = await appendToLog(tx, { kind: 'freeze', giveawayId, text: manifest })
    const { slip, method, is_early, reason, frozen_by } = last
    const times = { round: later.round, draws_at: new Date(later.time * 1000), frozen_at: now }
    const kept = { method, is_early, reason, frozen_by }
    await tx.db
      .insertInto('draw_freeze')
      .values({ giveaway_id: giveawayId, slip: slip + 1, manifest, log_index: logIndex, ...times, ...kept })
      .execute()
    await enqueue(tx, STAMP_FREEZES, {})
    tx.log.warn({ giveawayId, round: later.round }, 'the witnesses were late, and a draw slipped to a later round')
    tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
  })

function laterRound(before: Freeze, period: number, now: number): Freeze {
  const step = SLIP_ROUNDS * period
  const steps = Math.max(1, Math.ceil((now + before.gap - before.time) / step))
  return { ...before, round: before.round + steps * SLIP_ROUNDS, time: before.time + steps * step }
}
