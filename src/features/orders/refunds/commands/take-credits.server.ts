import { lockBalances, withdrawCredits } from '#features/credits/commands.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import type { SpentCredits } from '../contract.ts'
import type { SpentCreditsOf } from '../spent-credits.ts'

type Taken = {
  /** Credits taken back, by tier. */
  credits: Partial<Record<Tier, number>>
  entriesRemoved: number
}

type Input = {
  refundId: string
  /** `RD-100001` */
  reference: string
  userId: string
  /** Credits earned by the refunded pieces. */
  earned: Partial<Record<Tier, number>>
  spentCredits: SpentCredits
}

/**
 * Takes back the credits of refunded pieces. Staff's choice applies to spent credits. The accounts are locked
 * before the balance is read, so never more than the available credits are taken.
 */
export async function takeCreditsBack(tx: TransactionContext, giveaways: SpentCreditsOf, input: Input): Promise<Taken> {
  const { refundId, reference, userId, earned, spentCredits } = input
  if (spentCredits === 'keep' || Object.keys(earned).length === 0) return { credits: {}, entriesRemoved: 0 }
  const entriesRemoved = spentCredits === 'entries' ? await giveaways.free(tx, { userId, owed: earned }) : 0
  const available = await lockBalances(tx, userId)
  const source = { type: 'refund', id: refundId, description: `Refund of order ${reference}` }
  const credits: Taken['credits'] = {}
  for (const tier of TIERS) {
    const amount = Math.min(earned[tier] ?? 0, available[tier])
    if (amount === 0) continue
    await withdrawCredits(tx, { userId, tier, amount, kind: 'reversed', source })
    credits[tier] = amount
  }
  return { credits, entriesRemoved }
}
