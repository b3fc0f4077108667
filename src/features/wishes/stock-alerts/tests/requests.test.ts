import { describe, expect, it } from 'vitest'
import { wishesPorts } from '#app/ports.server.ts'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { forgetAlerts, tellWaiting } from '../commands/tell-waiting.server.ts'
import { alertingIn, newGuest } from '../testing/alerting.ts'

const shop = await testShop({ connections: 24 })
const alerting = await alertingIn(shop)

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
    const { productId, variantIds, name } = await alerting.soldOut([0, 4])
    const [variantId] = variantIds
    expect((await alerting.ask(as, { productId, variantId: variantIds[1]! })).json.code).toBe('is_in_stock')
    expect((await alerting.ask(as, { productId })).json.code).toBe('is_in_stock')
    expect((await alerting.ask(as, { productId, variantId: variantId! })).json.alerts).toMatchObject([
      { productId, variantId, name: `${name} (0)`, channel: 'email' },
    ])
    await alerting.tell()
    expect(await alerting.back(as.email)).toEqual([])

    expect((await alerting.adjust(productId, variantId!, 5)).status).toBe(200)
    await alerting.tell()
    await alerting.tell()
    const [mail, ...more] = await alerting.back(as.email)
    expect(more).toEqual([])
    expect(mail!.text).toContain('We cannot hold one for you')
    expect(mail!.text).toContain(`/product/${productId}?size=0`)
    expect(await alerting.mine(as)).toEqual([])

    await alerting.adjust(productId, variantId!, -5)
    expect((await alerting.ask(as, { productId, variantId: variantId! })).json.alerts).toHaveLength(1)
    await alerting.adjust(productId, variantId!, 1)
    await alerting.tell()
    expect(await alerting.back(as.email)).toHaveLength(2)
  })

  it('is cancelled by its user alone, and both steps are in the consent log [B-21.11]', async () => {
    const [as, other] = [await shop.addUser(), await shop.addUser()]
    const { productId } = await alerting.soldOut()
    const { id } = (await alerting.ask(as, { productId })).json.alerts[0]
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
    const { productId } = await alerting.soldOut()
    expect((await alerting.ask(as, { productId, channel: 'push' })).json.code).toBe('push_is_off')
    const { db, pool } = shop.services
    await pool.query('update users set push_consent = true where id = $1', [as.userId])
    const endpoint = crypto.randomUUID()
    const device = { id: endpoint, user_id: as.userId, endpoint: `https://push.example/${endpoint}` }
    await db
      .insertInto('push_endpoint')
      .values({ ...device, p256dh: 'key', auth: 'auth' })
      .execute()
    expect((await alerting.ask(as, { productId, channel: 'push' })).json.alerts).toMatchObject([{ channel: 'push' }])
    await db.updateTable('product_variant').set({ stock_on_hand: 2 }).where('product_id', '=', productId).execute()
    await tellWaiting(shop.system, wishesPorts)
    const pushes = await db
      .selectFrom('message')
      .select(['recipient', 'data'])
      .where('user_id', '=', as.userId)
      .where('channel', '=', 'push')
      .execute()
    expect(pushes).toEqual([{ recipient: endpoint, data: { type: 'product', productPath: `/product/${productId}` } }])
    expect(await alerting.back(as.email)).toEqual([])
    await shop.settleJobs()
  })
})

describe('a request of a guest', () => {
  it('waits for its link, which confirms and cancels without a sign-in [B-21.13] [B-21.14]', async () => {
    const email = newGuest()
    const [first, second] = [await alerting.soldOut(), await alerting.soldOut()]
    await alerting.askAsGuest(email, { productId: first.id })
    const token = await alerting.tokenTo(email)
    const read = () => shop.call(`/api/stock-alerts/link?token=${encodeURIComponent(token)}`)
    expect((await read()).json).toMatchObject({ state: 'unconfirmed', name: first.name, others: 0 })
    await shop.services.db
      .updateTable('product_variant')
      .set({ stock_on_hand: 2 })
      .where('product_id', '=', first.id)
      .execute()
    await alerting.tell()
    expect(await alerting.back(email)).toEqual([])
    const answers = await Promise.all(Array.from({ length: 6 }, () => alerting.follow(token, 'confirm')))
    expect(answers.map(({ json }) => json.state)).toEqual(Array(6).fill('waiting'))
    expect(await consentsOf(token.split('.')[0]!)).toHaveLength(1)
    await alerting.tell()
    expect(await alerting.back(email)).toHaveLength(1)
    expect((await read()).json).toMatchObject({ state: 'over' })

    await alerting.askAsGuest(email, { productId: second.id })
    await alerting.follow(await alerting.tokenTo(email), 'confirm')
    // The link of the sent e-mail still ends the other requests of the address.
    expect((await alerting.follow(token, 'cancel-all')).json).toMatchObject({ state: 'over', others: 0 })
    await alerting.adjust(second.id, second.variantId, 1)
    await alerting.tell()
    expect(await alerting.back(email)).toHaveLength(1)
    expect((await alerting.follow(`${token}x`, 'cancel')).json.code).toBe('alert_link_invalid')
  })

  it('ends by one post of a mail program, and an opened address changes nothing [B-21.14]', async () => {
    const email = newGuest()
    const [first, second] = [await alerting.soldOut(), await alerting.soldOut()]
    for (const { productId } of [first, second]) {
      await alerting.askAsGuest(email, { productId })
      await alerting.follow(await alerting.tokenTo(email), 'confirm')
    }
    await alerting.adjust(first.id, first.variantId, 1)
    await alerting.tell()
    const { unsubscribe_url: url } = await shop.services.db
      .selectFrom('message')
      .select('unsubscribe_url')
      .where('recipient', '=', email)
      .where('subject', 'like', 'Back in stock%')
      .executeTakeFirstOrThrow()
    const address = url!.slice(url!.indexOf('/api/'))
    const opened = await shop.call(address)
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      address.replace('/api/stock-alerts/unsubscribe', '/back-in-stock'),
    ])
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await shop.call(address, { ...form, body: 'a=b' })).status).toBe(400)
    const waiting = () =>
      alerting
        .staff('products?limit=100')
        .then(({ json }) => json.products.find(({ id }: { id: string }) => id === second.id).waiting)
    expect(await waiting()).toBe(1)
    for (let post = 0; post < 2; post++)
      expect((await shop.call(address, { ...form, body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
    expect(await waiting()).toBe(0)
    await alerting.adjust(second.id, second.variantId, 1)
    await alerting.tell()
    expect(await alerting.back(email)).toHaveLength(1)
  })

  it('is answered alike for an address with an account, and changes nothing of the account [B-21.15]', async () => {
    const as = await shop.addUser()
    const { productId } = await alerting.soldOut()
    await alerting.ask(as, { productId })
    const [known, unknown] = [
      await alerting.askAsGuest(as.email, { productId }),
      await alerting.askAsGuest(newGuest(), { productId }),
    ]
    expect([known.status, known.json]).toEqual([200, unknown.json])
    expect(await shop.outbox(as.email)).toHaveLength(1)
    expect(await alerting.mine(as)).toHaveLength(1)
    expect(await shop.services.db.selectFrom('users').select('id').where('email', 'like', 'guest-%').execute()).toEqual(
      [],
    )
  })

  it('belongs to the account once its user asks for the same thing [B-21.10]', async () => {
    const as = await shop.addUser()
    const { productId, variantId } = await alerting.soldOut()
    await alerting.askAsGuest(as.email.toUpperCase(), { productId })
    await alerting.follow(await alerting.tokenTo(as.email), 'confirm')
    expect(await alerting.mine(as)).toEqual([])
    expect((await alerting.ask(as, { productId })).json.alerts).toHaveLength(1)
    await alerting.ask(as, { productId, variantId })
    await alerting.adjust(productId, variantId, 1)
    await alerting.tell()
    expect(await alerting.back(as.email)).toHaveLength(1)
  })

  it('expires unconfirmed after 7 days and confirmed after 180 [B-21.16]', async () => {
    const now = shop.clock.now()
    const [slow, quick] = [newGuest(), newGuest()]
    const { productId, variantId } = await alerting.soldOut()
    for (const email of [slow, quick]) await alerting.askAsGuest(email, { productId })
    await alerting.follow(await alerting.tokenTo(quick), 'confirm')
    const late = await alerting.tokenTo(slow)
    shop.clock.advance(8 * DAY_MS)
    await alerting.follow(late, 'confirm')
    await forgetAlerts(shop.system)
    expect((await shop.call(`/api/stock-alerts/link?token=${late}`)).json).toMatchObject({ state: 'over', name: null })
    shop.clock.advance(173 * DAY_MS)
    await alerting.adjust(productId, variantId, 1)
    await alerting.tell()
    expect([await alerting.back(slow), await alerting.back(quick)]).toEqual([[], []])
    shop.clock.set(now)
  })
})
