import { formatPassed } from '@redoubt/draw/log/log-leaf.ts'
import { appendToLog } from '#features/draw-log/log/commands/append-to-log.server.ts'
import { giveawayChanged } from '#features/giveaways/giveaway/queries/live-slots.server.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import type { ReasonClass } from '../rules.ts'

type Passing = {
  giveawayId: string
  /** The place that loses the prize; the drawn winner is 1. */
  place: number
  reasonClass: ReasonClass
  /** SHA-256 of the proof of notice, which the shop keeps. */
  noticeHash: string
}

/** The next place of a drawn order; null when no alternate is left. */
type NextPlace = { entryId: string; userId: string | null; slot: number } | null

/**
 * Passes the prize on to the next alternate of the drawn order, in the caller's transaction, and appends the leaf `passed` to the shop's log. Public and
 * permanent. Each place passes on once: a second attempt violates the key of `draw_alternate`.
 */
export async function passToAlternate(tx: TransactionContext, passing: Passing): Promise<NextPlace> {
  const { giveawayId, place, reasonClass, noticeHash } = passing
  const { places } = await tx.db
    .selectFrom('draw')
    .select('places')
    .where('giveaway_id', '=', giveawayId)
    .executeTakeFirstOrThrow()
  if (!places) throw new Error(`Giveaway ${giveawayId} was drawn by an earlier release and has no order of places.`)
  const now = tx.now()
  const slot = places[place]
  const next = slot === undefined ? null : { ...(await entryOf(tx, giveawayId, slot)), slot }
  const text = formatPassed({
    giveaway: giveawayId,
    at: now.getTime(),
    place,
    number: places[place - 1]!,
    reason: reasonClass,
    notice: noticeHash,
  })
  const logIndex = await appendToLog(tx, { kind: 'passed', giveawayId, text })
  await tx.db
    .insertInto('draw_alternate')
    .values({
      giveaway_id: giveawayId,
      place,
      promoted_at: now,
      next_slot: next?.slot ?? null,
      next_entry_id: next?.entryId ?? null,
      reason_class: reasonClass,
      notice_hash: noticeHash,
      log_index: logIndex,
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
