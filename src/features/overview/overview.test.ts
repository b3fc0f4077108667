import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import { shoppingIn } from '#features/orders/testing/shopping.ts'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { cardCosts, smsCosts } from './queries.server.ts'

const HOUR = 3600_000

const shop = await testShop()
const admin = await shop.addUser({ admin: true })
const shopping = shoppingIn(shop)
const product = await shopping.addProduct({ priceCents: 10_000, entries: 2, tier: 'Bronze' })
const buyer = await shop.addUser({ name: 'Riley Marsh', credits: { Bronze: 5 } })
const { json: session } = await shopping.checkout(buyer, [product.item])
await shopping.pay(session.url)
await shopping.verify(buyer, session.id)
const giveaway = { title: 'Field Kit', description: 'Goods in a box.', startDate: shop.clock.now().toISOString() }
const { json } = await shop.call('/api/giveaways', { as: admin, json: giveaway })
shop.clock.advance(1000)
await shop.call(`/api/giveaways/${json.id}/entries`, { as: buyer, json: { slots: [3, 4] } })
await shop.settleJobs()

const get = async (path: string, as = admin) => (await shop.call(`/api/admin/${path}`, { as })).json

describe('the overview', () => {
  it('counts users, giveaways that take entries, products, and revenue for who may read it [B-12.12] [B-12.166] [B-13.14]', async () => {
    const total = (await get('revenue?period=all')).total_revenue
    expect(total).toBeGreaterThan(100)
    const figures = {
      totalUsers: 2,
      activeGiveaways: 1,
      totalProducts: 1,
      totalRevenue: total,
      outages: [],
    }
    expect(await get('stats')).toEqual(figures)
    const packer = await shop.addUser({ role: 'fulfilment' })
    expect((await get('stats', packer)).totalRevenue).toBeNull()
  })

  it('the activity lists purchases, entries and registrations of 24 hours, newest first, one claim as one row [B-12.14] [B-12.55] [B-12.147] [B-12.227] [B-13.14]', async () => {
    const { activities } = await get('activity?limit=10')
    expect(activities.find(({ type }: { type: string }) => type === 'giveaway_entry')).toMatchObject({
      type: 'giveaway_entry',
      description: 'Riley Marsh took 2 slots',
      email: buyer.email,
      customer_name: 'Riley Marsh',
      entries: 2,
      giveaway_title: 'Field Kit',
    })
    const purchase = activities.find(({ type }: { type: string }) => type === 'purchase')
    expect(purchase).toMatchObject({ email: buyer.email, entries: 2, amount: (await get('revenue')).total_revenue })
    expect(purchase.title).toMatch(/^Order RD-\d+$/)
    expect(activities.filter(({ type }: { type: string }) => type === 'user_registration').length).toBeGreaterThan(1)
    expect((await get('activity?limit=1')).activities).toHaveLength(1)
    for (let n = 0; n < 11; n++) await shop.addUser()
    expect((await get('activity')).activities).toHaveLength(10)
    expect((await get('activity?limit=12')).activities).toHaveLength(12)

    const now = shop.clock.now()
    shop.clock.advance(24 * HOUR)
    const later = await shop.addUser({ admin: true })
    const news = (await get('activity', later)).activities
    shop.clock.set(now)
    expect(news.map(({ id }: { id: string }) => id)).toEqual([later.userId])
  })

  it('the costs have the fees to the cent [B-13.46]', async () => {
    await sendMessage(shop.system, { channel: 'sms', to: '+18015550100', subject: '', text: 'x'.repeat(200) })
    await shop.settleJobs()
    const costs = await get('costs?period=all')
    // 5 % of 100.00, which is a whole dollar already; 70 % and 30 % of it.
    expect(costs.fees).toEqual({ amount: 5, clientShare: 3.5, platformShare: 1.5 })
    const [card, sms] = costs.providers
    expect([card.count, sms.count]).toEqual([1, 2])
    expect(costs.left).toBeCloseTo(costs.revenue - card.estimate - sms.estimate, 2)
    const manager = await shop.addUser({ role: 'manager' })
    expect((await shop.call('/api/admin/costs', { as: manager })).status).toBe(403)
  })

  it('the activity leaves out orders that were cancelled or refunded since, and keeps a partial refund [B-12.14] [B-12.251]', async () => {
    const desk = await staffingIn(shop)
    const keeper = await shop.addUser()
    const [cancelled, refunded, partly] = [
      await desk.paidOrder([{}], { as: keeper }),
      await desk.paidOrder([{}], { as: keeper }),
      await desk.paidOrder([{ quantity: 2 }], { as: keeper }),
    ]
    const listed = async () => {
      const { activities } = await get('activity?limit=50')
      return activities.flatMap(({ type, id }: { type: string; id: string }) => (type === 'purchase' ? [id] : []))
    }
    expect(await listed()).toEqual(expect.arrayContaining([cancelled.id, refunded.id, partly.id]))
    await desk.staff(`orders/${cancelled.id}/cancel`, { reason: 'Sold out' })
    await desk.staff(`orders/${refunded.id}/refunds`, { reason: 'Sent back' })
    await desk.staff(`orders/${partly.id}/refunds`, { lines: [{ position: 0, quantity: 1 }], reason: 'One broke' })
    await shop.settleJobs()
    const after = await listed()
    expect([cancelled, refunded, partly].filter(({ id }) => after.includes(id))).toEqual([partly])
    const own = async (orders: string) =>
      (await shop.call(`/api/my/purchases?limit=5&orders=${orders}`, { as: keeper })).json
    expect(await own('kept')).toMatchObject({ total: 1, purchases: [{ orderId: partly.id, refunded: 1 }] })
    expect((await own('all')).total).toBe(3)
  })
})

it('reckons the providers’ costs by their list prices [B-13.46]', () => {
  // 2.9 % of 113.25 is 3.28425, and 0.30: 3.58.
  expect(cardCosts(1, 11_325)).toBe(358)
  expect(cardCosts(0, 0)).toBe(0)
  // 1,000 segments at 0.0083.
  expect(smsCosts(1000)).toBe(830)
})

it('an order that cost nothing is no charge of the card provider [B-13.107]', async () => {
  const before = await get('costs')
  const gift = await shopping.addProduct({ priceCents: 0 })
  const { json } = await shopping.checkout(buyer, [gift.item])
  expect(json.id).toMatch(/^free_/)
  const after = await get('costs')
  expect(after).toEqual(before)
  expect((await get('revenue')).total_orders).toBe(before.providers[0].count + 1)
})
