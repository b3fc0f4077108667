import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wishesPorts } from '#app/ports.server.ts'
import { openTestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { wishesData } from '../personal-data.server.ts'
import { forgetAlerts, tellWaiting } from './commands/tell-waiting.server.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let staffing: Awaited<ReturnType<typeof staffingIn>>
beforeAll(async () => {
  shop = await openTestShop({ connections: 24 })
  staffing = await staffingIn(shop)
})
afterAll(() => shop.close())

type Thing = { productId: string; variantId?: string | null; channel?: 'email' | 'push' }
const ask = (as: TestUser, thing: Thing) => shop.call('/api/my/stock-alerts', { as, method: 'PUT', json: thing })
const mine = async (as: TestUser) => (await shop.call('/api/my/stock-alerts', { as })).json.alerts
const askAsGuest = (email: string, thing: Thing) => shop.call('/api/stock-alerts', { json: { email, ...thing } })
const tell = async () => {
  await tellWaiting(shop.system, wishesPorts)
  await shop.settleJobs()
}
const back = async (email: string) =>
  (await shop.outbox(email)).filter(({ subject }) => subject.startsWith('Back in stock'))
const adjust = (productId: string, variantId: string, by: number) =>
  shop.call(`/api/admin/products/${productId}/stock`, {
    as: staffing.admin,
    json: { variantId, by, reason: 'A delivery came' },
  })

/** The token of the newest e-mail to an address. */
async function tokenTo(email: string): Promise<string> {
  const [mail] = await shop.outbox(email)
  return new URL(/http\S+\/back-in-stock\?token=\S+/.exec(mail!.text)![0]).searchParams.get('token')!
}
const follow = (token: string, action: 'confirm' | 'cancel' | 'cancel-all') =>
  shop.call('/api/stock-alerts/link', { json: { token, action } })

async function soldOut(stock: number[] = [0]) {
  const product = await staffing.addProduct({ stock })
  const { json } = await shop.call(`/api/products/${product.id}`)
  return {
    ...product,
    productId: product.id,
    variantIds: json.variants.map(({ id }: { id: string }) => id) as string[],
  }
}
let guests = 0
const newGuest = () => `guest-${guests++}@example.com`
const consentsOf = (id: string) =>
  shop.services.db
    .selectFrom('consent_record')
    .select(['channel', 'given', 'source', 'wording_version as version'])
    .where('user_id', '=', id)
    .where('kind', '=', 'back_in_stock')
    .orderBy('at')
    .orderBy('given', 'desc')
    .execute()

describe('a request of a user', () => {
  it('is told once when the variant is back, and a request after that is new [B-21.9] [B-21.10]', async () => {
    const as = await shop.addUser()
    const { productId, variantIds, name } = await soldOut([0, 4])
    const [variantId] = variantIds
    expect((await ask(as, { productId, variantId: variantIds[1]! })).json.code).toBe('is_in_stock')
    expect((await ask(as, { productId })).json.code).toBe('is_in_stock')
    expect((await ask(as, { productId, variantId: variantId! })).json.alerts).toMatchObject([
      { productId, variantId, name: `${name} (0)`, channel: 'email' },
    ])
    await tell()
    expect(await back(as.email)).toEqual([])

    expect((await adjust(productId, variantId!, 5)).status).toBe(200)
    await tell()
    await tell()
    const [mail, ...more] = await back(as.email)
    expect(more).toEqual([])
    expect(mail!.text).toContain('We cannot hold one for you')
    expect(mail!.text).toContain(`/product/${productId}?size=0`)
    expect(await mine(as)).toEqual([])

    await adjust(productId, variantId!, -5)
    expect((await ask(as, { productId, variantId: variantId! })).json.alerts).toHaveLength(1)
    await adjust(productId, variantId!, 1)
    await tell()
    expect(await back(as.email)).toHaveLength(2)
  })

  it('is cancelled by its user alone, and both steps are in the consent log [B-21.11]', async () => {
    const [as, other] = [await shop.addUser(), await shop.addUser()]
    const { productId } = await soldOut()
    const { id } = (await ask(as, { productId })).json.alerts[0]
    const cancel = (who: TestUser) => shop.call(`/api/my/stock-alerts/${id}`, { as: who, method: 'DELETE' })
    expect((await cancel(other)).status).toBe(404)
    expect((await cancel(as)).json.alerts).toEqual([])
    expect((await cancel(as)).status).toBe(404)
    const version = 'back-in-stock-2026-11'
    expect(await consentsOf(as.userId)).toEqual([
      { channel: 'email', given: true, source: 'product-page', version },
      { channel: 'email', given: false, source: 'product-page', version },
    ])
  })

  it('by push needs notifications that are on [B-21.12]', async () => {
    const as = await shop.addUser()
    const { productId } = await soldOut()
    expect((await ask(as, { productId, channel: 'push' })).json.code).toBe('push_is_off')
    const { db, pool } = shop.services
    await pool.query(`insert into notification_preference (user_id, push_opt_in) values ($1, true)`, [as.userId])
    const endpoint = crypto.randomUUID()
    const device = { id: endpoint, user_id: as.userId, endpoint: `https://push.example/${endpoint}` }
    await db
      .insertInto('push_endpoint')
      .values({ ...device, p256dh: 'key', auth: 'auth' })
      .execute()
    expect((await ask(as, { productId, channel: 'push' })).json.alerts).toMatchObject([{ channel: 'push' }])
    await db.updateTable('product_variant').set({ stock_on_hand: 2 }).where('product_id', '=', productId).execute()
    await tellWaiting(shop.system, wishesPorts)
    const pushes = await db
      .selectFrom('message')
      .select(['recipient', 'data'])
      .where('user_id', '=', as.userId)
      .where('channel', '=', 'push')
      .execute()
    expect(pushes).toEqual([{ recipient: endpoint, data: { type: 'product', productPath: `/product/${productId}` } }])
    expect(await back(as.email)).toEqual([])
    await shop.settleJobs()
  })
})

describe('a request of a guest', () => {
  it('waits for its link, which confirms and cancels without a sign-in [B-21.13] [B-21.14]', async () => {
    const email = newGuest()
    const [first, second] = [await soldOut(), await soldOut()]
    await askAsGuest(email, { productId: first.id })
    const token = await tokenTo(email)
    const read = () => shop.call(`/api/stock-alerts/link?token=${encodeURIComponent(token)}`)
    expect((await read()).json).toMatchObject({ state: 'unconfirmed', name: first.name, others: 0 })
    await shop.services.db
      .updateTable('product_variant')
      .set({ stock_on_hand: 2 })
      .where('product_id', '=', first.id)
      .execute()
    await tell()
    expect(await back(email)).toEqual([])
    const answers = await Promise.all(Array.from({ length: 6 }, () => follow(token, 'confirm')))
    expect(answers.map(({ json }) => json.state)).toEqual(Array(6).fill('waiting'))
    expect(await consentsOf(token.split('.')[0]!)).toHaveLength(1)
    await tell()
    expect(await back(email)).toHaveLength(1)
    expect((await read()).json).toMatchObject({ state: 'over' })

    await askAsGuest(email, { productId: second.id })
    await follow(await tokenTo(email), 'confirm')
    // The link of the sent e-mail still ends the other requests of the address.
    expect((await follow(token, 'cancel-all')).json).toMatchObject({ state: 'over', others: 0 })
    await adjust(second.id, second.variantId, 1)
    await tell()
    expect(await back(email)).toHaveLength(1)
    expect((await follow(`${token}x`, 'cancel')).json.code).toBe('alert_link_invalid')
  })

  it('is answered alike for an address with an account, and changes nothing of the account [B-21.15]', async () => {
    const as = await shop.addUser()
    const { productId } = await soldOut()
    await ask(as, { productId })
    const [known, unknown] = [await askAsGuest(as.email, { productId }), await askAsGuest(newGuest(), { productId })]
    expect([known.status, known.json]).toEqual([200, unknown.json])
    expect(await shop.outbox(as.email)).toHaveLength(1)
    expect(await mine(as)).toHaveLength(1)
    expect(await shop.services.db.selectFrom('users').select('id').where('email', 'like', 'guest-%').execute()).toEqual(
      [],
    )
  })

  it('belongs to the account once its user asks for the same thing [B-21.10]', async () => {
    const as = await shop.addUser()
    const { productId, variantId } = await soldOut()
    await askAsGuest(as.email.toUpperCase(), { productId })
    await follow(await tokenTo(as.email), 'confirm')
    expect(await mine(as)).toEqual([])
    expect((await ask(as, { productId })).json.alerts).toHaveLength(1)
    await ask(as, { productId, variantId })
    await adjust(productId, variantId, 1)
    await tell()
    expect(await back(as.email)).toHaveLength(1)
  })

  it('expires unconfirmed after 7 days and confirmed after 180 [B-21.16]', async () => {
    const now = shop.clock.now()
    const [slow, quick] = [newGuest(), newGuest()]
    const { productId, variantId } = await soldOut()
    for (const email of [slow, quick]) await askAsGuest(email, { productId })
    await follow(await tokenTo(quick), 'confirm')
    const late = await tokenTo(slow)
    shop.clock.advance(8 * DAY_MS)
    await follow(late, 'confirm')
    await forgetAlerts(shop.system)
    expect((await shop.call(`/api/stock-alerts/link?token=${late}`)).json).toMatchObject({ state: 'over', name: null })
    shop.clock.advance(173 * DAY_MS)
    await adjust(productId, variantId, 1)
    await tell()
    expect([await back(slow), await back(quick)]).toEqual([[], []])
    shop.clock.set(now)
  })
})

describe('stock that returns', () => {
  const paths: [string, (thing: { productId: string; variantId: string }) => Promise<unknown>][] = [
    [
      'the editor',
      ({ productId, variantId }) =>
        shop.call(`/api/products/${productId}`, {
          ...{ as: staffing.admin, method: 'PATCH' },
          json: { variants: [{ id: variantId, sku: `S-${variantId}`, options: {}, stock: 4 }] },
        }),
    ],
    [
      'a sale that starts again',
      async ({ productId, variantId }) => {
        await adjust(productId, variantId, 1)
        await shop.call(`/api/products/${productId}`, { as: staffing.admin, method: 'PATCH', json: { inStock: false } })
        await tell()
        return shop.call(`/api/products/${productId}`, { as: staffing.admin, method: 'PATCH', json: { inStock: true } })
      },
    ],
  ]
  it.each(paths)('by %s is told [B-21.17]', async (_, raise) => {
    const as = await shop.addUser()
    const thing = await soldOut()
    await ask(as, { productId: thing.productId })
    const answer = (await raise(thing)) as { status: number; text: string }
    expect(answer.status, answer.text).toBe(200)
    await tell()
    expect(await back(as.email)).toHaveLength(1)
  })

  it('by an order that was not paid, or by a refund, is told [B-21.17]', async () => {
    const [buyer, waiting] = [await shop.addUser(), await shop.addUser()]
    const product = await staffing.addProduct({ stock: [1] })
    const { json: session } = await staffing.checkout(buyer, [product.item])
    await ask(waiting, { productId: product.id })
    await tell()
    expect(await back(waiting.email)).toEqual([])
    await shop.call(`/api/orders/${session.orderId}/cancel`, { as: buyer, method: 'POST' })
    await tell()
    expect(await back(waiting.email)).toHaveLength(1)

    const { json: paid } = await staffing.checkout(buyer, [product.item])
    await staffing.pay(paid.url)
    await staffing.verify(buyer, paid.id)
    expect((await ask(waiting, { productId: product.id })).status).toBe(200)
    const refund = await staffing.staff(`orders/${paid.orderId}/refunds`, { reason: 'Came back', restock: true })
    expect(refund.status, refund.text).toBe(200)
    await tell()
    expect(await back(waiting.email)).toHaveLength(2)
  })

  it('is told once each by 50 workers, in the order of the requests, all of them [B-21.18]', async () => {
    const { productId, variantId } = await soldOut()
    await shop.services.pool.query(
      `insert into stock_alert (id, product_id, email, channel, created_at, confirmed_at, expires_at)
       select gen_random_uuid(), $1, 'crowd-' || n || '@example.com', 'email', $2::timestamptz + n * interval '1 second', $2, $2::timestamptz + interval '180 days'
       from generate_series(1, 620) n`,
      [productId, shop.clock.now()],
    )
    expect(
      (await staffing.staff('products?limit=100')).json.products.find((p: { id: string }) => p.id === productId),
    ).toMatchObject({ waiting: 620 })
    await adjust(productId, variantId, 5)
    await Promise.all(Array.from({ length: 50 }, () => tellWaiting(shop.system, wishesPorts)))
    const { rows } = await shop.services.pool.query<{ n: number; addresses: number; last: string }>(
      `select count(*) as n, count(distinct recipient) as addresses from message where recipient like 'crowd-%'`,
    )
    expect(rows).toEqual([{ n: 620, addresses: 620 }])
    const order = await shop.services.pool.query<{ n: number }>(
      `select substring(recipient from 7 for position('@' in recipient) - 7)::int as n from message where recipient like 'crowd-%' order by id`,
    )
    expect(order.rows.map(({ n }) => n)).toEqual(Array.from({ length: 620 }, (_, n) => n + 1))
  })

  it('is told later when the worker dies before the commit, and never twice [B-21.18]', async () => {
    const as = await shop.addUser()
    const { productId, variantId } = await soldOut()
    await ask(as, { productId })
    await adjust(productId, variantId, 1)
    const { db } = shop.services
    await db.schema
      .alterTable('message')
      .addCheckConstraint('dies', sql`recipient <> ${sql.lit(as.email)}`)
      .execute()
    await expect(tellWaiting(shop.system, wishesPorts)).rejects.toThrow('dies')
    await db.schema.alterTable('message').dropConstraint('dies').execute()
    expect(await mine(as)).toHaveLength(1)
    await tell()
    await tell()
    expect(await back(as.email)).toHaveLength(1)
  })

  it('tells no disabled user, and an account takes its requests along when it goes [B-21.19]', async () => {
    const [off, gone] = [await shop.addUser(), await shop.addUser()]
    const { productId, variantId } = await soldOut()
    await ask(off, { productId })
    await ask(gone, { productId, variantId })
    await askAsGuest(gone.email, { productId })
    await shop.services.db.updateTable('users').set({ enabled: false }).where('id', '=', off.userId).execute()
    const subject = { userId: gone.userId, email: gone.email, phone: null }
    const exported = await wishesData.exportOf(shop.system, subject)
    expect(exported.stockAlerts).toHaveLength(2)
    await transact(shop.system, tx => wishesData.erase(tx, subject))
    await adjust(productId, variantId, 1)
    await tell()
    expect([await back(off.email), await back(gone.email)]).toEqual([[], []])
  })

  it('moves with a merged account to its address [B-21.19]', async () => {
    const [from, into] = [await shop.addUser(), await shop.addUser()]
    const [both, alone] = [await soldOut(), await soldOut()]
    for (const as of [from, into]) await ask(as, { productId: both.id })
    await ask(from, { productId: alone.id })
    const merged = await staffing.staff('users/merge', { from: from.userId, into: into.userId, reason: 'One person' })
    expect(merged.status, merged.text).toBe(200)
    for (const thing of [both, alone]) await adjust(thing.id, thing.variantId, 1)
    await tell()
    expect([await back(from.email), await back(into.email)]).toMatchObject([[], [{}, {}]])
  })
})
