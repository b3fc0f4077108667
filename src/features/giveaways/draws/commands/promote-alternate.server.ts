import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { giveawayChanged } from '../../entries/live-slots.server.ts'

/** The next place of a drawn order; null when no alternate is left. */
type NextPlace = { entryId: string; userId: string | null; slot: number } | null

/**
 * Promotes the next alternate of the drawn order, in the caller's transaction. The promotion is public and permanent. Each
 * place passes on once: a second attempt violates the key of `draw_alternate`.
 * @param input.place the place that loses the prize; the drawn winner is 1.
 */
export async function promoteAlternate(
  tx: TransactionContext,
  input: { giveawayId: string; place: number },
): Promise<NextPlace> {
  const { giveawayId, place } = input
  const draw = await tx.db
    .selectFrom('draw')
    .select('places')
    .where('giveaway_id', '=', giveawayId)
    .executeTakeFirstOrThrow()
  const slot = draw.places?.[place]
  const next = slot === undefined ? null : { ...(await entryOf(tx, giveawayId, slot)), slot }
  await tx.db
    .insertInto('draw_alternate')
    .values({
      giveaway_id: giveawayId,
      place,
      promoted_at: tx.now(),
      next_slot: next?.slot ?? null,
      next_entry_id: next?.entryId ?? null,
    })
    .execute()
  tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
  return next
}

/** The entry that held a number when the list was frozen. */
async function entryOf(ctx: DataContext, giveawayId: string, slot: number) {
  const { frozen_at: frozenAt } = await ctx.db
    .selectFrom('draw_freeze')
    .select('frozen_at')
    .where('giveaway_id', '=', giveawayId)
    .orderBy('slip')
    .limit(1)
    .executeTakeFirstOrThrow()
  return ctx.db
    .selectFrom('giveaway_entry')
    .select(['id as entryId', 'user_id as userId'])
    .where('giveaway_id', '=', giveawayId)
    .where('slot_number', '=', slot)
    .where('created_at', '<=', frozenAt)
    .where(eb => eb.or([eb('removed_at', 'is', null), eb('removed_at', '>', frozenAt)]))
    .executeTakeFirstOrThrow()
}
