import { expect, it } from 'vitest'
import { holdStock, releaseStock } from '#features/catalog/commands/stock.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { findStoredOrder } from '../../order/stored-order.server.ts'
import { openPayingShop } from '../../testing/paying.ts'
import { closeOrder } from '../commands/close-order.server.ts'
import { settle } from '../commands/settle.server.ts'

const ORDERS = 12
const HOLDS = 60

const { shop, paying } = await openPayingShop({ connections: 40 })

it('late payments never deadlock with holds of the same variants in any order of lines [B-10.106]', async () => {
  const goods = await Promise.all([1, 2].map(() => paying.addProduct({ stock: [500] })))
  goods.sort((a, b) => (a.variantId < b.variantId ? -1 : 1))
  const backwards = goods.map(({ item }) => item).reverse()
  const late = await Promise.all(
    Array.from({ length: ORDERS }, async () => {
      const as = await shop.addUser()
      const { json } = await paying.checkout(as, backwards)
      await closeOrder(shop.system, (await findStoredOrder(shop.system, json.orderId))!, 'expired')
      await paying.pay(json.url)
      return { as, id: json.orderId as string }
    }),
  )
  const lines = goods.map(({ variantId }) => ({ variantId, quantity: 1 }))
  const holdAndRelease = async () => {
    await transact(shop.system, tx => holdStock(tx, lines))
    await transact(shop.system, tx => releaseStock(tx, lines))
  }
  const ends = await Promise.allSettled([
    ...late.map(({ id }) => settle(shop.system, id)),
    ...Array.from({ length: HOLDS }, holdAndRelease),
  ])
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
  for (const { as, id } of late) {
    expect(await paying.orderRow(id)).toMatchObject({ status: 'paid' })
    expect((await shop.call('/api/credits', { as })).json).toMatchObject({ silverCredits: 4 })
  }
  for (const { variantId } of goods)
    expect(await paying.stockOf(variantId)).toEqual({ stock_on_hand: 500 - ORDERS, held: 0 })
})
