import { lockBalances, withdrawCredits } from '#features/credits/commands.server.ts'
import {
  findReferrer,
  readFormerOwners,
  readMailboxOfUser,
} from '#features/identity/registration/queries/referrals.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { wasKept } from '#kernel/once/marks.server.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'

export type Reward = { userId: string; tier: Tier; amount: number }

/**
 * Records the referral reward when a new shopper's first order is paid. The reward goes to the owner of the
 * order's referral code, else to the referrer at registration. The caller issues the credits (kind `granted`).
 * @returns undefined when rewards are off (`settings.referral`), there is no referrer, or the reward was already given, also through an
 * account that is gone.
 */
export async function noteReferralReward(
  tx: TransactionContext,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<Reward | undefined> {
  const { rewardTier: tier, rewardCredits: amount } = tx.settings.referral
  if (!tier || amount < 1) return undefined
  const named = await tx.db
    .selectFrom('code_use')
    .select('owner_id')
    .where('order_id', '=', orderId)
    .where('type', '=', 'referral')
    .executeTakeFirst()
  const owner = named?.owner_id ?? (await findReferrer(tx, userId))
  if (!owner) return undefined
  const mailbox = await readMailboxOfUser(tx, userId)
  if ((await readFormerOwners(tx, [owner], mailbox)).has(owner)) return undefined
  const noted = await tx.db
    .insertInto('referral_reward')
    .values({ referred_id: userId, owner_id: owner, order_id: orderId, tier, credits: amount, granted_at: tx.now() })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (noted.numInsertedOrUpdatedRows !== 1n) return undefined
  // Read after the insert, which the deletion of another account of the mailbox may have let through.
  if (!(await wasKept(tx, 'order', [mailbox]))) return { userId: owner, tier, amount }
  await tx.db.deleteFrom('referral_reward').where('referred_id', '=', userId).execute()
  return undefined
}

/**
 * Takes back the rest of a referral reward after a full refund of its order, once. The owner's balance
 * never falls below zero.
 */
export async function takeBackReferralReward(tx: TransactionContext, orderId: string): Promise<void> {
  const reward = await tx.db
    .selectFrom('referral_reward')
    .select(['owner_id', 'referred_id', 'credits', 'tier'])
    .where('order_id', '=', orderId)
    .where('taken_back', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  if (!reward) return
  const { owner_id: userId, referred_id: id, credits } = reward
  const tier = reward.tier as Tier
  const amount = Math.min(credits, (await lockBalances(tx, userId))[tier])
  if (amount === 0) return
  const source = { type: 'referral', id, description: 'Referral reward: the order was refunded' }
  await withdrawCredits(tx, { userId, tier, amount, kind: 'reversed', source })
  const noted = await tx.db
    .updateTable('referral_reward')
    .set({ taken_back: amount })
    .where('referred_id', '=', id)
    .executeTakeFirst()
  requireOneRow(noted, `referral reward of ${id}`)
}
