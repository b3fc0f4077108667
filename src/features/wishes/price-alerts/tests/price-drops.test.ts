import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { wishesPorts } from '#app/ports.server.ts'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { tellPriceDrops } from '../commands/tell-price-drops.server.ts'

const shop = await testShop({ connections: 24 })
const staffing = await staffingIn(shop)

const ONE_CLICK = {
  method: 'POST',
  body: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
}

const save = (as: TestUser, productId: string, json: object = {}) =>
  shop.call(`/api/my/wishlist/${productId}`, { as, method: 'PUT', json })
const follow = (as: TestUser, productId: string, channel = 'email') =>
  shop.call(`/api/my/price-alerts/${productId}`, { as, method: 'PUT', json: { channel } })
const followed = async (as: TestUser) => (await shop.call('/api/my/price-alerts', { as })).json.alerts

async function saved(as: TestUser, product: object = {}) {
  const made = await staffing.addProduct({ stock: [5], priceCents: 10_000, ...product })
  expect((await save(as, made.id)).status).toBe(200)
  const answer = await follow(as, made.id)
  expect(answer.status, answer.text).toBe(200)
  return made
}
/** Sets the price as another process does; the job reads prices, however they changed. */
const setPrice = (productId: string, dollars: number) =>
  sql`update product set price_cents = ${dollars * 100}, sale_price_cents = null where id = ${productId}`.execute(
    shop.services.db,
  )
async function tell() {
  await tellPriceDrops(shop.system, wishesPorts)
  await shop.settleJobs()
}
const drops = async ({ email }: TestUser) =>
  (await shop.outbox(email)).filter(({ subject }) => / now costs /.test(subject)).map(({ subject }) => subject)
const tokenTo = async ({ email }: TestUser) =>
  /price-alert\?token=([\w.-]+)/.exec((await shop.outbox(email))[0]!.text)![1]!
const consentsOf = ({ userId }: TestUser) =>
  shop.services.db
    .selectFrom('consent_record')
    .select(['channel', 'given', 'source', 'wording_version as version'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'price_drop')
    .orderBy('at')
    .orderBy('id')
    .execute()

describe('a lower price of a saved product', () => {
  it('is told once for each drop, at most once a day, with both prices; a rise is not told [B-21.21] [B-21.22]', async () => {
    const as = await shop.addUser()
    const { id, name } = await saved(as)
    const start = shop.clock.now()
    await tell()
    expect(await drops(as)).toEqual([])
    await setPrice(id, 80)
    await tell()
    await tell()
    const first = `${name} now costs $80.00, was $100.00`
    expect(await drops(as)).toEqual([first])
    const [mail] = await shop.outbox(as.email)
    expect(mail!.text).toContain('Now $80.00 + $4.00 platform fee, $84.00 in all. It was $100.00.')
    // A second drop of the day waits, and names the price of the notice before.
    await setPrice(id, 70)
    await tell()
    expect(await drops(as)).toHaveLength(1)
    shop.clock.advance(DAY_MS)
    await tell()
    expect(await drops(as)).toEqual([`${name} now costs $70.00, was $80.00`, first])
    shop.clock.advance(2 * DAY_MS)
    await setPrice(id, 120)
    await tell()
    await setPrice(id, 110)
    await tell()
    expect((await drops(as))[0]).toBe(`${name} now costs $110.00, was $120.00`)
    shop.clock.set(start)
  })

  it('waits while the product is sold out, and is told for the chosen variant with a price of its own [B-21.22]', async () => {
    const [any, chosen] = [await shop.addUser(), await shop.addUser()]
    const { id, variantId } = await saved(any)
    await save(chosen, id, { variantId })
    await follow(chosen, id)
    const { db } = shop.services
    await sql`update product_variant set price_cents = 6000, stock_on_hand = 0 where id = ${variantId}`.execute(db)
    await tell()
    expect([await drops(any), await drops(chosen)]).toEqual([[], []])
    await sql`update product_variant set stock_on_hand = 3 where id = ${variantId}`.execute(db)
    await tell()
    // The product's price is unchanged; the variant costs less.
    expect(await drops(any)).toEqual([])
    expect(await drops(chosen)).toEqual([expect.stringMatching(/ now costs \$60\.00, was \$100\.00$/)])
  })

  it('is told once each by 50 workers [B-21.23]', async () => {
    const { id } = await staffing.addProduct({ stock: [5], priceCents: 10_000 })
    const { pool } = shop.services
    await pool.query(
      `with people as (
        insert into users (id, email, name)
        select gen_random_uuid(), 'drop-' || n || '@example.com', 'Crowd' from generate_series(1, 620) n returning id
      ), wishes as (
        insert into wish (user_id, product_id, price_cents, created_at) select id, $1, 10000, now() from people returning user_id
      )
      select user_id from wishes`,
      [id],
    )
    await pool.query(
      `insert into price_alert (user_id, product_id, channel, price_cents, created_at)
       select user_id, product_id, 'email', 10000, now() from wish where product_id = $1`,
      [id],
    )
    await setPrice(id, 90)
    await Promise.all(Array.from({ length: 50 }, () => tellPriceDrops(shop.system, wishesPorts)))
    const { rows } = await pool.query<{ n: number; addresses: number; links: number }>(
      `select count(*) as n, count(distinct recipient) as addresses, count(distinct unsubscribe_url) as links
       from message where recipient like 'drop-%'`,
    )
    expect(rows).toEqual([{ n: 620, addresses: 620, links: 620 }])
  })

  it('is told later when the worker dies before the commit, and never twice [B-21.23]', async () => {
    const as = await shop.addUser()
    const { id } = await saved(as)
    await setPrice(id, 90)
    const { schema } = shop.services.db
    await schema
      .alterTable('message')
      .addCheckConstraint('dies', sql`recipient <> ${sql.lit(as.email)}`)
      .execute()
    await expect(tellPriceDrops(shop.system, wishesPorts)).rejects.toThrow('dies')
    await schema.alterTable('message').dropConstraint('dies').execute()
    await tell()
    await tell()
    expect(await drops(as)).toHaveLength(1)
  })

  it('goes by push to the registered browsers, and needs notifications that are on [B-21.21]', async () => {
    const as = await shop.addUser()
    const { id, name } = await saved(as)
    expect((await follow(as, id, 'push')).json.code).toBe('push_is_off')
    const { db, pool } = shop.services
    await pool.query('update users set push_consent = true where id = $1', [as.userId])
    const endpoint = crypto.randomUUID()
    await db
      .insertInto('push_endpoint')
      .values({
        id: endpoint,
        user_id: as.userId,
        endpoint: `https://push.example/${endpoint}`,
        p256dh: 'k',
        auth: 'a',
      })
      .execute()
    expect((await follow(as, id, 'push')).json.alerts).toEqual([{ productId: id, channel: 'push' }])
    await setPrice(id, 90)
    await tellPriceDrops(shop.system, wishesPorts)
    const pushes = await db
      .selectFrom('message')
      .select(['recipient', 'subject', 'body'])
      .where('user_id', '=', as.userId)
      .where('channel', '=', 'push')
      .execute()
    expect(pushes).toEqual([{ recipient: endpoint, subject: `${name} now costs $90.00`, body: 'It was $100.00.' }])
    expect(await drops(as)).toEqual([])
    await shop.settleJobs()
  })
})

describe('a price alert', () => {
  it('by e-mail needs e-mails that are on, also when the price drops [B-21.21]', async () => {
    const as = await shop.addUser()
    const { id } = await saved(as)
    const { pool } = shop.services
    await pool.query('insert into notification_preference (user_id, email_opt_in) values ($1, false)', [as.userId])
    await setPrice(id, 90)
    await tell()
    expect(await drops(as)).toEqual([])
    await shop.call(`/api/my/price-alerts/${id}`, { as, method: 'DELETE' })
    expect((await follow(as, id)).json.code).toBe('email_is_off')
  })

  it('needs a saved product, ends with it, and both steps are in the consent log [B-21.21]', async () => {
    const as = await shop.addUser()
    const { id } = await staffing.addProduct({ stock: [5] })
    expect((await follow(as, id)).json.code).toBe('not_on_list')
    await save(as, id)
    await follow(as, id)
    expect((await follow(as, id)).json.alerts).toEqual([{ productId: id, channel: 'email' }])
    await shop.call(`/api/my/wishlist/${id}`, { as, method: 'DELETE' })
    await shop.call(`/api/my/price-alerts/${id}`, { as, method: 'DELETE' })
    expect(await followed(as)).toEqual([])
    const version = 'price-drop-2026-11'
    expect(await consentsOf(as)).toEqual([
      { channel: 'email', given: true, source: 'wish-list', version },
      { channel: 'email', given: false, source: 'wish-list', version },
    ])
  })

  it('is turned off by the link, one or all; opening a link changes nothing, and one post of a mail program ends all [B-21.24]', async () => {
    const as = await shop.addUser()
    const [one, other] = [await saved(as), await saved(as)]
    await setPrice(one.id, 90)
    await tell()
    const token = await tokenTo(as)
    const read = () => shop.call(`/api/price-alerts/link?token=${token}`)
    expect((await read()).json).toMatchObject({ isOn: true, email: 'u•••@example.com', name: one.name, others: 1 })
    const opened = await shop.call(`/api/price-alerts/unsubscribe?token=${token}`)
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/price-alert?token=${token}`])
    for (const body of ['', 'a=b'])
      expect((await shop.call(`/api/price-alerts/unsubscribe?token=${token}`, { ...ONE_CLICK, body })).status).toBe(400)
    expect(await followed(as)).toHaveLength(2)
    const off = await shop.call('/api/price-alerts/link', { json: { token, action: 'off' } })
    expect(off.json).toMatchObject({ isOn: false, others: 1 })
    expect(await followed(as)).toEqual([{ productId: other.id, channel: 'email' }])

    const clicks = await Promise.all(
      Array.from({ length: 6 }, () => shop.call(`/api/price-alerts/unsubscribe?token=${token}`, ONE_CLICK)),
    )
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await followed(as)).toEqual([])
    expect((await consentsOf(as)).map(({ given, source }) => [given, source]).slice(2)).toEqual([
      [false, 'price-alert-link'],
      [false, 'one-click'],
    ])
    const forged = [`${token}x`, token.replace(as.userId, (await shop.addUser()).userId), 'x']
    for (const wrong of forged)
      expect((await shop.call(`/api/price-alerts/link?token=${wrong}`)).json.code).toBe('price_link_invalid')
  })

  it('moves with a merged account; the remaining account’s own stays [B-21.25]', async () => {
    const [from, into] = [await shop.addUser(), await shop.addUser()]
    const both = await saved(into)
    await save(from, both.id)
    await follow(from, both.id)
    const alone = await saved(from)
    const merged = await staffing.staff('users/merge', { from: from.userId, into: into.userId, reason: 'One person' })
    expect(merged.status, merged.text).toBe(200)
    const rows = await shop.services.db
      .selectFrom('price_alert')
      .select(['user_id as userId', 'product_id as productId'])
      .where('user_id', 'in', [from.userId, into.userId])
      .execute()
    expect(rows.every(({ userId }) => userId === into.userId)).toBe(true)
    const products = rows.map(({ productId }) => productId)
    expect(products.toSorted()).toEqual([both.id, alone.id].toSorted())
  })
})
