import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { wishesPorts } from '#app/ports.server.ts'
import { testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import { transact } from '#kernel/transaction.server.ts'
import { wishesData } from '../../personal-data.server.ts'
import { tellWaiting } from '../commands/tell-waiting.server.ts'
import { alertingIn } from '../testing/alerting.ts'

const shop = await testShop({ connections: 24 })
const alerting = await alertingIn(shop)

describe('stock that returns', () => {
  const paths: [string, (thing: { productId: string; variantId: string }) => Promise<unknown>][] = [
    [
      'the editor',
      ({ productId, variantId }) =>
        shop.call(`/api/products/${productId}`, {
          ...{ as: alerting.admin, method: 'PATCH' },
          json: { variants: [{ id: variantId, sku: `S-${variantId}`, options: {}, stock: 4 }] },
        }),
    ],
    [
      'a sale that starts again',
      async ({ productId, variantId }) => {
        await alerting.adjust(productId, variantId, 1)
        await shop.call(`/api/products/${productId}`, { as: alerting.admin, method: 'PATCH', json: { inStock: false } })
        await alerting.tell()
        return shop.call(`/api/products/${productId}`, { as: alerting.admin, method: 'PATCH', json: { inStock: true } })
      },
    ],
  ]
  it.each(paths)('by %s is told [B-21.17]', async (_, raise) => {
    const as = await shop.addUser()
    const thing = await alerting.soldOut()
    await alerting.ask(as, { productId: thing.productId })
    const answer = (await raise(thing)) as { status: number; text: string }
    expect(answer.status, answer.text).toBe(200)
    await alerting.tell()
    expect(await alerting.back(as.email)).toHaveLength(1)
  })

  it('waits while an owner has switched the messages off, and is told afterwards [B-28.6]', async () => {
    const as = await shop.addUser()
    const { productId, variantId } = await alerting.soldOut()
    await alerting.ask(as, { productId })
    // Before the stock comes: its own job may run at once.
    await shop.changeSettings({ switches: { stockAlerts: false } })
    await alerting.adjust(productId, variantId, 3)
    await alerting.tell()
    expect(await alerting.back(as.email)).toEqual([])
    await shop.changeSettings({ switches: { stockAlerts: true } })
    await alerting.tell()
    expect(await alerting.back(as.email)).toHaveLength(1)
  })

  it('by an order that was not paid, or by a refund, is told [B-21.17]', async () => {
    const [buyer, waiting] = [await shop.addUser(), await shop.addUser()]
    const product = await alerting.addProduct({ stock: [1] })
    const { json: session } = await alerting.checkout(buyer, [product.item])
    await alerting.ask(waiting, { productId: product.id })
    await alerting.tell()
    expect(await alerting.back(waiting.email)).toEqual([])
    await shop.call(`/api/orders/${session.orderId}/cancel`, { as: buyer, method: 'POST' })
    await alerting.tell()
    expect(await alerting.back(waiting.email)).toHaveLength(1)

    const { json: paid } = await alerting.checkout(buyer, [product.item])
    await alerting.pay(paid.url)
    await alerting.verify(buyer, paid.id)
    expect((await alerting.ask(waiting, { productId: product.id })).status).toBe(200)
    const refund = await alerting.staff(`orders/${paid.orderId}/refunds`, { reason: 'Came back', restock: true })
    expect(refund.status, refund.text).toBe(200)
    await alerting.tell()
    expect(await alerting.back(waiting.email)).toHaveLength(2)
  })

  it('is told once each by many workers, in the order of the requests, all of them [B-21.18] [B-21.20]', async () => {
    const { productId, variantId } = await alerting.soldOut()
    await shop.services.pool.query(
      `insert into stock_alert (id, product_id, email, channel, created_at, confirmed_at, expires_at)
       select gen_random_uuid(), $1, 'crowd-' || n || '@example.com', 'email', $2::timestamptz + n * interval '1 second', $2, $2::timestamptz + interval '180 days'
       from generate_series(1, 620) n`,
      [productId, shop.clock.now()],
    )
    expect(
      (await alerting.staff('products?limit=100')).json.products.find((p: { id: string }) => p.id === productId),
    ).toMatchObject({ waiting: 620 })
    await alerting.adjust(productId, variantId, 5)
    await Promise.all(Array.from({ length: few(12, 50) }, () => tellWaiting(shop.system, wishesPorts)))
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
    const { productId, variantId } = await alerting.soldOut()
    await alerting.ask(as, { productId })
    await alerting.adjust(productId, variantId, 1)
    const { db } = shop.services
    await db.schema
      .alterTable('message')
      .addCheckConstraint('dies', sql`recipient <> ${sql.lit(as.email)}`)
      .execute()
    await expect(tellWaiting(shop.system, wishesPorts)).rejects.toThrow('dies')
    await db.schema.alterTable('message').dropConstraint('dies').execute()
    expect(await alerting.mine(as)).toHaveLength(1)
    await alerting.tell()
    await alerting.tell()
    expect(await alerting.back(as.email)).toHaveLength(1)
  })

  it('tells no disabled user, and an account takes its requests along when it goes [B-21.19]', async () => {
    const [off, gone] = [await shop.addUser(), await shop.addUser()]
    const { productId, variantId } = await alerting.soldOut()
    await alerting.ask(off, { productId })
    await alerting.ask(gone, { productId, variantId })
    await alerting.askAsGuest(gone.email, { productId })
    await shop.services.db.updateTable('users').set({ enabled: false }).where('id', '=', off.userId).execute()
    const subject = { userId: gone.userId, email: gone.email, phone: null }
    const exported = await wishesData.exportOf(shop.system, subject)
    expect(exported.stockAlerts).toHaveLength(2)
    await transact(shop.system, tx => wishesData.erase(tx, subject))
    await alerting.adjust(productId, variantId, 1)
    await alerting.tell()
    expect([await alerting.back(off.email), await alerting.back(gone.email)]).toEqual([[], []])
  })

  it('moves with a merged account to its address [B-21.19]', async () => {
    const [from, into] = [await shop.addUser(), await shop.addUser()]
    const [both, alone] = [await alerting.soldOut(), await alerting.soldOut()]
    for (const as of [from, into]) await alerting.ask(as, { productId: both.id })
    await alerting.ask(from, { productId: alone.id })
    const merged = await alerting.staff('users/merge', { from: from.userId, into: into.userId, reason: 'One person' })
    expect(merged.status, merged.text).toBe(200)
    for (const thing of [both, alone]) await alerting.adjust(thing.id, thing.variantId, 1)
    await alerting.tell()
    expect([await alerting.back(from.email), await alerting.back(into.email)]).toMatchObject([[], [{}, {}]])
  })
})
