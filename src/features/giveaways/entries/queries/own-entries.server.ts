import type { Context } from '#kernel/context.ts'
import type { Giveaway, GiveawayEntry } from '../../contract.ts'

/** Adds the caller's live entries, by slot, to giveaways. Guest responses are shared, so they hold no entries. */
export async function withOwnEntries(ctx: Context, giveaways: Omit<Giveaway, 'entries'>[]): Promise<Giveaway[]> {
  const entries = new Map<string, GiveawayEntry[]>(giveaways.map(({ id }) => [id, []]))
  if (ctx.actor && entries.size > 0) {
    const rows = await ctx.db
      .selectFrom('giveaway_entry as e')
      .innerJoin('giveaway as g', 'g.id', 'e.giveaway_id')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select(['e.id', 'e.giveaway_id', 'e.slot_number', 'e.created_at', 'e.is_auto_entry', 'g.tier', 'u.email'])
      .where('e.user_id', '=', ctx.actor.userId)
      .where('e.giveaway_id', 'in', [...entries.keys()])
      .where('e.removed_at', 'is', null)
      .orderBy('e.slot_number')
      .execute()
    for (const row of rows)
      entries.get(row.giveaway_id)!.push({
        id: row.id,
        giveawayId: row.giveaway_id,
        userId: ctx.actor.userId,
        email: row.email,
        slotNumber: row.slot_number,
        tier: row.tier,
        date: row.created_at.toISOString(),
        isAutoEntry: row.is_auto_entry,
      })
  }
  return giveaways.map(giveaway => ({ ...giveaway, entries: entries.get(giveaway.id)! }))
}
