import type { PersonalData } from '#kernel/personal-data.ts'
import { toDollars } from '#kernel/values/money.ts'

/**
 * Uses of codes belong to the books of their orders and stay under the bare id. Rewards stay too, because they are in the ledger. Identity
 * erases the referral code with its owner's account.
 */
export const codesData: PersonalData = {
  tables: ['code_use', 'coupon_user', 'referral_reward'],
  async exportOf({ db }, { userId }) {
    const [uses, rewards] = await Promise.all([
      db
        .selectFrom('code_use')
        .select(['code', 'type', 'amount_cents', 'state', 'created_at', 'used_at'])
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .execute(),
      db
        .selectFrom('referral_reward')
        .select(['tier', 'credits', 'taken_back as takenBack', 'granted_at as date'])
        .where('owner_id', '=', userId)
        .orderBy('granted_at', 'desc')
        .execute(),
    ])
    return {
      codes: uses.map(({ code, type, state, amount_cents, created_at, used_at }) => ({
        ...{ code, type, state, discount: toDollars(amount_cents) },
        ...{ date: created_at, usedAt: used_at },
      })),
      referralRewards: rewards,
    }
  },
  async erase({ db }, { userId }) {
    await db.updateTable('code_use').set({ mailbox: null }).where('user_id', '=', userId).execute()
    await db.updateTable('referral_reward').set({ mailbox: null }).where('referred_id', '=', userId).execute()
  },
}
