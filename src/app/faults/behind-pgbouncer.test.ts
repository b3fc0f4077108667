import { expect, it } from 'vitest'
import { auditCredits } from '#features/credits/queries.server.ts'
import { addProduct, shoppingIn } from '#features/orders/testing/shopping.ts'
import { openTestDatabase } from '#platform/testing/database.ts'
import { openTestShop } from '../testing/shop.ts'
import { hasPgbouncer, startPgbouncer } from './testing/pgbouncer.ts'

const BUYERS = 12

it('sells, enters and signals through PgBouncer in transaction mode', async ({ skip }) => {
  if (!(await hasPgbouncer())) skip('PgBouncer is not installed and cannot be')
  const database = await openTestDatabase(1)
  const pooler = await startPgbouncer(database.url)
  const pooled = { ...database, url: pooler.url, close: async () => {} }
  const env = { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: database.url, RATE_LIMITS: 'on' }
  await expect(openTestShop({ database: pooled })).rejects.toThrow('set DATABASE_POOLER=transaction')
  const [shop, other] = [await openTestShop({ database: pooled, env }), await openTestShop({ database: pooled, env })]
  const shopping = shoppingIn(shop)
  const goods = await addProduct(shop.services.db, { stock: [100] })
  const admin = await shop.addUser({ admin: true })
  const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
  const kit = { title: 'Field Kit', description: 'Goods in a box.', startDate }
  const giveaway = (await shop.call('/api/giveaways', { as: admin, json: kit })).json

  const buy = async (_: unknown, slot: number) => {
    const as = await shop.addUser({ credits: { Bronze: 1 } })
    const { json } = await shopping.checkout(as, [goods.item])
    await shopping.pay(json.url)
    const entered = await shop.call(`/api/giveaways/${giveaway.id}/entries`, { as, json: { slots: [slot + 1] } })
    return [(await shopping.verify(as, json.id)).json.status, entered.status]
  }
  expect(await Promise.all(Array.from({ length: BUYERS }, buy))).toEqual(Array(BUYERS).fill(['paid', 200]))
  await shop.settleJobs()
  expect(await auditCredits(shop.system)).toEqual([])

  const heard: unknown[] = []
  other.services.signals.subscribe('test', message => heard.push(message))
  shop.services.signals.publish('test', 'a word')
  await expect.poll(() => heard).toEqual(['a word'])

  await Promise.all([shop.close(), other.close()])
  await pooler.stop()
  await database.close()
})
