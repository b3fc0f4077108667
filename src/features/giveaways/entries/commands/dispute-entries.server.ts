import { type RawBuilder, sql } from 'kysely'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { entriesRemoved, giveawayChanged } from '../../giveaway/queries/live-slots.server.ts'
import { removeEntries } from './free-credits.server.ts'
import { lockGiveaways } from './merge-entries.server.ts'

/**
 * Rule for disputed payments (docs/decisions/0053-disputes.md): spent credits of a disputed order are mapped to the newest entries that no frozen list has
 * of their tier. These entries are flagged. A later freeze leaves flagged entries out; an already frozen list never changes. Lock order:
 * giveaways by id, then credit accounts.
 */
const UNFROZEN = sql`(g.archived_at is null and not is_list_final(g.id))`
const FLAGGABLE = sql`e.removed_at is null and not e.is_private and e.dispute_id is null`

/** Locks every giveaway without a frozen list in which the user has bought entries of these tiers. @returns their ids. */
export async function lockUndrawn(tx: TransactionContext, userId: string, tiers: readonly Tier[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct g.id from giveaway_entry e join giveaway g on g.id = e.giveaway_id
    where e.user_id = ${userId} and ${FLAGGABLE} and g.tier = any(${[...tiers]}::tier[]) and ${UNFROZEN} order by g.id`.execute(
    tx.db,
  )
  const ids = rows.map(row => row.id)
  await lockGiveaways(tx, ids)
  return ids
}

type Flagging = { disputeId: string; userId: string; giveawayIds: readonly string[]; tier: Tier; count: number }

/** Flags the newest entries; of entries with equal times, the highest slot first. @returns how many, which may be fewer than `count`. */
export async function flagNewestEntries(
  tx: TransactionContext,
  { disputeId, userId, giveawayIds, tier, count }: Flagging,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update giveaway_entry set dispute_id = ${disputeId} where id in (
      select e.id from giveaway_entry e join giveaway g on g.id = e.giveaway_id
      where e.user_id = ${userId} and ${FLAGGABLE} and g.tier = ${tier} and ${UNFROZEN}
        and g.id = any(${[...giveawayIds]}::uuid[])
      order by e.created_at desc, e.slot_number desc, e.id limit ${count})
    returning giveaway_id as id`.execute(tx.db)
  tellOddsChanged(tx, userId, rows)
  return rows.length
}

/** Flagged entries leave the draw, so that the odds of every entrant change. */
function tellOddsChanged(tx: TransactionContext, userId: string, giveaways: readonly { id: string }[]) {
  if (giveaways.length === 0) return
  tx.onCommit(ctx => {
    for (const id of new Set(giveaways.map(giveaway => giveaway.id))) giveawayChanged(ctx, id)
    tellUser(ctx, userId, 'entries')
  })
}

export type EndedFlags = {
  /** Credits returned to the balance, by tier: `now` for entries removed now, `before` for entries that had been removed earlier. */
  returned: { tier: Tier; now: number; before: number }[]
}

/**
 * Ends the flags of a dispute. If the payment stands, entries without a frozen list take part again, and entries that a list
 * left out return their credit. If the dispute is lost, all flagged entries are removed and their slots become free.
 */
export async function endFlags(
  tx: TransactionContext,
  { disputeId, userId, isLost }: { disputeId: string; userId: string; isLost: boolean },
): Promise<EndedFlags> {
  const mine = sql`e.dispute_id = ${disputeId}`
  const { rows } = await sql<{ id: string }>`
    select distinct e.giveaway_id as id from giveaway_entry e where ${mine} and e.removed_at is null order by 1`.execute(
    tx.db,
  )
  await lockGiveaways(
    tx,
    rows.map(row => row.id),
  )
  const before = await countByTier(tx, sql`${mine} and e.removed_at is not null and not e.is_forfeited`)
  const gone = await removeEntries(tx, userId, {
    which: isLost ? mine : sql`${mine} and not ${UNFROZEN}`,
    by: null,
    reason: 'Its payment was disputed',
  })
  await sql`update giveaway_entry set dispute_id = null where dispute_id = ${disputeId}`.execute(tx.db)
  const tiers = [...new Set([...before.keys(), ...gone.map(entry => entry.tier)])]
  const returned = tiers.map(tier => {
    const now = gone.filter(entry => entry.tier === tier).length
    return { tier, now, before: before.get(tier) ?? 0 }
  })
  tx.onCommit(ctx => entriesRemoved(ctx, userId, gone))
  tellOddsChanged(tx, userId, rows)
  return { returned }
}

async function countByTier(ctx: DataContext, which: RawBuilder<unknown>): Promise<Map<Tier, number>> {
  const { rows } = await sql<{ tier: Tier; n: number }>`
    select g.tier, count(*)::int as n from giveaway_entry e join giveaway g on g.id = e.giveaway_id
    where ${which} group by g.tier`.execute(ctx.db)
  return new Map(rows.map(({ tier, n }) => [tier, n]))
}
