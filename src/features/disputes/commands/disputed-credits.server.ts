import { sql } from 'kysely'
import {
  blockCredits,
  issueCredits,
  lockBalances,
  releaseCredits,
  takeBlockedCredits,
  withdrawCredits,
} from '#features/credits/commands.server.ts'
import {
  type EndedFlags,
  endFlags,
  flagNewestEntries,
  lockUndrawn,
} from '#features/giveaways/entries/commands/dispute-entries.server.ts'
import { referenceOf } from '#features/orders/order/contract.ts'
import { entriesOf } from '#features/orders/order/money/prices.ts'
import { type DisputedOrder, readUnreturnedCredits } from '#features/orders/refunds/commands/dispute-order.server.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { type Effect, owedCredits } from '../rules.ts'
import { type DisputeCredits, listDisputesOfOrder, type StoredDispute } from '../stored-dispute.server.ts'

type Step = { effect: Effect; round: number; credits: DisputeCredits[] }

/** Unique per dispute and per reopening. */
const sourceOf = (type: string, { id, round }: Pick<StoredDispute, 'id' | 'round'>, order: DisputedOrder) => ({
  type,
  id: `${id}:${round}`,
  description: `Dispute of order ${referenceOf(order)}`,
})

/** A source moves credits once, and the dispute is locked. An earlier movement would be a bug. */
function must(isMoved: boolean, what: string): void {
  if (!isMoved) throw new Error(`The credits of a dispute were ${what} before.`)
}

/**
 * Freezes the unspent credits of the disputed part of an order. For each spent credit, the user's newest undrawn entry of the tier is
 * flagged.
 */
export async function blockDisputed(
  tx: TransactionContext,
  dispute: StoredDispute,
  order: DisputedOrder,
): Promise<Step> {
  const round = dispute.round + 1
  const owed = await owedBy(tx, dispute, order)
  const tiers = TIERS.filter(tier => owed[tier])
  const giveawayIds = await lockUndrawn(tx, order.userId, tiers)
  const balances = await lockBalances(tx, order.userId)
  const source = sourceOf('dispute', { id: dispute.id, round }, order)
  const credits: DisputeCredits[] = []
  for (const tier of tiers) {
    const wanted = owed[tier]!
    const frozen = Math.min(wanted, balances[tier])
    const movement = { userId: order.userId, tier, amount: frozen, kind: 'frozen', source } as const
    if (frozen > 0) must(await blockCredits(tx, movement), 'frozen')
    const count = wanted - frozen
    const flagging = { disputeId: dispute.id, userId: order.userId, giveawayIds, tier, count }
    const flagged = count > 0 ? await flagNewestEntries(tx, flagging) : 0
    credits.push({ tier, owed: wanted, frozen, flagged, taken: 0 })
  }
  const effect = { effect: 'frozen', round, credits } as const
  await keep(tx, dispute, effect)
  return effect
}

/** This dispute's share of the order's credits, less credits taken by refunds and held by other disputes. */
async function owedBy(ctx: DataContext, dispute: StoredDispute, order: DisputedOrder) {
  const left: Partial<Record<Tier, number>> = await readUnreturnedCredits(ctx, order)
  for (const other of await listDisputesOfOrder(ctx, order.id)) {
    if (other.id === dispute.id || !['frozen', 'taken'].includes(other.effect)) continue
    for (const { tier, owed } of other.credits) left[tier] = (left[tier] ?? 0) - owed
  }
  const amounts = { amountCents: dispute.amountCents, totalCents: order.price.total }
  return owedCredits({ earned: entriesOf(order.lines), left }, amounts)
}

/** Releases the credits when the payment stands. After a successful appeal of a lost dispute, the taken credits are issued again. */
export async function releaseDisputed(
  tx: TransactionContext,
  dispute: StoredDispute,
  order: DisputedOrder,
): Promise<Step> {
  const { userId } = order
  await endFlags(tx, { disputeId: dispute.id, userId, isLost: false })
  await lockBalances(tx, userId)
  const source = sourceOf('dispute', dispute, order)
  for (const { tier, frozen, taken } of dispute.credits) {
    if (dispute.effect === 'frozen' && frozen > 0) {
      must(await releaseCredits(tx, { userId, tier, amount: frozen, kind: 'released', source }), 'released')
    }
    if (dispute.effect === 'taken' && taken > 0) {
      must(await issueCredits(tx, { userId, tier, amount: taken, kind: 'granted', source }), 'issued again')
    }
  }
  const credits = dispute.credits.map(credit => ({ ...credit, taken: 0 }))
  const effect = { effect: 'released', round: dispute.round, credits } as const
  await keep(tx, dispute, effect)
  return effect
}

/** Takes the frozen credits for good when the payment is lost. Flagged entries are removed, and their credits are taken as well. */
export async function takeDisputed(
  tx: TransactionContext,
  dispute: StoredDispute,
  order: DisputedOrder,
): Promise<Step> {
  const { userId } = order
  const flags = await endFlags(tx, { disputeId: dispute.id, userId, isLost: true })
  const balances = await lockBalances(tx, userId)
  const credits: DisputeCredits[] = []
  for (const credit of dispute.credits) {
    const { tier, frozen } = credit
    const source = sourceOf('dispute-frozen', dispute, order)
    const movement = { userId, tier, amount: frozen, kind: 'reversed', source } as const
    if (frozen > 0) must(await takeBlockedCredits(tx, movement), 'taken')
    const amount = Math.min(returnedOf(flags, credit), balances[tier])
    const back = { userId, tier, amount, kind: 'reversed', source: sourceOf('dispute', dispute, order) } as const
    if (amount > 0) must(await withdrawCredits(tx, back), 'taken')
    credits.push({ ...credit, taken: frozen + amount })
  }
  const effect = { effect: 'taken', round: dispute.round, credits } as const
  await keep(tx, dispute, effect)
  return effect
}

/** Credits returned by flagged entries. An entry that was removed earlier for another reason also returned its credit to the balance. */
function returnedOf({ returned }: EndedFlags, { tier, flagged }: DisputeCredits): number {
  const of = returned.find(one => one.tier === tier)
  return Math.min(flagged, (of?.now ?? 0) + (of?.before ?? 0))
}

async function keep(ctx: DataContext, { id }: StoredDispute, { effect, round, credits }: Step): Promise<void> {
  const written = await ctx.db.updateTable('dispute').set({ effect, round }).where('id', '=', id).executeTakeFirst()
  requireOneRow(written, `dispute ${id}`)
  await sql`
    insert into dispute_credit (dispute_id, tier, owed, frozen, flagged, taken)
    select ${id}, c.tier, c.owed, c.frozen, c.flagged, c.taken
    from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb)
      as c (tier tier, owed integer, frozen integer, flagged integer, taken integer)
    on conflict (dispute_id, tier) do update set owed = excluded.owed, frozen = excluded.frozen,
      flagged = excluded.flagged, taken = excluded.taken`.execute(ctx.db)
}
