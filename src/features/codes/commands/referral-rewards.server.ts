import type { Context } from '#adapters/context.ts'
import { lockBalances, withdrawCredits } from '#features/credits/commands.server.ts'
import { bringerOf } from '#features/identity/queries/referrals.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import type { Tier } from '#platform/tiers.ts'

export type Reward = { userId: string; tier: Tier; amount: number }

/**
 * Notes down the reward for bringing somebody whose first order is paid now, in the caller's transaction: to the owner of the
 * referral code of the order, else to whoever brought them to register. The caller issues its credits (kind `granted`).
 * @returns undefined when the shop gives none (`settings.referral`), nobody brought them, or it was given before.
 */
export async function noteReferralReward(
  ctx: Context,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<Reward | undefined> {
  const { rewardTier: tier, rewardCredits: amount } = ctx.settings.referral
  if (!tier || amount < 1) return undefined
  const named = await ctx.db
    .selectFrom('code_use')
    .select('owner_id')
    .where('order_id', '=', orderId)
    .where('type', '=', 'referral')
    .executeTakeFirst()
  const owner = named?.owner_id ?? (await bringerOf(ctx, userId))
  if (!owner) return undefined
  const noted = await ctx.db
    .insertInto('referral_reward')
    .values({ referred_id: userId, owner_id: owner, order_id: orderId, tier, credits: amount, granted_at: ctx.now() })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return noted.numInsertedOrUpdatedRows === 1n ? { userId: owner, tier, amount } : undefined
}

/**
 * The order for which somebody was rewarded was paid back whole: what is left of the reward is taken back, never below zero,
 * in the caller's transaction, and once.
 */
export async function takeBackReferralReward(ctx: Context, orderId: string): Promise<void> {
  const reward = await ctx.db
    .selectFrom('referral_reward')
    .select(['owner_id', 'referred_id', 'credits', 'tier'])
    .where('order_id', '=', orderId)
    .where('taken_back', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  if (!reward) return
  const { owner_id: userId, referred_id: id, credits } = reward
  const tier = reward.tier as Tier
  const amount = Math.min(credits, (await lockBalances(ctx, userId))[tier])
  if (amount === 0) return
  const source = { type: 'referral', id, description: 'Referral reward: the order was refunded' }
  await withdrawCredits(ctx, { userId, tier, amount, kind: 'reversed', source })
  const noted = await ctx.db
    .updateTable('referral_reward')
    .set({ taken_back: amount })
    .where('referred_id', '=', id)
    .executeTakeFirst()
  requireOneRow(noted, `referral reward of ${id}`)
}
