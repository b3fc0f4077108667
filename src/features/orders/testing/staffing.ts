import { afterEach, expect } from 'vitest'
import { type ShopOptions, type TestShop, testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { auditEntries } from '#features/giveaways/entries/queries/entries.server.ts'
import { payingIn } from './paying.ts'
import type { Goods } from './shopping.ts'

/** Cards with a delayed refund decision: one stays pending, one is refused later. */
export const REFUND_CARDS = { later: '4000 0000 0000 7726', fails: '4000 0000 0000 5126' }

type Lines = (Goods & { quantity?: number })[]

/** Staff actions on paid orders in a shop under test, and assertions about every order afterwards. */
export async function staffingIn(shop: TestShop) {
  const paying = payingIn(shop)
  const admin = await shop.addUser({ admin: true, name: 'Robin Keeper' })

  const staff = (path: string, json?: object) => shop.call(`/api/admin/${path}`, { as: admin, ...(json && { json }) })
  const step = (id: string, name: string) => shop.call(`/api/admin/orders/${id}/${name}`, { as: admin, method: 'POST' })
  const shown = async (id: string, as = admin) => (await shop.call(`/api/orders/${id}`, { as })).json

  /** A paid and settled order of these goods. */
  async function paidOrder(
    lines: Lines = [{}],
    { as, card, extra = {} }: { as?: TestUser; card?: string; extra?: object } = {},
  ) {
    const buyer = as ?? (await shop.addUser())
    const goods = await Promise.all(lines.map(line => paying.addProduct(line)))
    const items = goods.map(({ item }, at) => ({ ...item, quantity: lines[at]!.quantity ?? 1 }))
    const { json: session, status } = await paying.checkout(buyer, items, extra)
    expect(status, JSON.stringify(session)).toBe(200)
    if (session.url.includes('/dev/stripe/pay/')) await paying.pay(session.url, card)
    expect((await paying.verify(buyer, session.id)).json.status).toBe('paid')
    return {
      id: session.orderId as string,
      buyer,
      sessionId: session.id as string,
      variantIds: goods.map(one => one.variantId),
    }
  }

  const available = async (as: TestUser) => (await shop.call('/api/credits', { as })).json

  /** Cents that the provider has refunded of an order, without failed refunds. */
  async function paidBack(orderId: string): Promise<number> {
    const { payment_intent_id } = await paying.orderRow(orderId)
    const { items } = await shop.system.payments.listRefunds({ since: new Date(0) })
    return items
      .filter(item => item.paymentIntentId === payment_intent_id && !['failed', 'canceled'].includes(item.status))
      .reduce((sum, item) => sum + item.amountCents, 0)
  }

  /** Waits for the jobs, then expects: ledger and entries are consistent, every order's refunds add up, and no part exceeds the order's. */
  async function expectAudited() {
    await shop.settleJobs()
    expect(await auditCredits(shop.system)).toEqual([])
    expect(await auditEntries(shop.system)).toEqual([])
    const { rows } = await shop.services.pool.query(`
      select o.number from customer_order o, lateral (
        select coalesce(sum(amount_cents), 0) as amount, coalesce(sum(subtotal_cents), 0) as subtotal,
          coalesce(sum(discount_cents), 0) as discount, coalesce(sum(fee_client_cents), 0) as client,
          coalesce(sum(fee_platform_cents), 0) as platform, coalesce(sum(shipping_cents), 0) as shipping,
          coalesce(sum(tax_cents), 0) as tax from refund where order_id = o.id) r
      where r.amount <> o.refunded_cents or r.subtotal > o.subtotal_cents or r.discount > o.discount_cents
        or r.client > o.fee_client_cents or r.platform > o.fee_platform_cents or r.shipping > o.shipping_cents
        or r.tax > o.tax_cents
      union all
      select o.number from customer_order o join order_line l on l.order_id = o.id
      where l.refunded <> (select coalesce(sum(quantity), 0) from refund_line b
        where b.order_id = l.order_id and b.position = l.position)`)
    expect(rows).toEqual([])
  }

  return { ...paying, admin, staff, step, shown, paidOrder, available, paidBack, expectAudited }
}

/** The shop of a test file without webhooks, with staff actions. The ledger, the entries and all orders are audited after each test. */
export async function openStaffedShop(options: ShopOptions) {
  const shop = await testShop(options)
  const staffing = await staffingIn(shop)
  await shop.settleJobs()
  await staffing.loseWebhooks()
  afterEach(staffing.expectAudited)
  return { shop, staffing }
}
