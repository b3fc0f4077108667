import { sql } from 'kysely'
import { returnCreditsToMany } from '#features/credits/commands.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import type { LockedGiveaway } from '../../lifecycle/commands/locked-giveaway.server.ts'
import { giveawayChanged } from '../live-slots.server.ts'

/** Credits returned per statement. */
const PIECE = 5000

type Gone = { id: string; user_id: string | null; slot_number: number; is_private: boolean }

/**
 * Removes every entry of an exclusively locked giveaway and returns the credits of bought entries.
 * @returns the numbers of removed entries and returned credits.
 */
export async function returnAllEntries(tx: TransactionContext, giveaway: LockedGiveaway, reason: string) {
  const { id, tier, title } = giveaway
  const { rows } = await sql<Gone>`
    with gone as (
      update giveaway_entry set removed_at = ${tx.now()}, removed_by = ${tx.actor?.userId ?? null}, removed_reason = ${reason}
      where giveaway_id = ${id} and removed_at is null returning id, user_id, slot_number, is_private
    )
    -- Accounts are locked in the order of their owners, as everybody locks many.
    select * from gone order by user_id, slot_number`.execute(tx.db)
  await tx.db.updateTable('giveaway_participant').set({ entry_count: 0 }).where('giveaway_id', '=', id).execute()
  const bought = rows.filter(row => !row.is_private)
  for (let from = 0; from < bought.length; from += PIECE) {
    const sources = bought.slice(from, from + PIECE).map(row => ({
      userId: row.user_id!,
      source: { type: 'entry', id: row.id, description: `Slot ${row.slot_number} returned, ${title}` },
    }))
    await returnCreditsToMany(tx, { tier, sources })
  }
  const owners = new Set(rows.map(row => row.user_id).filter(owner => owner !== null))
  tx.onCommit(ctx => {
    giveawayChanged(ctx, id)
    for (const userId of owners) tellUser(ctx, userId, 'credits', 'entries')
  })
  return {
    entries: rows.length,
    credits: bought.length,
    people: new Set(rows.map(row => row.user_id ?? row.id)).size,
  }
}
