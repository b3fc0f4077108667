import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'
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
        .orderBy('referred_id')
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
  /** `order`, the mark of orders, stands for codes of first orders and for rewards. */
  async listOnceMarks({ db }, { userId, email }) {
    const limited = await db
      .selectFrom('coupon_user as p')
      .innerJoin('coupon as c', 'c.id', 'p.coupon_id')
      .select(['c.id', sql<number>`p.held + p.used`.as('uses')])
      .where('p.user_id', '=', userId)
      .where('c.person_limit', 'is not', null)
      .where(sql<boolean>`p.held + p.used > 0`)
      .execute()
    return limited.map(({ id, uses }) => ({ kind: 'coupon', of: [email, id], uses }))
  },
}

/** Clears the mailboxes of codes and rewards that deleted users used while the deletion ran. @returns the mailboxes. */
export async function clearLateMailboxes(tx: TransactionContext, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ mailbox: string }>`
    with uses as (
      update code_use u set mailbox = null from code_use before
      where u.id = before.id and u.user_id = any(${[...userIds]}::uuid[]) and u.mailbox is not null returning before.mailbox
    ), rewards as (
      update referral_reward r set mailbox = null from referral_reward before
      where r.referred_id = before.referred_id and r.referred_id = any(${[...userIds]}::uuid[]) and r.mailbox is not null
      returning before.mailbox
    )
    table uses union table rewards`.execute(tx.db)
  return rows.map(({ mailbox }) => mailbox)
}
