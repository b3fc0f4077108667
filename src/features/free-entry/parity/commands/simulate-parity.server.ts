import { setImmediate } from 'node:timers/promises'
import type { Context } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { cardChanged } from '../../cards/commands/tell-cards.server.ts'
import { SIMULATE_PARITY } from '../../job-types.server.ts'
import { boughtWinsOf } from '../bought-wins.ts'
import { readKinds } from '../queries/parity.server.ts'

/** Draws of one simulation. */
const DRAWS = 1_000_000
/** Draws between two breaths, so that a simulation never holds the process for more than some milliseconds. */
const PIECE = 200

/**
 * Enqueues a simulation of each giveaway with a public page whose list is not drawn. One job each, because a job expires after 120 s and a
 * simulation takes some seconds.
 */
export async function beginSimulations(ctx: Context): Promise<void> {
  const giveaways = await ctx.db
    .selectFrom('giveaway as g')
    .leftJoin('draw as d', 'd.giveaway_id', 'g.id')
    .select('g.id')
    .where('g.published_at', 'is not', null)
    .where('g.archived_at', 'is', null)
    .where('d.giveaway_id', 'is', null)
    .orderBy('g.id')
    .execute()
  await transact(ctx, async tx => {
    for (const { id } of giveaways) await enqueue(tx, SIMULATE_PARITY, { giveawayId: id })
  })
}

/** Simulates the draws of a giveaway whose entries changed since its last simulation and are of both kinds. */
export async function simulateParity(ctx: Context, giveawayId: string, draws = DRAWS): Promise<void> {
  const [kinds, last] = await Promise.all([
    readKinds(ctx, giveawayId),
    ctx.db
      .selectFrom('parity_simulation')
      .select(['bought', 'free'])
      .where('giveaway_id', '=', giveawayId)
      .executeTakeFirst(),
  ])
  if (kinds.bought === 0 || kinds.free === 0) return
  if (last && kinds.bought === last.bought && kinds.free === last.free) return
  const seed = newId()
  let boughtWins = 0
  for (let from = 0; from < draws; from += PIECE) {
    boughtWins += boughtWinsOf(kinds, seed, from, Math.min(draws, from + PIECE))
    await setImmediate()
  }
  const row = { ...kinds, draws, bought_wins: boughtWins, seed, simulated_at: ctx.now() }
  await transact(ctx, async tx => {
    await tx.db
      .insertInto('parity_simulation')
      .values({ giveaway_id: giveawayId, ...row })
      .onConflict(conflict => conflict.column('giveaway_id').doUpdateSet(row))
      .execute()
    cardChanged(tx, giveawayId)
  })
}
