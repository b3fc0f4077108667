import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../../contract.ts'
import { returnAllEntries } from '../../entries/commands/return-entries.server.ts'
import { giveawayChanged } from '../../entries/live-slots.server.ts'
import { impactPreview } from '../queries/impact-preview.server.ts'
import { subjectOf } from './giveaway-values.server.ts'
import { lockedUndrawn } from './locked-giveaway.server.ts'
import { tellCancelled } from './tell-cancelled.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

type Input = {
  giveawayId: string
  title?: string | undefined
  reason?: string | undefined
  returnCredits?: true | undefined
}

/**
 * Removes a giveaway from all lists. With entries, it needs returned credits, the typed title and a reason; the entrants are notified. A
 * drawn giveaway stays because its result is public.
 * @throws giveaway_has_entries with the impact, title_needed, already_drawn.
 */
export async function deleteGiveaway(ctx: Context, input: Input): Promise<void> {
  const { giveawayId, title, reason, returnCredits } = input
  await transact(ctx, async tx => {
    const giveaway = await lockedUndrawn(tx, giveawayId)
    const stake = await impactPreview(tx, giveawayId)
    if (stake.entries > 0 && !(returnCredits && reason)) throw refuse('giveaway_has_entries', stake)
    if (stake.entries > 0 && title?.trim() !== giveaway.title) throw refuse('title_needed')
    const gone = stake.entries > 0 ? await returnAllEntries(tx, giveaway, reason!) : null
    const now = tx.now()
    await tx.db
      .updateTable('giveaway')
      .set({
        archived_at: now,
        updated_at: now,
        ...(gone ? { closed_at: now, closed_reason: 'cancelled', closed_note: reason! } : {}),
      })
      .where('id', '=', giveawayId)
      .execute()
    if (gone) await tellCancelled(tx, giveawayId)
    await writeAuditLog(tx, {
      action: 'deleted',
      subject: subjectOf(giveaway),
      ...(gone ? { after: { entries: gone.entries, creditsReturned: gone.credits } } : {}),
      reason,
    })
    tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
  })
}
