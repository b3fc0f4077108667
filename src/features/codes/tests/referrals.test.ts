import { afterEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { transact } from '#kernel/transaction.server.ts'
import { takeBackReferralReward } from '../commands/referral-rewards.server.ts'
import { openCodeShop } from '../testing/coupons.ts'

const codes = await openCodeShop()
afterEach(async () => {
  await codes.shop.changeSettings({ referral: { rewardTier: null, rewardCredits: 0 } })
  await codes.audit()
})

const referralCodeOf = async (as: TestUser): Promise<string> =>
  (await codes.shop.call('/api/my/referral-code', { as })).json.code
const goldOf = async (as: TestUser): Promise<number> => (await codes.shop.call('/api/credits', { as })).json.goldCredits

async function buy(as: TestUser, code?: string): Promise<string> {
  const { item } = await codes.addProduct()
  const { status, json } = await codes.checkout(as, [item], code ? { code } : {})
  expect(status, JSON.stringify(json)).toBe(200)
  await codes.pay(json.url)
  expect((await codes.verify(as, json.id)).json.status).toBe('paid')
  return json.orderId
}

/** The new user `brought` registers as referred by the code of `owner`. */
async function bringBy(owner: TestUser, brought: TestUser) {
  const json = { email: brought.email, code: await referralCodeOf(owner) }
  expect((await codes.shop.call('/api/public/register-referral', { as: brought, json })).status).toBe(200)
}

const referralsOf = async (owner: TestUser) => {
  const { json } = await codes.asAdmin('/api/admin/referrals?limit=100')
  return json.referrals.find((row: { owner: { id: string } }) => row.owner.id === owner.userId)
}

describe('a referral code', () => {
  it('a referral code is recorded with the order and counted when it is paid; without a reward nothing is given [B-11.9]', async () => {
    const [owner, friend] = [await codes.shop.addUser({ name: 'Dana Field' }), await codes.shop.addUser()]
    const code = await referralCodeOf(owner)
    await buy(friend, code.toLowerCase())
    await buy(friend, code)
    await buy(await codes.shop.addUser(), code)
    expect(await referralsOf(owner)).toEqual({
      code,
      owner: { id: owner.userId, name: 'Dana Field', email: owner.email },
      ...{ used: 3, people: 2, rewards: 0, creditsGiven: 0 },
    })
    expect(await goldOf(owner)).toBe(0)
  })

  it('a referral code can be combined with a coupon that stands alone otherwise', async () => {
    const [owner, friend] = [await codes.shop.addUser(), await codes.shop.addUser()]
    const coupon = await codes.addCoupon()
    const { item } = await codes.addProduct()
    const { json } = await codes.checkout(friend, [item], { codes: [coupon.code, await referralCodeOf(owner)] })
    expect(await codes.orderRow(json.orderId)).toMatchObject({
      discount_cents: 400,
      codes: [coupon.code, expect.any(String)],
    })
  })
})

describe('the reward', () => {
  const give = (rewardCredits: number) => codes.shop.changeSettings({ referral: { rewardTier: 'Gold', rewardCredits } })

  it('the reward is given once for each user, with the first paid order [B-11.9]', async () => {
    await give(2)
    const [owner, friend, old] = await Promise.all([0, 1, 2].map(() => codes.shop.addUser()))
    const code = await referralCodeOf(owner!)
    await buy(old!)
    await buy(old!, code)
    expect(await goldOf(owner!)).toBe(0)
    await buy(friend!, code)
    await buy(friend!, code)
    expect(await goldOf(owner!)).toBe(2)
    expect(await referralsOf(owner!)).toMatchObject({ used: 3, people: 2, rewards: 1, creditsGiven: 2 })
  })

  it('the reward goes to the referrer of the registration, or to the owner of the typed code', async () => {
    await give(1)
    const [owner, other, one, two] = await Promise.all([0, 1, 2, 3].map(() => codes.shop.addUser()))
    await bringBy(owner!, one!)
    await bringBy(owner!, two!)
    await buy(one!)
    await buy(two!, await referralCodeOf(other!))
    expect([await goldOf(owner!), await goldOf(other!)]).toEqual([1, 1])
  })

  it('concurrent first orders bring one reward, and two mutual referrers do not deadlock', async () => {
    await give(1)
    const pairs = await Promise.all(
      [0, 1, 2, 3, 4].map(async () => [await codes.shop.addUser(), await codes.shop.addUser()]),
    )
    const pages = await Promise.all(
      pairs.flatMap(([a, b]) =>
        [
          [a!, b!],
          [a!, b!],
          [b!, a!],
        ].map(async ([as, owner]) => {
          const { item } = await codes.addProduct()
          const { status, json } = await codes.checkout(as!, [item], { code: await referralCodeOf(owner!) })
          expect(status, JSON.stringify(json)).toBe(200)
          await codes.pay(json.url)
          return { as: as!, id: json.id }
        }),
      ),
    )
    const answers = await Promise.all(pages.map(({ as, id }) => codes.verify(as, id)))
    expect(new Set(answers.map(answer => answer.json.status))).toEqual(new Set(['paid']))
    const given = await Promise.all(pairs.flat().map(as => goldOf(as!)))
    expect(given).toEqual(given.map(() => 1))
  })

  it('a fully refunded order takes its reward back, as far as the balance allows, once', async () => {
    await give(3)
    const [owner, friend] = [await codes.shop.addUser(), await codes.shop.addUser()]
    const orderId = await buy(friend, await referralCodeOf(owner))
    await transact(codes.shop.system, async tx => {
      const { withdrawCredits } = await import('#features/credits/commands.server.ts')
      const source = { type: 'test', id: owner.userId, description: 'Spent' }
      await withdrawCredits(tx, { userId: owner.userId, tier: 'Gold', amount: 2, kind: 'subtracted', source })
    })
    const takeBack = () => transact(codes.shop.system, tx => takeBackReferralReward(tx, orderId))
    await Promise.all([takeBack(), takeBack()])
    expect(await goldOf(owner)).toBe(0)
    expect(await referralsOf(owner)).toMatchObject({ rewards: 1, creditsGiven: 2 })
  })
})
