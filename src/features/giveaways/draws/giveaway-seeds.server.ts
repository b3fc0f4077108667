import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { resealAll, type SealLabel } from '#platform/secrets/seal.server.ts'

type Seed = { giveawayId: string; seed: string }

const BATCH = 500
const labelOf = (owner: string): SealLabel => ({ purpose: 'giveaway seed', owner })

/** Stores new seeds (64 hex digits each), encrypted. */
export async function storeSeeds({ db, seals }: DataContext, seeds: readonly Seed[]): Promise<void> {
  const rows = seeds.map(({ giveawayId, seed }) => ({
    giveaway_id: giveawayId,
    sealed: seals.seal(seed, labelOf(giveawayId)),
  }))
  await db.insertInto('sealed_giveaway_seed').values(rows).execute()
}

/**
 * Returns a giveaway's seed, 64 hex digits. The caller checks the seed against the commitment.
 * @throws when the seed is missing, or no secret of this process decrypts it.
 */
export async function openSeed({ db, seals }: DataContext, giveawayId: string): Promise<string> {
  const row = await db
    .selectFrom('giveaway as g')
    .leftJoin('sealed_giveaway_seed as s', 's.giveaway_id', 'g.id')
    // Releases up to 0.5.0 stored seeds in clear; they stay here until the worker seals them.
    .leftJoin('giveaway_seed as c', 'c.giveaway_id', 'g.id')
    .select(['s.sealed', 'c.seed'])
    .where('g.id', '=', giveawayId)
    .executeTakeFirstOrThrow()
  const seed = row.sealed ? seals.open(row.sealed, labelOf(giveawayId)) : row.seed
  if (!seed) throw new Error(`Giveaway ${giveawayId} has no seed.`)
  return seed
}

/** Seals the seeds that older releases stored in clear, and re-seals seeds of a former AUTH_SECRET with the current one. */
export async function sealSeeds(ctx: Context): Promise<void> {
  while (await sealClearSeeds(ctx)) {}
  const { db, seals } = ctx
  const rows = await db.selectFrom('sealed_giveaway_seed').select(['giveaway_id as owner', 'sealed']).execute()
  await resealAll(
    rows.filter(row => !seals.isCurrent(row.sealed)),
    ({ owner, sealed }) => seals.seal(seals.open(sealed, labelOf(owner)), labelOf(owner)),
    (row, sealed) =>
      db
        .updateTable('sealed_giveaway_seed')
        .set({ sealed })
        .where('giveaway_id', '=', row.owner)
        .where('sealed', '=', row.sealed)
        .execute(),
  )
}

/** @returns whether more seeds may be left. */
async function sealClearSeeds(ctx: Context): Promise<boolean> {
  const seeds = await ctx.db.selectFrom('giveaway_seed').select(['giveaway_id', 'seed']).limit(BATCH).execute()
  if (seeds.length === 0) return false
  await transact(ctx, async ({ db, seals }) => {
    const rows = seeds.map(({ giveaway_id, seed }) => ({ giveaway_id, sealed: seals.seal(seed, labelOf(giveaway_id)) }))
    await db
      .insertInto('sealed_giveaway_seed')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await db
      .deleteFrom('giveaway_seed')
      .where(
        'giveaway_id',
        'in',
        seeds.map(({ giveaway_id }) => giveaway_id),
      )
      .execute()
  })
  return seeds.length === BATCH
}
