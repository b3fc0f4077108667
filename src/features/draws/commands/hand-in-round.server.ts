import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import type { Context } from '#kernel/context.ts'
import type { BeaconRound } from '#kernel/ports/beacon.ts'
import { refusals } from '#platform/errors.ts'
import { findFirstWinner } from '../queries/winners.server.ts'
import { drawByRound } from './draw-by-round.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/**
 * Draws a frozen giveaway by a round that a person brings, for an hour in which no relay answers. The same round is at every relay, and it
 * is verified like any other.
 * @returns the winner, also of an earlier draw. @throws not_frozen, not_witnessed, round_refused, evidence_altered.
 */
export async function handInRound(
  ctx: Context,
  giveawayId: string,
  round: BeaconRound,
): Promise<{ slot: number; email: string }> {
  const frozen = await ctx.db
    .selectFrom('draw_freeze')
    .select('slip')
    .where('giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  if (!frozen) throw refuse('not_frozen')
  await drawByRound(ctx, giveawayId, round)
  const winner = await findFirstWinner(ctx, giveawayId)
  if (!winner) throw refuse('not_witnessed')
  return winner
}
