import { afterEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { findStoredOrder } from '#features/orders/order/stored-order.server.ts'
import { closeOrder } from '#features/orders/payment/commands/close-order.server.ts'
import { openCodeShop } from '../testing/coupons.ts'

const codes = await openCodeShop({ connections: 30 })
afterEach(async () => {
  await codes.shop.changeSettings({ referral: { rewardTier: null, rewardCredits: 0 } })
  await codes.audit()
})

const mailboxOf = async (email: string) =>
  (await codes.shop.services.pool.query<{ mailbox: string }>('select mailbox_of($1) as mailbox', [email])).rows[0]!
    .mailbox

/** Adds several accounts of one Gmail mailbox. */
const aliases = (name: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      codes.shop.addUser({ email: n === 0 ? `${name}@gmail.com` : `${name[0]}.${name.slice(1)}+${n}@googlemail.com` }),
    ),
  )
const referralCodeOf = async (as: TestUser): Promise<string> =>
  (await codes.shop.call('/api/my/referral-code', { as })).json.code
const goldOf = async (as: TestUser): Promise<number> => (await codes.shop.call('/api/credits', { as })).json.goldCredits

async function checkout(as: TestUser, code?: string) {
  const { item } = await codes.addProduct()
  return codes.checkout(as, [item], code ? { code } : {})
}

async function pay(as: TestUser, { id, url }: { id: string; url: string }): Promise<string> {
  await codes.pay(url)
  return (await codes.verify(as, id)).json.status
}

describe('the mailbox of an address', () => {
  it.each([
    ['R.obin.Gale+shop@GMail.com', 'robingale@gmail.com'],
    ['robingale@googlemail.com', 'robingale@gmail.com'],
    ['robin.gale+a+b@example.com', 'robin.gale@example.com'],
    ['robin@example.com', 'robin@example.com'],
    ['+robin@example.com', '+robin@example.com'],
    ['robin+x@me.com', 'robin@icloud.com'],
    ['robin-news@yahoo.co.uk', 'robin@yahoo.co.uk'],
    ['ro.bin_gale@pm.me', 'robingale@proton.me'],
    ['robin.gale@ya.ru', 'robin-gale@yandex.ru'],
    ['robin+a@outlook.com', 'robin@outlook.com'],
    ['robin-gale@example.com', 'robin-gale@example.com'],
  ])('%s → %s', async (email, mailbox) => expect(await mailboxOf(email)).toBe(mailbox))
})

describe('a code for a first order', () => {
  it('one of 20 concurrent accounts of a mailbox holds a code for first orders', async () => {
    const coupon = await codes.addCoupon({ firstOrderOnly: true })
    const accounts = await aliases('firstorder', 20)
    const answers = await Promise.all(accounts.map(as => checkout(as, coupon.code)))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    expect(new Set(answers.map(answer => answer.json.code))).toEqual(new Set([undefined, 'code_not_first_order']))
    expect(await codes.couponOf(coupon.id)).toMatchObject({ held: 1, used: 0 })
  })

  it('a second account of a paid mailbox is refused a code for first orders, another user gets it', async () => {
    const coupon = await codes.addCoupon({ firstOrderOnly: true })
    const [first, second] = await aliases('paidbefore', 2)
    expect(await pay(first!, (await checkout(first!)).json)).toBe('paid')
    expect((await checkout(second!, coupon.code)).json.code).toBe('code_not_first_order')
    expect((await checkout(await codes.shop.addUser(), coupon.code)).status).toBe(200)
  })

  it('a late payment of one account counts beyond the limit when another account used the code', async () => {
    const coupon = await codes.addCoupon({ firstOrderOnly: true })
    const [slow, quick] = await aliases('latemoney', 2)
    const { json: first } = await checkout(slow!, coupon.code)
    const order = await findStoredOrder(codes.shop.system, first.orderId)
    expect(await closeOrder(codes.shop.system, order!, 'expired')).toBe(true)
    expect(await pay(quick!, (await checkout(quick!, coupon.code)).json)).toBe('paid')
    expect(await pay(slow!, first)).toBe('paid')
    expect(await codes.couponOf(coupon.id)).toMatchObject({ held: 0, used: 2, late: 1 })
  })
})

describe('a referral', () => {
  it('a referral code of another account of the same mailbox is refused', async () => {
    const [owner, alias] = await aliases('selfreferral', 2)
    expect((await checkout(alias!, await referralCodeOf(owner!))).json.code).toBe('code_own_referral')
  })

  it('ten accounts of a mailbox that pay concurrently bring one reward', async () => {
    await codes.shop.changeSettings({ referral: { rewardTier: 'Gold', rewardCredits: 2 } })
    const owner = await codes.shop.addUser()
    const code = await referralCodeOf(owner)
    const accounts = await aliases('manyfriends', 10)
    const sessions = await Promise.all(accounts.map(async as => ({ as, json: (await checkout(as, code)).json })))
    const statuses = await Promise.all(sessions.map(({ as, json }) => pay(as, json)))
    expect(new Set(statuses)).toEqual(new Set(['paid']))
    expect(await goldOf(owner)).toBe(2)
    const { rows } = await codes.shop.services.pool.query(
      'select count(*)::int as rewards from referral_reward where owner_id = $1',
      [owner.userId],
    )
    expect(rows).toEqual([{ rewards: 1 }])
  })
})
