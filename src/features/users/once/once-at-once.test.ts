import { afterEach, describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { closeAccount } from '#features/account/commands.server.ts'
import { noteReferralReward } from '#features/codes/commands/referral-rewards.server.ts'
import { auditCodes } from '#features/codes/queries/audit.server.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { findAccount } from '#features/identity/user/queries.server.ts'
import { transact, transactAgain } from '#kernel/transaction.server.ts'
import { waitForLockWaits } from '#platform/testing/lock-waits.ts'
import { openOnceShop } from './testing/once-shop.ts'

const once = await openOnceShop()
const { shop } = once
const { db } = shop.services
afterEach(async () => {
  expect(await auditCodes(shop.system)).toEqual([])
  expect(await auditCredits(shop.system)).toEqual([])
})

let people = 0
const goldOf = async (as: TestUser): Promise<number> => (await shop.call('/api/credits', { as })).json.goldCredits

/** Accounts of one mailbox. */
const accountsOf = (name: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => shop.addUser({ email: `${name}+${n}@gmail.com` })))

const usesOf = async (code: string) => {
  const { used, held, late } = await db
    .selectFrom('coupon')
    .select(['used', 'held', 'late'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return { uses: used + held, late }
}

describe('at the same time', () => {
  it('the deletion of one account and the orders of 4 others of its mailbox use a first-order code once, each time over [B-4.53]', async () => {
    for (let round = 0; round < few(3, 12); round++) {
      const code = await once.addCoupon({ firstOrderOnly: true })
      const [leaving, ...others] = await accountsOf(`leaving${++people}`, 5)
      expect(await once.buy(leaving!, code)).toBe('paid')
      const answers = await Promise.all([once.deleteOwn(leaving!), ...others.map(as => once.buy(as, code))])
      expect(new Set(answers.slice(1))).toEqual(new Set(['code_not_first_order']))
      expect(await usesOf(code)).toEqual({ uses: 1, late: 0 })
    }
  })

  it('a hold that waits for the deletion of another account of the mailbox sees its mark [B-4.53]', async () => {
    const code = await once.addCoupon({ firstOrderOnly: true })
    const [leaving, other] = await accountsOf(`waiting${++people}`, 2)
    // Unpaid, so that the quote still counts the other order as the first one.
    expect((await once.checkout(leaving!, code)).status).toBe(200)
    const gate = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const closing = transactAgain(shop.system, async tx => {
      await closeAccount(tx, { account: (await findAccount(tx, leaving!.userId))!, why: 'own wish' })
      reached.resolve()
      await gate.promise
    })
    await reached.promise
    const answer = once.checkout(other!, code)
    await waitForLockWaits(shop.services.pool, 1)
    gate.resolve()
    await closing
    expect((await answer).json.code).toBe('code_not_first_order')
    expect(await usesOf(code)).toEqual({ uses: 1, late: 0 })
  })

  it('a reward whose payment began before the deletion of another account of the mailbox is not given [B-4.53]', async () => {
    const code = await once.referralCodeOf(await shop.addUser())
    const [leaving, other] = await accountsOf(`between${++people}`, 2)
    const { json } = await once.checkout(other!, code)
    expect(await once.buy(leaving!, code)).toBe('paid')
    await once.deleteOwn(leaving!)
    const order = { orderId: json.orderId, userId: other!.userId }
    expect(await transact(shop.system, tx => noteReferralReward(tx, order))).toBeUndefined()
    const { rows } = await shop.services.pool.query('select from referral_reward where referred_id = $1', [
      other!.userId,
    ])
    expect(rows).toEqual([])
  })

  it('a code held by an unpaid order of a deleted account stays used, and the order can still be paid [B-4.53]', async () => {
    const code = await once.addCoupon({ firstOrderOnly: true })
    const email = `held${++people}@example.com`
    const leaving = await shop.addUser({ email })
    const { json } = await once.checkout(leaving, code)
    await once.deleteOwn(leaving)
    expect(await once.buy(await shop.addUser({ email }), code)).toBe('code_not_first_order')
    await once.pay(json.url)
    await once.settle()
    expect(await usesOf(code)).toEqual({ uses: 1, late: 0 })
  })

  it('a reward is given once: after a deletion, and while 4 accounts of the mailbox pay and leave [B-4.53]', async () => {
    const owner = await shop.addUser()
    const code = await once.referralCodeOf(owner)
    const email = `brought${++people}@gmail.com`
    const first = await shop.addUser({ email })
    expect(await once.buy(first, code)).toBe('paid')
    await once.deleteOwn(first)
    expect(await once.buy(await shop.addUser({ email }), code)).toBe('paid')
    expect(await goldOf(owner)).toBe(2)
    for (let round = 0; round < few(2, 6); round++) {
      const accounts = await accountsOf(`rewarded${++people}`, 4)
      await Promise.all(
        accounts.map(async as => {
          await once.buy(as, code)
          await once.deleteOwn(as)
        }),
      )
      expect(await goldOf(owner)).toBe(2 * (round + 2))
    }
  })

  it('an erasure and 5 confirmations of free entries of one person make one entry a period [B-4.53]', async () => {
    for (let round = 0; round < few(2, 6); round++) {
      const giveaway = await once.addGiveaway({ totalSlots: 10, entryLimit: 3 })
      const name = `free${++people}`
      const leaving = await shop.addUser({ email: `${name}@gmail.com` })
      const emails = Array.from({ length: 5 }, (_, n) => `${name}+${n}@gmail.com`)
      for (const email of emails) await once.ask(giveaway, { email })
      const tokens = await Promise.all(emails.map(once.tokenTo))
      expect((await once.enterFree(giveaway, { email: leaving.email })).status).toBe(200)
      const answers = await Promise.all([once.deleteOwn(leaving), ...tokens.map(once.follow)])
      expect(answers.slice(1).map(answer => answer?.json.code)).toEqual(Array(5).fill('free_entry_used'))
      expect(await once.mailedEntries(giveaway)).toEqual([])
    }
  })
})
