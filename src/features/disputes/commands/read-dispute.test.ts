import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { DAY_MS, HOUR_MS } from '#kernel/values/durations.ts'
import { disputingIn } from '../testing/disputing.ts'
import { followDisputes } from './read-dispute.server.ts'

const shop = await testShop()
const bank = await disputingIn(shop)

it('a dispute that closed while its order was unknown is applied once the order is known, for half a year', async () => {
  const { id, buyer } = await bank.paidOrder([{ tier: 'Gold', entries: 6 }])
  const { payment_intent_id } = await bank.orderRow(id)
  const pay = (intent: string | null) =>
    shop.services.pool.query('update customer_order set payment_intent_id = $2 where id = $1', [id, intent])
  const dispute = await bank.dispute(id)
  await pay('pi_of_another_order')
  await bank.decided(dispute, 'lost')
  expect(await bank.row(dispute)).toMatchObject({ order_id: null, status: 'lost', closed_at: expect.any(Date) })
  await pay(payment_intent_id)
  await followDisputes(shop.system)
  expect((await bank.row(dispute)).order_id).toBeNull()
  shop.clock.advance(7 * HOUR_MS)
  await followDisputes(shop.system)
  expect(await bank.row(dispute)).toMatchObject({ order_id: id, effect: 'taken' })
  expect(await bank.orderRow(id)).toMatchObject({ dispute_hold: 'lost' })
  expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 0, frozen: 0 })

  const stranger = await bank.disputed((await bank.paidOrder()).id)
  await bank.decided(stranger, 'won')
  await shop.services.db.updateTable('dispute').set({ order_id: null }).where('provider_id', '=', stranger).execute()
  const { read_at } = await bank.row(stranger)
  shop.clock.advance(181 * DAY_MS)
  await followDisputes(shop.system)
  expect((await bank.row(stranger)).read_at).toEqual(read_at)
})
