import type { Context, DataContext } from '#kernel/context.ts'
import { resealColumn } from '#platform/secrets/reseal-column.server.ts'
import { BrokenSeal, type SealLabel } from '#platform/secrets/seal.server.ts'

type Seed = { giveawayId: string; seed: string }

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
 * @throws BrokenSeal when the seed is missing, or no secret of this process decrypts it.
 */
export async function openSeed({ db, seals }: DataContext, giveawayId: string): Promise<string> {
  const row = await db
    .selectFrom('sealed_giveaway_seed')
    .select('sealed')
    .where('giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  if (!row) throw new BrokenSeal(`Giveaway ${giveawayId} has no seed.`)
  return seals.open(row.sealed, labelOf(giveawayId))
}

/** Seals the seeds again that a former AUTH_SECRET had sealed. */
export const resealSeeds = (ctx: Context): Promise<void> =>
  resealColumn(ctx, { table: 'sealed_giveaway_seed', owner: 'giveaway_id', labelOf })
