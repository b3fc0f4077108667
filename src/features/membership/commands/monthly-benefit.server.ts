import { type RawBuilder, sql } from 'kysely'
import { type Context, within } from '#adapters/context.ts'
import { tellUser } from '#adapters/realtime-topics.server.ts'
import { issueCreditsToMany } from '#features/credits/commands.server.ts'
import { benefitAmountOf, benefitMonthOf } from '../rules.ts'

/** Members of one transaction: it locks their accounts for some tens of milliseconds. */
const BATCH = 500
/** Batches of one run; a job may take two minutes before it counts as dead, so the rest is left to the next. */
const BATCHES = 200

/**
 * Gives every member the benefit of this calendar month who has not had it, batch by batch. It may run at any time, in
 * several processes at once, and again after a crash: a membership's `benefit_month` only grows, and the ledger takes one
 * benefit of a user and month whatever anybody asks.
 * @returns how many members got it, and whether some are left for another run.
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
 * The same for one member, who begins a membership or asks. Should another run have it in hand, this waits for it: what is
 * read after it shows the benefit.
 * @returns whether it was issued now: false for whoever has it already, or is no member.
 */
export async function claimMonthlyBenefit(ctx: Context, userId: string): Promise<boolean> {
  const whom = sql`m.user_id = ${userId}`
  return (await issueTo(ctx, whom, sql`for update of m`, userId)).given.length > 0
}

type Issued = { taken: number; given: string[] }

/**
 * One batch, in one transaction: whose month it was is noted with the credits, or neither.
 * The ledger's rows point at the person, so the person is locked before the membership, as everybody does who ends an account or
 * its sessions; a batch waits for nobody instead.
 * @param lock memberships that another run has in hand are left to it, or waited for.
 */
async function issueTo(
  ctx: Context,
  whom: RawBuilder<unknown>,
  lock: RawBuilder<unknown>,
  userId?: string,
): Promise<Issued> {
  const month = benefitMonthOf(ctx.now())
  const result = await ctx.db.transaction().execute(async trx => {
    if (userId) await trx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
    const { rows } = await sql<{ userId: string }>`
      update membership set benefit_month = ${month}, benefit_issued_at = ${ctx.now()}
      where id = any(array(
        select m.id from membership m join users u on u.id = m.user_id
        where m.status = 'active' and m.benefit_month < ${month} and ${whom}
        order by m.benefit_month, m.id limit ${BATCH} ${lock}))
      returning user_id as "userId"`.execute(trx)
    if (rows.length === 0) return { taken: 0, given: [] }
    const sources = rows.map(({ userId }) => ({ userId, source: benefitSourceOf(userId, month) }))
    const amount = benefitAmountOf(ctx.settings.premium)
    const given = await issueCreditsToMany(within(ctx, trx), { tier: 'Bronze', amount, kind: 'benefit', sources })
    return { taken: rows.length, given }
  })
  for (const userId of result.given) tellUser(ctx, userId, 'credits', 'membership')
  return result
}

/** The month is part of the source, so the ledger itself refuses a second one; the demo's past uses the same words. */
export const benefitSourceOf = (userId: string, month: string) => ({
  type: 'membership',
  id: `${userId} ${month}`,
  description: `Premium benefit for ${month}`,
})
