import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import type { NewCoupon } from '../contract.ts'
import { openCodeShop } from '../testing/coupons.ts'

const codes = await openCodeShop()
const call = codes.shop.call
afterEach(() => codes.audit())

const validate = (as: TestUser, code: string, items?: object[]) =>
  call('/api/codes/validate', { as, json: { code, ...(items && { items }) } })
const quote = (items: object[], extra: object, as?: TestUser) =>
  call('/api/payments/quote', { json: { items, ...extra }, ...(as && { as }) })
const referralCodeOf = async (as: TestUser): Promise<string> => (await call('/api/my/referral-code', { as })).json.code

/** Pays for an order with a code. */
async function buyWith(as: TestUser, code: string, item: object) {
  const { status, json } = await codes.checkout(as, [item], { code })
  expect(status, JSON.stringify(json)).toBe(200)
  await codes.pay(json.url)
  expect((await codes.verify(as, json.id)).json.status).toBe('paid')
  return json.orderId as string
}

describe('a code that counts', () => {
  it('a coupon answers its discount, a referral code a masked e-mail [B-10.16] [B-10.31] [B-11.8]', async () => {
    const as = await codes.shop.addUser()
    const friend = await codes.shop.addUser({ email: 'dana.field@example.com' })
    await codes.addCoupon({ code: 'SPRING15', discount: { kind: 'percent', amount: 15 } })
    await codes.addCoupon({ code: 'FIVE-OFF', discount: { kind: 'flat', amount: 5.5 } })
    expect(await validate(as, ' spring15 ')).toMatchObject({ status: 200 })
    expect((await validate(as, 'Spring15')).json).toEqual({
      type: 'coupon',
      code: 'SPRING15',
      discount: { kind: 'percent', amount: 15 },
    })
    expect((await validate(as, 'five-off')).json.discount).toEqual({ kind: 'flat', amount: 5.5 })
    const code = await referralCodeOf(friend)
    expect((await validate(as, code.toLowerCase())).json).toEqual({
      type: 'referral',
      code,
      ownerEmail: 'd***@e***.com',
    })
  })

  it('a code shows its discount in the quote, for guests too', async () => {
    const { item } = await codes.addProduct({ priceCents: 4000 })
    await codes.addCoupon({ code: 'QUARTER', discount: { kind: 'percent', amount: 25 }, combinable: true })
    await codes.addCoupon({ code: 'TWO', discount: { kind: 'flat', amount: 2 }, combinable: true })
    const friend = await codes.shop.addUser()
    const code = await referralCodeOf(friend)
    // $40.00 − 25% = $30.00, − $2.00 = $28.00; fee 5% = $1.40 → $2.00; tax 8.25% = $2.31.
    expect((await quote([item], { code: 'two', codes: ['QUARTER', ' ', code, 'TWO'] })).json).toMatchObject({
      subtotal: 40,
      discount: 12,
      fee: { amount: 2, clientShare: 1.4, platformShare: 0.6 },
      tax: 2.31,
      total: 32.31,
      codes: [
        { code: 'TWO', type: 'coupon', discount: { kind: 'flat', amount: 2 }, amount: 2 },
        { code: 'QUARTER', type: 'coupon', discount: { kind: 'percent', amount: 25 }, amount: 10 },
        { code, type: 'referral', discount: null, amount: 0 },
      ],
      lines: [{ total: 40, discount: 12 }],
      notices: [],
    })
  })

  it('a blank code is ignored, and at most five are accepted [B-10.27] [B-10.57]', async () => {
    const { item } = await codes.addProduct()
    expect((await quote([item], { code: '  ', codes: [''] })).json).toMatchObject({ codes: [], notices: [] })
    const six = await quote([item], { code: 'a', codes: ['b', 'c', 'd', 'e', 'f'] })
    expect(six).toMatchObject({ status: 400, json: { errors: { codes: ['At most 5 codes at once'] } } })
  })
})

/**
 * Every refusal, in the order of the checks. Each coupon has the faults of its row and of all rows below, so the first reason is reported.
 */
describe('a code that does not count says why', () => {
  let as: TestUser
  let gold: Awaited<ReturnType<typeof codes.addProduct>>
  let cheap: typeof gold
  let faults: Partial<NewCoupon>[]
  beforeAll(async () => {
    as = await codes.shop.addUser()
    gold = await codes.addProduct({ tier: 'Gold', priceCents: 9000 })
    cheap = await codes.addProduct({ tier: 'Bronze', priceCents: 2000 })
    await buyWith(as, '', cheap.item)
    faults = [
      { startsAt: codes.inDays(1) },
      { endsAt: codes.inDays(-1) },
      {},
      { personLimit: 1 },
      { totalLimit: 1 },
      { firstOrderOnly: true },
      { minimumSubtotal: 50 },
      { productIds: [gold.id] },
    ]
  })

  const usedBefore = (id: string, userId: string) =>
    codes.shop.services.pool.query('insert into coupon_user (coupon_id, user_id, used) values ($1, $2, 1)', [
      id,
      userId,
    ])

  /** Adds a coupon with the faults from a row on. A coupon cannot both start later and have ended. */
  async function faulty(from: number) {
    const { startsAt, endsAt, ...input } = Object.assign({}, ...faults.slice(from)) as Partial<NewCoupon>
    const coupon = await codes.addCoupon({ ...input, ...(startsAt ? { startsAt } : endsAt && { endsAt }) })
    if (from <= 2) await codes.asAdmin(`/api/admin/codes/${coupon.id}/pause`, undefined, 'POST')
    // Uses by another user and by the shopper, inserted without orders and removed after the check.
    const { pool } = codes.shop.services
    if (from <= 4) await pool.query('update coupon set used = 1 where id = $1', [coupon.id])
    if (from <= 3) await usedBefore(coupon.id, as.userId)
    const tidy = async () => {
      await pool.query('update coupon set used = 0 where id = $1', [coupon.id])
      await pool.query('delete from coupon_user where coupon_id = $1', [coupon.id])
    }
    return { coupon, tidy }
  }

  it.each<[number, string, string]>([
    [0, 'code_not_started', 'CODE cannot be used yet.'],
    [1, 'code_expired', 'CODE has expired.'],
    [2, 'code_paused', 'CODE is paused.'],
    [3, 'code_used_by_you', 'You have already used CODE.'],
    [4, 'code_used_up', 'CODE has been used up.'],
    [5, 'code_not_first_order', 'CODE is for a first order only.'],
    [6, 'code_minimum', 'CODE needs goods for $50.00. Add $30.00 more to use it.'],
    [7, 'code_nothing_eligible', 'CODE does not apply to anything in your cart.'],
  ])('%i: %s [B-11.8] [B-11.10]', async (from, code, sentence) => {
    const { coupon, tidy } = await faulty(from)
    const detail = sentence.replace('CODE', coupon.code)
    const answers = [
      await validate(as, coupon.code, [cheap.item]),
      await codes.checkout(as, [cheap.item], { code: coupon.code }),
    ]
    for (const answer of answers) expect(answer.json).toMatchObject({ status: 409, code, detail, promo: coupon.code })
    const { json: quoted } = await quote([cheap.item], { code: coupon.code }, as)
    expect(quoted).toMatchObject({
      discount: 0,
      codes: [],
      notices: [{ code: 'code_refused', message: detail, promo: coupon.code, reason: code }],
    })
    // Without a cart, checks that depend on the cart are skipped.
    expect((await validate(as, coupon.code)).status).toBe(from >= 6 ? 200 : 409)
    await tidy()
    expect(await codes.stockOf(cheap.variantId)).toMatchObject({ held: 0 })
  })

  it('refuses unknown and archived codes, and those of a disabled owner [B-11.10]', async () => {
    const owner = await codes.shop.addUser()
    const theirs = await referralCodeOf(owner)
    await codes.shop.services.db.updateTable('users').set({ enabled: false }).where('id', '=', owner.userId).execute()
    const { id, code } = await codes.addCoupon()
    await codes.asAdmin(`/api/admin/codes/${id}/archive`, undefined, 'POST')
    for (const unknown of ['NOSUCH', code, theirs]) {
      for (const answer of [
        await validate(as, unknown),
        await validate(as, unknown, [cheap.item]),
        await codes.checkout(as, [cheap.item], { code: unknown }),
      ])
        expect(answer.json).toMatchObject({ status: 404, code: 'code_not_found', detail: 'Code not found' })
    }
  })

  it('memberships take no code, not even in a separate cart', async () => {
    const { code } = await codes.addCoupon()
    const premium = await codes.addProduct({ interval: 'month', priceCents: 2499, stock: [null], entries: 0 })
    const sentence = { status: 409, code: 'code_not_for_memberships', detail: 'Memberships take no codes.' }
    expect((await codes.checkout(as, [premium.item], { code })).json).toMatchObject(sentence)
    expect((await validate(as, code, [premium.item])).json).toMatchObject(sentence)
    // In a mixed cart, only the goods are charged, and the code applies to the goods alone.
    expect((await quote([premium.item, cheap.item], { code })).json).toMatchObject({ subtotal: 20, discount: 2 })
  })

  it('refuses the user’s own referral code', async () => {
    const answer = await validate(as, await referralCodeOf(as))
    expect(answer.json).toMatchObject({ status: 409, code: 'code_own_referral' })
  })

  it('codes that cannot be combined are refused; the first one stays [B-11.8]', async () => {
    const [alone, one, other] = [
      await codes.addCoupon(),
      await codes.addCoupon({ combinable: true }),
      await codes.addCoupon({ combinable: true, discount: { kind: 'flat', amount: 1 } }),
    ]
    const refused = await codes.checkout(as, [cheap.item], { codes: [one.code, alone.code] })
    expect(refused.json).toMatchObject({
      status: 409,
      code: 'code_not_combinable',
      detail: `${alone.code} cannot be combined with ${one.code}.`,
    })
    const { json: quoted } = await quote([cheap.item], { codes: [alone.code, one.code, other.code] }, as)
    expect(quoted.codes.map((code: { code: string }) => code.code)).toEqual([alone.code])
    expect(quoted.notices).toHaveLength(2)
    expect((await quote([cheap.item], { codes: [one.code, other.code] }, as)).json).toMatchObject({ discount: 3 })
    const friends = [await codes.shop.addUser(), await codes.shop.addUser()]
    const both = await Promise.all(friends.map(referralCodeOf))
    expect((await codes.checkout(as, [cheap.item], { codes: both })).json.code).toBe('code_not_combinable')
  })

  it('a discount or total that the browser shows wrongly is answered with the new quote [B-10.32]', async () => {
    const { code } = await codes.addCoupon()
    // $20.00 − 10% = $18.00; fee 5% = $0.90 → $1.00; tax 8.25% = $1.485 → $1.49.
    for (const shown of [{ discount: 20 }, { total: 1 }, { discount: 2, total: 20.48 }]) {
      const answer = await codes.checkout(as, [cheap.item], { code, ...shown })
      expect(answer.json).toMatchObject({ status: 409, code: 'price_changed', quote: { discount: 2, total: 20.49 } })
    }
    expect((await codes.checkout(as, [cheap.item], { code, discount: 2, total: 20.49 })).status).toBe(200)
  })
})

it('twenty unknown codes stop further guessing [B-10.57]', async () => {
  const strict = await openCodeShop({ env: { RATE_LIMITS: 'on' } })
  const as = await strict.shop.addUser()
  const { item } = await strict.addProduct()
  const { code } = await strict.addCoupon()
  const ask = (asked: string) => strict.shop.call('/api/payments/quote', { as, json: { items: [item], code: asked } })
  // Lookups of existing codes are not rate-limited.
  for (let n = 0; n < 25; n++) expect((await ask(code)).status).toBe(200)
  for (let n = 0; n < 20; n++) expect((await ask(`GUESS${n}`)).json.notices[0].reason).toBe('code_not_found')
  for (const asked of ['GUESS20', code]) {
    const answer = await ask(asked)
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
  }
  const other = await strict.shop.addUser()
  expect((await strict.shop.call('/api/codes/validate', { as: other, json: { code } })).status).toBe(200)
})
