import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { finalStateOf } from '#app/faults/testing/final-state.ts'
import { testShop } from '#app/testing/shop.ts'
import { firstOf } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { auditCodes } from '#features/codes/queries/audit.server.ts'
import { cardholdersIn } from '../testing/cardholders.ts'
import { staffingIn } from '../testing/staffing.ts'
import { reconcileOrders } from '../webhooks/commands/reconcile.server.ts'

// The lock timeout of a real shop, 3 s.
const shop = await testShop({ connections: 20, env: { DATABASE_STATEMENT_MS: '5000' } })
const shopping = await staffingIn(shop)
const { cardholder } = cardholdersIn(shop)
const { pool } = shop.services
await shop.settleJobs()
await shopping.loseWebhooks()
afterEach(async () => {
  await shopping.expectAudited()
  expect(await auditCodes(shop.system)).toEqual([])
})

let presses = 0

/** One press of a browser: it repeats 5xx twice under the press's key. Earlier browsers then asked for a new order. */
async function press(as: TestUser, json: object, key = `press ${++presses}`, isAgain = false) {
  const send = () => shop.call('/api/payments/checkout-session', { as, json, headers: { 'idempotency-key': key } })
  let answer = await send()
  for (let tries = 1; answer.status >= 500 && tries < 3; tries++) answer = await send()
  if (answer.json.code === 'idempotency_committed' && !isAgain) return press(as, json, `${key} again`, true)
  return { ...answer, key }
}

/** The state that a process leaves which dies after the work of a call and before its answer, a minute later. */
const loseAnswer = (key: string) =>
  pool.query(
    `update idempotency_key set status = null, body = null, created_at = now() - interval '61 seconds' where key = $1`,
    [key],
  )

/** Webhook, reconciler and return page, as they come after a press. */
async function letNewsArrive(as: TestUser, ids: string[]): Promise<void> {
  await shopping.deliver(await shopping.newestWebhook('payment_intent.succeeded'))
  await shop.settleJobs()
  await reconcileOrders(shop.system, { all: true })
  for (const id of ids) await shopping.verify(as, id)
}

/** Locks the receipts, which only a settlement writes. @returns who waits for them, and the end of the lock. */
async function blockSettlement() {
  const rival = new pg.Client({ connectionString: shop.database.url })
  await rival.connect()
  // PostgreSQL ends the session that looks for the deadlock, which would be the rival after a late start of its wait.
  await rival.query(`begin; set local deadlock_timeout = '1h'; lock table message in exclusive mode`)
  const waiting = async () =>
    (await pool.query<{ pid: number }>(`select pid from pg_locks where relation = 'message'::regclass and not granted`))
      .rows[0]?.pid
  return { rival, waiting, end: () => rival.end() }
}

type Block = Awaited<ReturnType<typeof blockSettlement>>

/** Each ends the transaction of a settlement, by PostgreSQL itself. */
const FAILURES: Record<string, (block: Block, as: TestUser) => Promise<unknown>> = {
  'a lock timeout': async ({ waiting }) => {
    await expect.poll(waiting).toBeUndefined()
    // For a second the shop does not send the statement again.
    await setTimeout(1100)
  },
  'a deadlock': ({ rival }, as) =>
    rival.query(`select from customer_order where user_id = $1 order by id for update`, [as.userId]),
  'a broken connection': async ({ waiting }) => pool.query('select pg_terminate_backend($1)', [await waiting()]),
}

describe('one press of a saved card', () => {
  it.each(firstOf(Object.keys(FAILURES)))('charges it once when the settlement ends by %s [B-10.103]', async name => {
    const { as, card, item, variantId } = await cardholder()
    await shop.settleJobs()
    const block = await blockSettlement()
    const pressed = press(as, { items: [item], cardId: card.id })
    await expect.poll(block.waiting).toBeDefined()
    await FAILURES[name]!(block, as).finally(block.end)
    const { status, json } = await pressed
    expect([status, json.url]).toEqual([200, expect.stringContaining('status=success')])
    await letNewsArrive(as, [json.id])
    expect(await finalStateOf(pool, as)).toMatchObject({
      orders: [{ standing: 'paid' }, { standing: 'paid' }],
      ...{ unfinished: 0, charged: [{ refunded: 0 }, { refunded: 0 }] },
      accounts: expect.arrayContaining([expect.objectContaining({ tier: 'Gold', issued: 3 })]),
    })
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 4, held: 0 })
    expect(
      (await shop.call(`/api/orders/${json.orderId}`, { as })).json.events.map(({ kind }: { kind: string }) => kind),
    ).toEqual(['placed', 'paid'])
  })

  it('a repeat after a lost answer leads to the order that was placed, before and after its settlement [B-10.104]', async () => {
    const { as, card, item } = await cardholder()
    const first = await press(as, { items: [item], cardId: card.id })
    for (let n = 0; n < 3; n++) {
      await loseAnswer(first.key)
      const again = await press(as, { items: [item], cardId: card.id }, first.key)
      expect([again.status, again.json]).toEqual([200, first.json])
      await letNewsArrive(as, [first.json.id])
    }
    expect((await finalStateOf(pool, as)).charged).toHaveLength(2)
    // Another press is another purchase.
    shop.clock.advance(1000)
    await press(as, { items: [item], cardId: card.id })
    expect((await finalStateOf(pool, as)).charged).toHaveLength(3)
  })

  it('a repeat finds the order also when the provider is away [B-10.104]', async () => {
    const { as, card, item } = await cardholder()
    const { trouble } = shop.paymentProvider.sandbox!
    const confirm = 'POST /v1/payment_intents/*/confirm'
    trouble.plan(confirm, 'lost', 3)
    const first = await press(as, { items: [item], cardId: card.id })
    await loseAnswer(first.key)
    trouble.plan('GET /v1/payment_intents/*', 'unreached', 9)
    const away = await press(as, { items: [item], cardId: card.id }, first.key)
    expect(away.json.code).toBe('provider_away')
    trouble.clear()
    const back = await press(as, { items: [item], cardId: card.id }, first.key)
    expect([back.status, back.json]).toEqual([200, first.json])
    expect(await finalStateOf(pool, as)).toMatchObject({ unfinished: 0, charged: [{}, {}] })
  })
})

describe('one press with nothing to pay', () => {
  it('a repeat after a lost answer leads to the settled order [B-10.104]', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await shopping.addProduct({ stock: [5] })
    const coupon = { code: 'ONEPRESS', discount: { kind: 'percent', amount: 100 } }
    expect((await shop.call('/api/admin/codes', { as: shopping.admin, json: coupon })).status).toBe(200)
    const first = await press(as, { items: [item], code: 'ONEPRESS' })
    await loseAnswer(first.key)
    const again = await press(as, { items: [item], code: 'ONEPRESS' }, first.key)
    expect([again.status, again.json]).toEqual([200, first.json])
    expect(await finalStateOf(pool, as)).toMatchObject({ orders: [{ standing: 'paid' }], unfinished: 0, charged: [] })
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 4, held: 0 })
  })
})

describe('one press that opens a payment page', () => {
  it('a repeat after a lost answer leads to the page of the same order, and places another one once that is closed [B-10.104]', async () => {
    const as = await shop.addUser()
    const { item } = await shopping.addProduct({ stock: [5] })
    const first = await press(as, { items: [item] })
    await loseAnswer(first.key)
    const again = await press(as, { items: [item] }, first.key)
    expect([again.status, again.json]).toEqual([200, first.json])
    expect((await shop.call(`/api/orders/${first.json.orderId}/cancel`, { as, method: 'POST' })).status).toBe(204)
    await loseAnswer(first.key)
    const other = await press(as, { items: [item] }, first.key)
    expect(other.json.orderId).not.toBe(first.json.orderId)
    await shopping.pay(other.json.url)
    expect((await shopping.verify(as, other.json.id)).json.status).toBe('paid')
    // The order of an unread page that was paid is found too.
    await loseAnswer(first.key)
    expect((await press(as, { items: [item] }, first.key)).json).toMatchObject({
      orderId: other.json.orderId,
      url: expect.stringContaining(`status=success&session_id=${other.json.id}`),
    })
    expect(await finalStateOf(pool, as)).toMatchObject({ orders: [{ standing: 'paid' }], charged: [{ refunded: 0 }] })
  })
})
