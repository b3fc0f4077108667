import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { RECORD_SALE, WITHDRAW_SALE } from '#features/orders/order/job-types.server.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import { recordMissedSales } from './commands.server.ts'
import { displayNameOf, locationOf } from './queries.server.ts'

const shop = await testShop()

/** Buys one product and waits for all jobs that follow. @returns the order's id. */
async function buy(as: TestUser, goods: { name?: string; entries?: number; quantity?: number } = {}): Promise<string> {
  const shopping = payingIn(shop)
  const { item } = await shopping.addProduct(goods)
  const { json } = await shopping.checkout(as, [{ ...item, quantity: goods.quantity ?? 1 }])
  await shopping.pay(json.url)
  await shop.call(`/api/payments/verify-session?session_id=${json.id}`, { as })
  await shop.settleJobs()
  return json.orderId
}
const board = async (query = '') => (await shop.call(`/api/leaderboard${query}`)).json.leaderboard
const sales = async (query = '') => (await shop.call(`/api/recent-sales${query}`)).json.sales

describe('before any purchase', () => {
  it('both lists are empty, without invented rows', async () => {
    expect((await shop.call('/api/leaderboard')).json).toEqual({ leaderboard: [] })
    expect((await shop.call('/api/recent-sales')).json).toEqual({ sales: [] })
  })
})

describe('the leaderboard', () => {
  it('the leaderboard counts paid purchases and their credits, most credits first, with masked names and addresses [B-1.9] [B-3.12] [B-7.19]', async () => {
    const [ada, max] = [
      await shop.addUser({ name: 'Ada Long Byron', email: 'ada@example.com' }),
      await shop.addUser({ name: 'Max Frost', email: 'max@post.example.org' }),
    ]
    await buy(ada, { entries: 3 })
    await buy(max, { entries: 5 })
    await buy(ada, { entries: 1, quantity: 4 })
    expect(await board()).toEqual([
      { displayName: 'Ada B.', displayEmail: 'a•••@e•••.com', purchaseCount: 2, totalCredits: 7 },
      { displayName: 'Max F.', displayEmail: 'm•••@p•••.org', purchaseCount: 1, totalCredits: 5 },
    ])
    expect(await board('?limit=1')).toHaveLength(1)
    expect((await shop.call('/api/leaderboard?limit=51')).status).toBe(400)
  })

  it('the leaderboard has nothing that identifies a customer [B-3.12]', async () => {
    const { text } = await shop.call('/api/leaderboard')
    for (const secret of ['ada@example.com', 'Byron', 'Frost', 'userId']) expect(text).not.toContain(secret)
  })

  it('the leaderboard excludes unpaid orders, staff and closed accounts', async () => {
    const [guest, admin, gone] = [await shop.addUser(), await shop.addUser({ admin: true }), await shop.addUser()]
    const before = await board()
    const shopping = payingIn(shop)
    const { item } = await shopping.addProduct({ entries: 90 })
    await shopping.checkout(guest, [item])
    await buy(admin, { entries: 91 })
    await buy(gone, { entries: 92 })
    await sql`update users set enabled = false where id = ${gone.userId}`.execute(shop.services.db)
    shop.system.changed('insights')
    expect(await board()).toEqual(before)
  })

  it('the leaderboard counts an order once, also when it is recorded twice or concurrently', async () => {
    const buyer = await shop.addUser({ name: 'Once Only' })
    const orderId = await buy(buyer, { entries: 40 })
    await sql`delete from recorded_sale where order_id = ${orderId}`.execute(shop.services.db)
    await sql`delete from customer_standing where user_id = ${buyer.userId}`.execute(shop.services.db)
    await Promise.all([
      ...Array.from({ length: 8 }, () => recordMissedSales(shop.system)),
      ...Array.from({ length: 8 }, () =>
        shop.system.jobs.enqueue(shop.services.db, [{ job: RECORD_SALE, data: { orderId } }]),
      ),
    ])
    await shop.settleJobs()
    expect((await board())[0]).toMatchObject({ displayName: 'Once O.', purchaseCount: 1, totalCredits: 40 })
  })

  it('a refunded order leaves the leaderboard for good', async () => {
    const buyer = await shop.addUser({ name: 'Rita Fund' })
    const orderId = await buy(buyer, { entries: 60, name: 'Sent Back' })
    expect((await board())[0].displayName).toBe('Rita F.')
    for (let times = 0; times < 2; times++)
      await shop.system.jobs.enqueue(shop.services.db, [{ job: WITHDRAW_SALE, data: { orderId } }])
    await shop.settleJobs()
    await recordMissedSales(shop.system)
    expect((await board()).map((row: { displayName: string }) => row.displayName)).not.toContain('Rita F.')
    expect((await sales()).map((sale: { productName: string }) => sale.productName)).not.toContain('Sent Back')
  })
})

describe('recent sales', () => {
  it('recent sales have name, state, pieces and product, newest first, for 30 days [B-3.16] [B-7.24]', async () => {
    const buyer = await shop.addUser({ name: 'Nora Pike' })
    await buy(buyer, { name: 'Compass', quantity: 2 })
    const [newest] = await sales()
    expect(newest).toEqual({
      id: expect.any(String),
      customerName: 'Nora P.',
      location: 'UT, US',
      items: 2,
      productName: 'Compass',
    })
    const now = shop.clock.now()
    shop.clock.advance(31 * 86_400_000)
    shop.system.changed('insights')
    expect(await sales()).toEqual([])
    shop.clock.set(now)
    shop.system.changed('insights')
  })

  it('recent sales have separate ids that lead to no order', async () => {
    const orderId = await buy(await shop.addUser())
    expect((await shop.call('/api/recent-sales')).text).not.toContain(orderId)
  })
})

describe('a hidden customer', () => {
  it('a hidden customer is in neither list, and can return', async () => {
    const buyer = await shop.addUser({ name: 'Shy User' })
    await buy(buyer, { entries: 70, name: 'Secret Thing' })
    expect((await shop.call('/api/my/visibility', { as: buyer })).json).toEqual({ isShown: true })
    const choose = (isShown: boolean) =>
      shop.call('/api/my/visibility', { as: buyer, method: 'PUT', json: { isShown } })
    const isNamed = async () => JSON.stringify([await board(), await sales()]).includes('Shy')
    expect(await isNamed()).toBe(true)
    expect((await choose(false)).json).toEqual({ isShown: false })
    expect((await choose(false)).status).toBe(200)
    expect([await isNamed(), (await shop.call('/api/my/visibility', { as: buyer })).json]).toEqual([
      false,
      { isShown: false },
    ])
    await choose(true)
    expect(await isNamed()).toBe(true)
    expect((await shop.call('/api/my/visibility')).status).toBe(401)
  })
})

describe('the published part of a customer', () => {
  it.each([
    ['Sam Porter', 'Sam P.'],
    ['  Ada   Long  byron ', 'Ada B.'],
    ['Cher', 'Cher'],
    ['Zoë Ångström', 'Zoë Å.'],
    ["D'Arcy Smith", "D'Arcy S."],
    ['<b>Sam</b> Porter', 'A customer'],
    ['www.example.com now', 'A customer'],
    ['', 'A customer'],
    ['Sam 5', 'Sam'],
  ])('the name %j is published as %j', (name, shown) => expect(displayNameOf(name)).toBe(shown))

  it.each([
    ['UT', 'UT, US'],
    [' ut ', 'UT, US'],
    ['12 Fort Street', 'United States'],
    [null, 'United States'],
  ])('the state %j is published as %j', (state, shown) => expect(locationOf(state)).toBe(shown))
})
