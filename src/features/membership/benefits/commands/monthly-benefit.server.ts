import { type RawBuilder, sql } from 'kysely'
import { issueCreditsToMany } from '#features/credits/commands.server.ts'
import type { Context } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { benefitAmountOf } from '#kernel/values/words/premium-benefits.ts'
import { benefitMonthOf } from '../../rules.ts'

/** Members per transaction; a batch locks their accounts for some tens of milliseconds. */
const BATCH = 500
/** Batches per run. A job counts as dead after two minutes, so the rest is left to the next run. */
const BATCHES = 200

/**
 * Issues this calendar month's benefit, batch by batch, to every member who has not had it. Safe to run at any time, in several
 * processes at once, and again after a crash: `benefit_month` only grows, and the ledger accepts one benefit per user and month.
 * @returns the number of members who got the benefit, and whether another run is needed.
 */
export async function issueMonthlyBenefits(ctx: Context): Promise<{ issued: number; isFinished: boolean }> {
  let issued = 0
  for (let batch = 0; batch < BATCHES; batch++) {
    const { taken, given } = await issueTo(
      ctx,
      sql`true`,
      sql`for update of m skip locked for key share of u skip locked`,
    )
    issued += given.length
    if (taken < BATCH) return { issued, isFinished: true }
  }
  return { issued, isFinished: false }
}

/**
 * Issues this month's benefit to one member, when the membership begins or the member asks. Waits for a concurrent run that holds
 * the membership, so that a later read shows the benefit.
 * @returns whether it was issued now: false for a user who already has it, or who is no member.
 */
export async function claimMonthlyBenefit(ctx: Context, userId: string): Promise<boolean> {
  const whom = sql`m.user_id = ${userId}`
  return (await issueTo(ctx, whom, sql`for update of m`, userId)).given.length > 0
}

type Issued = { taken: number; given: string[] }

/**
 * One batch in one transaction: the month and the credits are written together or not at all. Ledger rows reference the user, so
 * the user is locked before the membership, the lock order of all commands that end an account or its sessions. A batch skips
 * locked rows instead of waiting.
 * @param lock skips memberships that another run holds, or waits for them.
 */
async function issueTo(
  ctx: Context,
  whom: RawBuilder<unknown>,
  lock: RawBuilder<unknown>,
  userId?: string,
): Promise<Issued> {
  const month = benefitMonthOf(ctx.now())
  return transact(ctx, async tx => {
    if (userId) await tx.db.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
    const { rows } = await sql<{ userId: string }>`
      update membership set benefit_month = ${month}, benefit_issued_at = ${tx.now()}
      where id = any(array(
        select m.id from membership m join users u on u.id = m.user_id
        where m.status = 'active' and m.benefit_month < ${month} and ${whom}
        order by m.benefit_month, m.id limit ${BATCH} ${lock}))
      returning user_id as "userId"`.execute(tx.db)
    if (rows.length === 0) return { taken: 0, given: [] }
    const sources = rows.map(({ userId }) => ({ userId, source: benefitSourceOf(userId, month) }))
    const amount = benefitAmountOf(tx.settings.premium)
    const given = await issueCreditsToMany(tx, { tier: 'Bronze', amount, kind: 'benefit', sources })
    tx.onCommit(ctx => {
      for (const userId of given) tellUser(ctx, userId, 'credits', 'membership')
    })
    return { taken: rows.length, given }
  })
}

/** The source names the month, so the ledger itself rejects a second benefit. The demo's history uses this source too. */
export const benefitSourceOf = (userId: string, month: string) => ({
  type: 'membership',
  id: `${userId} ${month}`,
  description: `Premium benefit for ${month}`,
})
