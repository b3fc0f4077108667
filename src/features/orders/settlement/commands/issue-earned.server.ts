import { noteReferralReward } from '#features/codes/commands/referral-rewards.server.ts'
import { issueCredits } from '#features/credits/commands.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { entriesOf } from '../../checkout/rules.ts'
import { referenceOf, type StoredOrder } from '../../history/stored-order.server.ts'
import { hasPaidOrder } from '../../sales/queries/first-order.server.ts'

type Issue = Parameters<typeof issueCredits>[1]

/**
 * Issues the credits of a paid order: to the shopper, and for a first order to the referrer if the shop rewards referrals. Sorted by user
 * and tier, so that two orders which reward each other's shoppers lock accounts in one order.
 */
export async function issueEarned(tx: TransactionContext, order: StoredOrder): Promise<void> {
  const issues = [...earnedBy(order), ...(await rewardFor(tx, order))]
  issues.sort((a, b) =>
    a.userId === b.userId ? TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) : a.userId < b.userId ? -1 : 1,
  )
  for (const issue of issues) await issueCredits(tx, issue)
}

function earnedBy(order: StoredOrder): Issue[] {
  const earned = entriesOf(order.lines)
  const source = { type: 'order', id: order.id, description: `Order ${referenceOf(order)}` }
  const { userId } = order
  return TIERS.filter(tier => earned[tier] > 0).map(tier => ({
    userId,
    tier,
    amount: earned[tier],
    kind: 'earned',
    source,
  }))
}

async function rewardFor(tx: TransactionContext, { id: orderId, userId }: StoredOrder): Promise<Issue[]> {
  if (!tx.settings.referral.rewardTier || (await hasPaidOrder(tx, userId, orderId))) return []
  const reward = await noteReferralReward(tx, { orderId, userId })
  const source = { type: 'referral', id: userId, description: 'Somebody you brought bought for the first time' }
  return reward ? [{ ...reward, kind: 'granted', source }] : []
}
