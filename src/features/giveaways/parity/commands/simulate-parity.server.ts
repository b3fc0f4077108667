import { setImmediate } from 'node:timers/promises'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { cardChanged } from '../../cards/commands/tell-cards.server.ts'
import { kindsOf } from '../queries/parity.server.ts'
import { boughtWinsOf } from '../simulate.ts'

/** Draws of one simulation. */
const DRAWS = 1_000_000
/** Draws between two breaths, so that a simulation never holds the process for more than some milliseconds. */
const PIECE = 200

/** Giveaways with a public page whose list is not drawn, and whose entries changed since their last simulation. */
export async function simulateChanged(ctx: Context, draws = DRAWS): Promise<void> {
  const giveaways = await ctx.db
    .selectFrom('giveaway as g')
    .leftJoin('draw as d', 'd.giveaway_id', 'g.id')
    .leftJoin('parity_simulation as s', 's.giveaway_id', 'g.id')
    .select(['g.id', 's.bought', 's.free'])
    .where('g.published_at', 'is not', null)
    .where('g.archived_at', 'is', null)
    .where('d.giveaway_id', 'is', null)
    .orderBy('g.id')
    .execute()
  for (const { id, bought, free } of giveaways) {
    const kinds = await kindsOf(ctx, id)
    const isNew = kinds.bought !== bought || kinds.free !== free
    if (isNew && kinds.bought > 0 && kinds.free > 0) await simulate(ctx, id, kinds, draws)
  }
}

async function simulate(
  ctx: Context,
  giveawayId: string,
  kinds: { bought: number; free: number },
  draws: number,
): Promise<void> {
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
