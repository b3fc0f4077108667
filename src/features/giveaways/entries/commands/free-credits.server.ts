import { type RawBuilder, sql } from 'kysely'
import { lockBalances, returnCredits } from '#features/credits/commands.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { entriesRemoved } from '../../giveaway/queries/live-slots.server.ts'
import { isOpen } from '../queries/spent-credits.server.ts'
import { lockGiveaways } from './merge-entries.server.ts'

/**
 * Frees spent credits that the user owes back. Removes the newest bought entries in open giveaways, only as many as the balance lacks, and
 * returns their credits.
 *
 * Locks the giveaways first, exclusively and by ascending id, then the accounts, in the order of every claim. Giveaways that closed or were
 * drawn before the lock are not touched.
 * @param input.owed how many credits must be available, by tier. Fewer are available when no removable entry is left.
 * @returns the number of removed entries.
 */
export async function freeCredits(
  tx: TransactionContext,
  { userId, owed }: { userId: string; owed: Partial<Record<Tier, number>> },
): Promise<number> {
  const tiers = TIERS.filter(tier => owed[tier])
  const giveawayIds = await lockOpenGiveaways(tx, userId, tiers)
  const balances = await lockBalances(tx, userId)
  const gone: RemovedEntry[] = []
  for (const tier of tiers) {
    const missing = owed[tier]! - balances[tier]
    if (missing > 0 && giveawayIds.length > 0)
      gone.push(...(await removeNewest(tx, { userId, giveawayIds, tier, count: missing })))
  }
  if (gone.length > 0) tx.onCommit(ctx => entriesRemoved(ctx, userId, gone))
  return gone.length
}

async function lockOpenGiveaways(tx: TransactionContext, userId: string, tiers: readonly Tier[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct g.id from giveaway_entry e join giveaway g on g.id = e.giveaway_id
    where e.user_id = ${userId} and e.removed_at is null and not e.is_private and g.tier = any(${tiers}::tier[])
      and ${isOpen(tx)} order by g.id`.execute(tx.db)
  const ids = rows.map(row => row.id)
  await lockGiveaways(tx, ids)
  return ids
}

type Wanted = { userId: string; giveawayIds: readonly string[]; tier: Tier; count: number }

const removeNewest = (tx: TransactionContext, { userId, giveawayIds, tier, count }: Wanted) =>
  removeEntries(tx, userId, {
    which: sql`e.id in (
      select e.id from giveaway_entry e join giveaway g on g.id = e.giveaway_id
      where e.user_id = ${userId} and e.removed_at is null and not e.is_private and g.tier = ${tier}
        and g.id = any(${[...giveawayIds]}::uuid[]) and ${isOpen(tx)}
      order by e.created_at desc, e.slot_number desc limit ${count})`,
    by: tx.actor?.userId ?? null,
    reason: null,
  })

export type RemovedEntry = { id: string; giveawayId: string; slot: number; title: string; tier: Tier }

/**
 * Removes a user's live entries that meet a condition on `giveaway_entry e` and `giveaway g`, subtracts them from the entry counts and
 * returns their credits. The caller has locked the giveaways.
 */
export async function removeEntries(
  tx: TransactionContext,
  userId: string,
  { which, by, reason }: { which: RawBuilder<unknown>; by: string | null; reason: string | null },
): Promise<RemovedEntry[]> {
  const { rows } = await sql<RemovedEntry>`
    with gone as (
      update giveaway_entry e set removed_at = ${tx.now()}, removed_by = ${by}, removed_reason = ${reason}, removed_as = 'cancelled'
      from giveaway g where g.id = e.giveaway_id and e.removed_at is null and ${which}
      returning e.id, e.giveaway_id, e.slot_number, g.title, g.tier
    ), counted as (
      update giveaway_participant p set entry_count = p.entry_count - fewer.n
      from (select giveaway_id, count(*)::int as n from gone group by giveaway_id) fewer
      where p.giveaway_id = fewer.giveaway_id and p.user_id = ${userId}
    )
    select id, giveaway_id as "giveawayId", slot_number as slot, title, tier from gone order by tier, slot_number`.execute(
    tx.db,
  )
  for (const { id, slot, title, tier } of rows) {
    const source = { type: 'entry', id, description: `Slot ${slot} returned, ${title}` }
    await returnCredits(tx, { userId, tier, amount: 1, kind: 'entry_returned', source })
  }
  return rows
}
