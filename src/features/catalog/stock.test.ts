import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { holdStock, releaseStock, restock, type StockLine, takeStock } from './commands/stock.server.ts'
import { readCatalogPrices } from './queries/prices.server.ts'

const shop = await testShop({ connections: 40 })

type Command = (tx: TransactionContext, lines: readonly StockLine[]) => Promise<void>

const inTransaction = (command: Command, ...lines: StockLine[]) => transact(shop.system, tx => command(tx, lines))

/** A product with one variant per given number of units; null means uncounted stock. */
async function stocked(...units: (number | null)[]) {
  const productId = newId()
  const name = `Canteen ${productId.slice(-6)}`
  const { db } = shop.services
  await db
    .insertInto('product')
    .values({ id: productId, slug: productId, name, price_cents: 1000, category: 'Test' })
    .execute()
  const variants = units.map((stock_on_hand, position) => ({
    id: newId(),
    product_id: productId,
    sku: `${productId}-${position}`,
    options: JSON.stringify({ size: String(position) }),
    position,
    stock_on_hand,
  }))
  await db.insertInto('product_variant').values(variants).execute()
  return { productId, name, ids: variants.map(variant => variant.id) as [string, ...string[]] }
}

const stockOf = (id: string) =>
  shop.services.db
    .selectFrom('product_variant')
    .select(['stock_on_hand', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('stock', () => {
  it('one of a crowd of concurrent shoppers gets the last unit', async () => {
    const { ids, name } = await stocked(1)
    const attempts = Array.from({ length: few(100, 500) }, () =>
      inTransaction(holdStock, { variantId: ids[0], quantity: 1 }).then(
        () => 'held',
        error => `${error.code}: ${error.message}`,
      ),
    )
    const results = await Promise.all(attempts)
    expect(results.filter(result => result === 'held')).toHaveLength(1)
    expect(new Set(results)).toEqual(new Set(['held', `out_of_stock: ${name} is out of stock in this quantity.`]))
    expect(await stockOf(ids[0])).toEqual({ stock_on_hand: 1, held: 1 })
  })

  it('orders of the same goods in any order do not deadlock', async () => {
    const { ids } = await stocked(300, 300, 300)
    const lines = ids.map(variantId => ({ variantId, quantity: 1 }))
    const turned = (by: number) => [...lines.slice(by % 3), ...lines.slice(0, by % 3)]
    await Promise.all(Array.from({ length: 150 }, (_, n) => inTransaction(holdStock, ...turned(n))))
    await Promise.all(Array.from({ length: 100 }, (_, n) => inTransaction(takeStock, ...turned(n))))
    await Promise.all(Array.from({ length: 50 }, (_, n) => inTransaction(releaseStock, ...turned(n))))
    for (const id of ids) expect(await stockOf(id)).toEqual({ stock_on_hand: 200, held: 0 })
  })

  it('all lines are held or none, and missing ones are named', async () => {
    const plenty = await stocked(5)
    const few = await stocked(1)
    const refused = inTransaction(
      holdStock,
      { variantId: plenty.ids[0], quantity: 2 },
      { variantId: few.ids[0], quantity: 1 },
      { variantId: few.ids[0], quantity: 1 },
    )
    await expect(refused).rejects.toMatchObject({
      code: 'out_of_stock',
      details: { names: few.name, lines: [{ variantId: few.ids[0], name: few.name, free: 1 }] },
    })
    expect(await stockOf(plenty.ids[0])).toEqual({ stock_on_hand: 5, held: 0 })
  })

  it('stock without a hold is neither taken nor released', async () => {
    const { ids } = await stocked(3)
    await expect(inTransaction(takeStock, { variantId: ids[0], quantity: 1 })).rejects.toThrow('never held')
    await expect(inTransaction(releaseStock, { variantId: ids[0], quantity: 1 })).rejects.toThrow('never held')
    expect(await stockOf(ids[0])).toEqual({ stock_on_hand: 3, held: 0 })
  })

  it('stock is never oversold, whatever statement is sent', async () => {
    const { ids } = await stocked(3)
    const oversell = shop.services.db.updateTable('product_variant').set({ held: 4 }).where('id', '=', ids[0]).execute()
    await expect(oversell).rejects.toThrow('never_oversold')
  })

  it('uncounted stock never ends', async () => {
    const { ids } = await stocked(null)
    await inTransaction(holdStock, { variantId: ids[0], quantity: 40 })
    await inTransaction(takeStock, { variantId: ids[0], quantity: 40 })
    expect(await stockOf(ids[0])).toEqual({ stock_on_hand: null, held: 0 })
  })

  it('cached answers are dropped only when a shown number changes', async () => {
    const { ids, productId } = await stocked(13)
    const dropped: string[] = []
    const ctx = { ...shop.system, changed: (...tags: string[]) => void dropped.push(...tags) }
    const droppedBy = async (command: Command, quantity: number) => {
      await transact(ctx, tx => command(tx, [{ variantId: ids[0], quantity }]))
      return dropped.splice(0)
    }
    const shown = ['products', `product:${productId}`]
    expect(await droppedBy(holdStock, 2)).toEqual([])
    expect(await droppedBy(holdStock, 2)).toEqual(shown)
    expect(await droppedBy(takeStock, 4)).toEqual([])
    expect(await droppedBy(restock, 4)).toEqual(shown)
  })
})

describe('stock that staff change while it is sold', () => {
  it('many concurrent changes lose no unit: half add one, half sell one [B-13.26]', async () => {
    const admin = await shop.addUser({ admin: true })
    const { productId, ids } = await stocked(100)
    const adjust = (by: number) =>
      shop.call(`/api/admin/products/${productId}/stock`, { as: admin, json: { variantId: ids[0], by } })
    const sell = async () => {
      await inTransaction(holdStock, { variantId: ids[0], quantity: 1 })
      await inTransaction(takeStock, { variantId: ids[0], quantity: 1 })
    }
    const work = Array.from({ length: few(40, 200) }, (_, n) => (n % 2 ? adjust(1) : sell()))
    const answers = await Promise.all(work)
    expect(answers.filter(answer => answer && answer.status !== 200)).toEqual([])
    expect(await stockOf(ids[0])).toEqual({ stock_on_hand: 100, held: 0 })
  })

  it('sales between the opening and the saving of a form stay counted, in either order [B-13.26]', async () => {
    const admin = await shop.addUser({ admin: true })
    const { productId, ids } = await stocked(50)
    const [variant] = (await shop.call(`/api/admin/products/${productId}`, { as: admin })).json.variants
    const saved = { id: ids[0], sku: variant.sku, options: variant.options, stock: 60, stockSeen: 50 }
    const sell = async () => {
      await inTransaction(holdStock, { variantId: ids[0], quantity: 1 })
      await inTransaction(takeStock, { variantId: ids[0], quantity: 1 })
    }
    const json = { variants: [saved], version: 1 }
    const [edit] = await Promise.all([
      shop.call(`/api/products/${productId}`, { as: admin, method: 'PATCH', json }),
      ...Array.from({ length: 40 }, sell),
    ])
    expect(edit.status).toBe(200)
    expect(await stockOf(ids[0])).toEqual({ stock_on_hand: 20, held: 0 })
  })

  it('stock does not fall below what orders hold, and uncounted stock is not adjusted', async () => {
    const admin = await shop.addUser({ admin: true })
    const { productId, ids } = await stocked(5, null)
    await inTransaction(holdStock, { variantId: ids[0], quantity: 4 })
    const adjust = (variantId: string | undefined, by: number) =>
      shop.call(`/api/admin/products/${productId}/stock`, { as: admin, json: { variantId, by } })
    expect((await adjust(ids[0], -2)).json).toMatchObject({ status: 409, code: 'stock_short' })
    expect((await adjust(ids[0], -1)).json).toEqual({ stockOnHand: 4 })
    expect((await adjust(ids[1], 1)).json).toMatchObject({ status: 409, code: 'stock_not_counted' })
    expect((await adjust(ids[0], 0)).json.errors.by).toEqual(['The change cannot be 0'])
  })
})

describe('prices for orders', () => {
  it('prices for orders come in one query, with the free stock, without products that left the store', async () => {
    const { ids, productId } = await stocked(4, null)
    await inTransaction(holdStock, { variantId: ids[0], quantity: 1 })
    const prices = await readCatalogPrices(shop.system, [productId, newId(), "no'id"])
    expect([...prices.keys()]).toEqual([productId])
    expect(prices.get(productId)).toMatchObject({
      paidCents: 1000,
      salePriceCents: null,
      tier: 'Bronze',
      forSale: true,
    })
    expect(prices.get(productId)!.variants.map(variant => variant.free)).toEqual([3, null])
  })
})
