import { sql } from 'kysely'
import { readGiveaway } from '#features/giveaways/catalogue/queries/giveaways.server.ts'
import { IS_IN_DRAW } from '#features/giveaways/giveaway/queries/entry-conditions.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { readEntriesPerFreeEntry } from '../../cards/queries/entries-per-free-entry.server.ts'
import { chiSquareOf, type Kinds } from '../bought-wins.ts'
import type { Parity } from '../contract.ts'

/** Entries in the draw of a giveaway by the way they came. */
export async function readKinds(ctx: DataContext, giveawayId: string): Promise<Kinds> {
  const { rows } = await sql<Kinds>`
    select (count(*) filter (where not e.is_private))::int as bought, (count(*) filter (where e.is_private))::int as free
    from giveaway_entry e where e.giveaway_id = ${giveawayId} and ${IS_IN_DRAW}`.execute(ctx.db)
  return rows[0]!
}

/** Bought and free entries of a giveaway that the caller sees, and the last simulation. @throws giveaway_not_found */
export async function readParity(ctx: Context, idOrSlug: string): Promise<Parity> {
  const { id, tier } = await readGiveaway(ctx, idOrSlug)
  const [kinds, entriesEach, stored] = await Promise.all([
    readKinds(ctx, id),
    readEntriesPerFreeEntry(ctx, tier),
    ctx.db
      .selectFrom('parity_simulation')
      .select(['bought', 'free', 'draws', 'bought_wins', 'simulated_at'])
      .where('giveaway_id', '=', id)
      .executeTakeFirst(),
  ])
  return {
    ...kinds,
    entriesEach,
    simulation: stored
      ? {
          bought: stored.bought,
          free: stored.free,
          draws: stored.draws,
          boughtWins: stored.bought_wins,
          freeWins: stored.draws - stored.bought_wins,
          chiSquare: chiSquareOf(stored, stored.draws, stored.bought_wins),
          at: stored.simulated_at.toISOString(),
        }
      : null,
  }
}
