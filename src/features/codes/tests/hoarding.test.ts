import { afterEach, expect, it } from 'vitest'
import { openCodeShop } from '../testing/coupons.ts'

const codes = await openCodeShop({ env: { RATE_LIMITS: 'on' } })
afterEach(() => codes.audit())

it('unpaid pages of one user never hold more than one use of a limited coupon', async () => {
  const coupon = await codes.addCoupon({ totalLimit: 3 })
  const { item } = await codes.addProduct({ stock: [null] })
  const hoarder = await codes.shop.addUser()
  const pages: string[] = []
  for (const quantity of [1, 2, 3, 4]) {
    const { status, json } = await codes.checkout(hoarder, [{ ...item, quantity }], { code: coupon.code })
    expect(status, json.detail).toBe(200)
    pages.push(json.orderId)
  }
  await Promise.all(
    [5, 6, 7, 8].map(quantity => codes.checkout(hoarder, [{ ...item, quantity }], { code: coupon.code })),
  )
  expect(await codes.couponOf(coupon.id)).toMatchObject({ held: 1, used: 0 })
  // Pages closed concurrently: one may be found expired at Stripe before its cancellation is recorded.
  for (const id of pages) expect(['cancelled', 'expired']).toContain((await codes.orderRow(id)).status)
  for (const as of [await codes.shop.addUser(), await codes.shop.addUser()]) {
    expect((await codes.checkout(as, [item], { code: coupon.code })).status).toBe(200)
  }
})

it('a user who paid with a repeatable coupon can hold it again', async () => {
  const { code, id } = await codes.addCoupon({ totalLimit: 3, discount: { kind: 'percent', amount: 100 } })
  const { item } = await codes.addProduct({ stock: [null] })
  const as = await codes.shop.addUser()
  for (const quantity of [1, 2, 3]) {
    expect((await codes.checkout(as, [{ ...item, quantity }], { code })).status).toBe(200)
  }
  expect(await codes.couponOf(id)).toMatchObject({ held: 0, used: 3 })
})

it('concurrent guesses are counted like sequential ones', async () => {
  const real = await codes.addCoupon({ code: 'SUMMER26' })
  const { item } = await codes.addProduct()
  const quote = (code: string) => codes.shop.call('/api/payments/quote', { json: { items: [item], code } })
  const answers = await Promise.all([...Array.from({ length: 60 }, (_, n) => `SUMMER${n + 100}`), real.code].map(quote))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.at(-1)).toMatchObject({ status: 429 })
})
