import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import type { DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** The time stamp of a freeze: of the one that decides, else of the last. */
export async function findTimestamp(ctx: DataContext, giveawayId: string) {
  const row = await ctx.db
    .selectFrom('freeze_timestamp as t')
    .leftJoin('freeze_quorum as q', 'q.giveaway_id', 't.giveaway_id')
    .select(['t.authority', 't.token', 't.stamped_at as stampedAt'])
    .where('t.giveaway_id', '=', giveawayId)
    .where('t.token', 'is not', null)
    .where(eb => eb.or([eb('q.slip', 'is', null), eb('q.slip', '=', eb.ref('t.slip'))]))
    .orderBy('t.slip', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { authority: row.authority, token: row.token!, at: row.stampedAt! }
}

/**
 * The answer of the authority, as `openssl ts -verify` reads it.
 * @throws not_stamped
 */
export async function timestampFile(ctx: DataContext, giveawayId: string): Promise<Uint8Array> {
  const stamped = await findTimestamp(ctx, giveawayId)
  if (!stamped) throw refuse('not_stamped')
  return stamped.token
}
