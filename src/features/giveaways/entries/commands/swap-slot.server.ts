import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../../contract.ts'
import { slotsMoved } from '../live-slots.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/**
 * Moves the user's bought entry to a free slot; the entry and its credit stay unchanged.
 * @returns the entry with its new slot.
 * @throws giveaway_ended, swap_not_yours, swap_slot_taken.
 */
export async function swapSlot(ctx: Context, input: { giveawayId: string; userId: string; from: number; to: number }) {
  const { giveawayId, userId, from, to } = input
  const entry = await transact(ctx, async tx => {
    await sql`select pg_advisory_xact_lock_shared(giveaway_lock(${giveawayId}))`.execute(tx.db)
    const giveaway = await tx.db
      .selectFrom('giveaway')
      .select(['total_slots', 'ends_at', 'closed_at', 'archived_at'])
      .where('id', '=', giveawayId)
      .executeTakeFirst()
    if (!giveaway || giveaway.archived_at) throw refuse('giveaway_not_found')
    if (giveaway.closed_at || (giveaway.ends_at && giveaway.ends_at <= tx.now())) throw refuse('giveaway_ended')
    const rows = await tx.db
      .selectFrom('giveaway_entry')
      .select(['slot_number', 'user_id', 'is_private'])
      .where('giveaway_id', '=', giveawayId)
      .where('slot_number', 'in', [from, to])
      .where('removed_at', 'is', null)
      .execute()
    const isMine = rows.some(row => row.slot_number === from && row.user_id === userId && !row.is_private)
    if (!isMine) throw refuse('swap_not_yours', { slots: [from] })
    // Checked before the write, so that two users who want each other's slot do not block each other.
    const isTaken = to > giveaway.total_slots || rows.some(row => row.slot_number === to)
    if (isTaken) throw refuse('swap_slot_taken', { slots: [to] })
    const moved = await tx.db
      .updateTable('giveaway_entry')
      .set({ slot_number: to })
      .where('giveaway_id', '=', giveawayId)
      .where('slot_number', '=', from)
      .where('user_id', '=', userId)
      .where('is_private', '=', false)
      .where('removed_at', 'is', null)
      .returning(['id', 'slot_number', 'created_at'])
      .executeTakeFirst()
    if (!moved) throw refuse('swap_not_yours', { slots: [from] })
    tx.onCommit(ctx => {
      slotsMoved(ctx, giveawayId, [to], [from])
      tellUser(ctx, userId, 'entries')
    })
    return moved
  }).catch(error => {
    // Unique violation of live slots: the slot is taken, perhaps a moment ago.
    throw error.code === '23505' ? refuse('swap_slot_taken', { slots: [to] }) : error
  })
  return {
    entry: { id: entry.id, slotNumber: entry.slot_number, date: entry.created_at.toISOString() },
    message: `Slot swapped from ${from} to ${to}`,
  }
}
