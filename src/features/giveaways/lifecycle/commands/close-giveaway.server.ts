import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../../contract.ts'
import { returnAllEntries } from '../../entries/commands/return-entries.server.ts'
import { giveawayChanged } from '../../entries/live-slots.server.ts'
import { subjectOf } from './giveaway-values.server.ts'
import { closedAtOf, type LockedGiveaway, lockedUndrawn } from './locked-giveaway.server.ts'
import { tellCancelled } from './tell-cancelled.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

type Input = { giveawayId: string; reason: string; version?: number | undefined }

/**
 * Closes a giveaway early. Its mail-in window starts now, the winner is drawn at the end of the window, and the page shows the reason.
 * @throws is_draft, already_closed, already_drawn, version_conflict.
 */
export async function closeEarly(ctx: Context, input: Input): Promise<void> {
  const { giveawayId, reason, version } = input
  await transact(ctx, async tx => {
    const giveaway = await lockedUndrawn(tx, giveawayId, version)
    if (!giveaway.published_at) throw refuse('is_draft')
    if (closedAtOf(giveaway, tx.now())) throw refuse('already_closed')
    await close(tx, giveaway, 'closed_early', reason)
    tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
  })
}

/**
 * Cancels an undrawn giveaway: closes it, removes every entry, returns every credit and notifies the entrants.
 * @param input.title typed by staff to confirm the right giveaway.
 * @throws title_needed, is_draft, giveaway_cancelled, already_drawn, version_conflict.
 * @returns the numbers of removed entries and returned credits.
 */
export async function cancelGiveaway(ctx: Context, input: Input & { title: string }) {
  const { giveawayId, reason, title, version } = input
  return transact(ctx, async tx => {
    const giveaway = await lockedUndrawn(tx, giveawayId, version)
    if (!giveaway.published_at) throw refuse('is_draft')
    if (giveaway.closed_reason === 'cancelled') throw refuse('giveaway_cancelled')
    if (title.trim() !== giveaway.title) throw refuse('title_needed')
    const gone = await returnAllEntries(tx, giveaway, reason)
    await close(tx, giveaway, 'cancelled', reason, { entries: gone.entries, creditsReturned: gone.credits })
    await tellCancelled(tx, giveawayId)
    return { entries: gone.entries, credits: gone.credits }
  })
}

/** Records how and why the giveaway closed. If its end has passed, that end stays the closing time. */
async function close(
  ctx: DataContext,
  giveaway: LockedGiveaway,
  how: 'closed_early' | 'cancelled',
  note: string,
  effects: Record<string, number> = {},
): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .updateTable('giveaway')
    .set(eb => ({
      closed_at: closedAtOf(giveaway, now) ?? now,
      closed_reason: how,
      closed_note: note,
      closed_by: ctx.actor?.userId ?? null,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', giveaway.id)
    .execute()
  await writeAuditLog(ctx, {
    action: how === 'cancelled' ? 'cancelled' : 'closed early',
    subject: subjectOf(giveaway),
    after: { closedAt: now.toISOString(), ...effects },
    reason: note,
  })
}
