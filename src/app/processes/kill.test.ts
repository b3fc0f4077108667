import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { auditCodes } from '#features/codes/queries/audit.server.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { auditEntries } from '#features/giveaways/entries/queries/entries.server.ts'
import { listMessages } from '#features/notifications/queries/messages.server.ts'
import { CARDS } from '#features/orders/testing/shopping.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { TEST_MS } from '#platform/testing/patience.ts'
import { BUYING, type Cut, markOf, REFUNDING } from '../faults/testing/cuts.ts'
import { finalStateOf } from '../faults/testing/final-state.ts'
import { openHalts } from '../faults/testing/halts.ts'
import type { Shopper } from '../faults/testing/shopper.ts'
import { startWatchedServer } from '../faults/testing/watched-server.ts'
import { few } from '../testing/suites/again.ts'
import { addUser, type TestUser } from '../testing/users.ts'

/** How often the shop is killed during a payment; a long run sets more. */
const KILLS = Number(process.env.KILLS ?? few(2, 3))
const STOCK = 50 + KILLS
type Bought = { buyer: TestUser; orderId: string; sessionId: string; payUrl: string }

const database = await testDatabase(1)
/** The sandbox's database, separate from the shop's. */
const provider = await testDatabase(2)
let watched: Awaited<ReturnType<typeof startWatchedServer>>
let observer: (typeof watched)['observer']
let productId: string
let halts: Awaited<ReturnType<typeof openHalts>>
let at: (typeof watched)['at']
const folder = `/tmp/redoubt-kill-${process.pid}`

beforeAll(async () => {
  // Many shoppers wait at a step concurrently, each on one connection.
  const settings = { DATABASE_POOL: '60' }
  watched = await startWatchedServer({ databaseUrl: database.url, provider, folder, settings })
  ;({ at, observer } = watched)
  const { admin } = watched
  const goods = { name: 'Canteen', price: 40, tier: 'Silver', entries: 2, stock: STOCK }
  productId = (await call<{ id: string }>('/api/products', admin, goods)).id
  halts = await openHalts(database.url, provider.url)
})
beforeEach(async () => {
  await database.pool.query(`update product_variant set stock_on_hand = $1 where product_id = $2`, [STOCK, productId])
})
afterAll(async () => {
  await watched?.stop()
  await halts?.close()
})

async function call<T>(path: string, as: TestUser, json?: object): Promise<T> {
  const headers = { authorization: `Bearer ${as.idToken}`, 'content-type': 'application/json' }
  const body = json ? { method: 'POST', body: JSON.stringify(json) } : {}
  const response = await fetch(new URL(path, watched.address), { headers, ...body })
  expect(response.status, path).toBe(200)
  return (await response.json()) as T
}

async function order(): Promise<Bought> {
  const buyer = await addUser(observer, new Date())
  const items = [{ productId, quantity: 1 }]
  const session = await call<Record<'id' | 'url' | 'orderId', string>>('/api/payments/checkout-session', buyer, {
    items,
  })
  return { buyer, orderId: session.orderId, sessionId: session.id, payUrl: session.url }
}

/** Fills in the payment page. @returns the status: 303 when the page took the card. */
async function pay({ payUrl }: Bought, send: (request: Request) => Response | Promise<Response> = fetch) {
  const body = new URLSearchParams({ number: CARDS.good, exp: '12/34', cvc: '123', name: 'Sam Porter' })
  return (await send(new Request(payUrl, { method: 'POST', body, redirect: 'manual' }))).status
}

const verify = ({ buyer, sessionId }: Bought) => call(`/api/payments/verify-session?session_id=${sessionId}`, buyer)

async function statusOf({ orderId }: Bought): Promise<string> {
  const { rows } = await database.pool.query('select status from customer_order where id = $1', [orderId])
  return rows[0].status
}

async function isPaidAtProvider({ sessionId }: Bought): Promise<boolean> {
  const question = `select data->>'payment_status' as status from stripe_sandbox.object where id = $1`
  return (await provider.pool.query(question, [sessionId])).rows[0].status === 'paid'
}

/** Restarts the shop and waits until it has asked the provider about missed payments, also by the job that the killed one had begun. */
async function startAgain(): Promise<void> {
  const { rows } = await database.pool.query('select now() as began')
  await watched.restart()
  const asked = `select count(*) as n from pgboss.job where name = 'reconcile-orders' and data->>'all' = 'true' and state = 'completed' and completed_on > $1`
  await expect.poll(async () => (await database.pool.query(asked, [rows[0].began])).rows[0].n).toBeGreaterThan(0)
}

/** The effects of an order for its buyer. */
async function givenFor({ buyer, orderId }: Bought) {
  const { rows } = await database.pool.query(
    `select (select count(*) from order_event where order_id = $1::uuid and kind = 'paid') as "paidEvents",
      (select coalesce(sum(amount), 0) from credit_transfer where source_id = $1::text) as credits,
      (select coalesce(sum(available), 0) from credit_account where user_id = $2) as balance`,
    [orderId, buyer.userId],
  )
  return { ...rows[0], receipts: (await listMessages(observer.system, buyer.email)).length }
}

const NOTHING = { paidEvents: 0, credits: 0, balance: 0, receipts: 0 }
const EVERYTHING_ONCE = { paidEvents: 1, credits: 2, balance: 2, receipts: 1 }

async function expectStock(paid: number, held: number): Promise<void> {
  const { rows } = await database.pool.query('select stock_on_hand, held from product_variant where product_id = $1', [
    productId,
  ])
  expect(rows).toEqual([{ stock_on_hand: STOCK - paid, held }])
}

it('a payment made while the shop was down is settled once at its next start', async () => {
  const bought = await order()
  await watched.kill()
  // The provider stays up when the shop is killed.
  expect(await pay(bought, observer.paymentProvider.sandbox!.app.fetch)).toBe(303)
  expect(await statusOf(bought)).toBe('pending')
  expect(await givenFor(bought)).toEqual(NOTHING)
  await startAgain()
  await expect.poll(() => statusOf(bought)).toBe('paid')
  expect(await givenFor(bought)).toEqual(EVERYTHING_ONCE)
  await expectStock(1, 0)
  expect(await auditCredits(observer.system)).toEqual([])
})

it(
  'a killed process leaves a whole purchase or none [B-11.38]',
  async () => {
    const orders: Bought[] = []
    for (let round = 0; round < KILLS; round++) {
      const bought = await order()
      orders.push(bought)
      // The kill aborts both requests at a random point.
      const paying = pay(bought)
        .then(() => verify(bought))
        .catch(() => undefined)
      // Up to 200 ms, mostly in the first 50 ms, during which the card is charged and the order settled.
      await new Promise(done => setTimeout(done, 200 * Math.random() ** 3))
      await watched.kill()
      await paying
      await startAgain()
      const isPaid = await isPaidAtProvider(bought)
      // The reconciler finishes before orders that it skipped because a webhook's job held them, or that it could not read. A delivery that
      // was in progress at the kill is sent again after 8 s.
      await expect.poll(() => statusOf(bought)).toBe(isPaid ? 'paid' : 'pending')
      expect(await givenFor(bought)).toEqual(isPaid ? EVERYTHING_ONCE : NOTHING)
    }
    expect(orders.length).toBeGreaterThan(1)

    // A shopper whose request ended before the charge can still pay.
    for (const bought of orders) if ((await statusOf(bought)) === 'pending') expect(await pay(bought)).toBe(303)
    for (const bought of orders) {
      await expect.poll(() => statusOf(bought)).toBe('paid')
      expect(await givenFor(bought)).toEqual(EVERYTHING_ONCE)
    }
    await expectStock(orders.length, 0)
    expect(await auditCredits(observer.system)).toEqual([])
  },
  TEST_MS + KILLS * 30_000,
)

/** Kills the shop when every shopper has reached their step, and restarts it. All requests in progress have ended by then. */
async function killThere(underWay: Promise<unknown>[]): Promise<void> {
  const cutOff = Promise.allSettled(underWay)
  await halts.reached()
  await watched.kill()
  await cutOff
  await halts.end()
  await startAgain()
  await at.letTimePass()
}

const stateOf = ({ user }: Shopper) => finalStateOf(database.pool, user, provider.pool)

/** Expects each interrupted shopper's state to equal the state of an undisturbed one. */
async function expectAlike(cut: Cut[], calm: (cut: Cut) => Shopper): Promise<void> {
  for (const each of cut) {
    const expected = await stateOf(calm(each))
    const message = `${each.step} (${each.outcome})`
    await expect.poll(() => stateOf(each.shopper), { message }).toEqual(expected)
  }
  expect(await auditCredits(observer.system)).toEqual([])
  expect(await auditCodes(observer.system)).toEqual([])
  expect(await auditEntries(observer.system)).toEqual([])
}

it('a purchase killed at any step ends the same, once [B-11.31]', async () => {
  await at.addMembership()
  const [buyer, member] = [await at.addShopper(), await at.addMember()]
  const cut = await Promise.all(
    BUYING.map(async ([step, outcome]) => ({
      ...{ step, outcome },
      shopper: await (step === 'membership kept' ? at.addMember() : at.addShopper()),
    })),
  )
  for (const each of cut) {
    // The mark is the order id, so the order is placed first.
    if (each.step === 'job written') await at.checkOut(each.shopper)
    await halts.halt(each.step, await markOf(database.pool, each), each.outcome)
  }
  await Promise.all([at.buy(buyer), at.buy(member)])
  const underWay = cut.map(async ({ step, shopper }) => {
    await at.checkOut(shopper)
    await at.pay(shopper)
    await (step === 'webhook noted' ? at.hearOf(shopper) : at.comeBack(shopper))
  })
  await killThere(underWay)
  await Promise.all(cut.map(({ shopper }) => at.buy(shopper)))

  const done = { orders: [{ standing: 'paid', sales: 1 }], unfinished: 0 }
  await expect
    .poll(() => stateOf(buyer))
    .toMatchObject({
      ...done,
      ...{ stock: [{ stock_on_hand: 3, held: 0 }], codes: [{ held: 0, used: 1, late: 0 }] },
      ...{ charged: [{ refunded: 0 }], accounts: [{ tier: 'Silver', issued: 4, available: 4, spent: 0 }] },
    })
  await expect
    .poll(() => stateOf(member))
    .toMatchObject({
      ...done,
      ...{ memberships: [{ status: 'active', benefit: true }], invoices: [{ reason: 'first', status: 'paid' }] },
      ...{ charged: [{ amount: 2499 }], accounts: [{ tier: 'Bronze', issued: 1 }] },
    })
  await expectAlike(cut, ({ shopper }) => (shopper.goods ? buyer : member))
})

it('a refund killed at any step ends the same, once [B-11.31]', { tags: 'again' }, async () => {
  const calm = await at.addShopper()
  const cut = await Promise.all(
    REFUNDING.map(async ([step, outcome]) => ({ step, outcome, shopper: await at.addShopper() })),
  )
  const everybody = [calm, ...cut.map(({ shopper }) => shopper)]
  await Promise.all(everybody.map(at.buy))
  await Promise.all(everybody.map(at.enter))
  for (const each of cut) await halts.halt(each.step, await markOf(database.pool, each), each.outcome)
  await halts.gather('send-refund')
  const isDecided = ({ step }: Cut) => step === 'refund asked' || step === 'answer noted'
  expect(await Promise.all([calm, ...cut.filter(isDecided).map(each => each.shopper)].map(at.refund))).toEqual([
    ...[200, 200, 200, 200],
  ])
  const underWay = cut.filter(each => !isDecided(each)).map(({ shopper }) => at.refund(shopper))
  await halts.release('send-refund')
  await killThere(underWay)
  // Staff press the button again. A decided refund is not decided again.
  const again = await Promise.all(cut.map(({ shopper }) => at.refund(shopper)))
  expect(again).toEqual(cut.map(each => (isDecided(each) ? 409 : 200)))

  await expect
    .poll(() => stateOf(calm))
    .toMatchObject({
      ...{ orders: [{ standing: 'refunded', refunds: [{ status: 'succeeded', told: true }] }], entries: 0 },
      ...{ stock: [{ stock_on_hand: 5, held: 0 }], accounts: [{ available: 0 }], paidBack: [{ status: 'succeeded' }] },
    })
  await expectAlike(cut, () => calm)
})
