import { expect } from 'vitest'
import { type ShopOptions, testShop } from '#app/testing/shop.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import type { Coupon, NewCoupon } from '../contract.ts'
import { auditCodes } from '../queries/audit.server.ts'

/** The shop of a test file, or of one test, with helpers for staff who create coupons and shoppers who use them. Payments do not settle automatically. */
export async function openCodeShop(options: ShopOptions = {}) {
  const shop = await testShop({ connections: 20, ...options })
  const paying = payingIn(shop)
  await shop.settleJobs()
  await paying.loseWebhooks()
  const admin = await shop.addUser({ admin: true, name: 'Robin Vance' })
  let made = 0

  const asAdmin = (path: string, json?: unknown, method?: string) =>
    shop.call(path, { as: admin, ...(json === undefined ? {} : { json }), ...(method ? { method } : {}) })

  /** Adds a 10% coupon, unless the input says otherwise. */
  async function addCoupon(input: Partial<NewCoupon> = {}): Promise<Coupon> {
    made += 1
    const json = { code: `CODE${made}`, discount: { kind: 'percent', amount: 10 }, ...input }
    const answer = await asAdmin('/api/admin/codes', json)
    expect(answer.status, answer.text).toBe(200)
    return answer.json
  }

  const couponOf = async (id: string) => (await asAdmin(`/api/admin/codes/${id}`)).json

  /** Days from the shop's clock, in API format. */
  const inDays = (days: number) => new Date(+shop.clock.now() + days * 86_400_000).toISOString()

  const audit = async () => {
    expect(await auditCodes(shop.system)).toEqual([])
    expect(await auditCredits(shop.system)).toEqual([])
  }

  return { ...paying, shop, admin, asAdmin, addCoupon, couponOf, inDays, audit }
}
