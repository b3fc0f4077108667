import { describe, expect, it } from 'vitest'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { testShop } from '../../testing/shop.ts'

const shop = await testShop({ connections: 8 })
const staffing = await staffingIn(shop)

/** The state that a process leaves which dies between the commit of a call and its answer, a minute later. */
const loseAnswer = (key: string) =>
  shop.services.pool.query(
    `update idempotency_key set status = null, body = null, created_at = now() - interval '61 seconds' where key = $1`,
    [key],
  )
const all = async (text: string) => (await shop.services.pool.query(text)).rows

/** Calls, loses the answer, and repeats the call twice. */
async function repeated(path: string, options: Parameters<typeof shop.call>[1] & object, key: string) {
  const headers = { 'idempotency-key': key }
  const first = await shop.call(path, { ...options, headers })
  expect(first.status, first.text).toBe(200)
  await loseAnswer(key)
  for (let n = 0; n < 2; n++)
    expect((await shop.call(path, { ...options, headers })).json.code).toBe('idempotency_committed')
  return first.json
}

describe('a repeat of a call whose answer a dying process lost', () => {
  it('picks no further slots [B-9.51]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 5 } })
    const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
    const json = { title: 'Kit', description: 'Goods in a box.', startDate }
    const { id } = (await shop.call('/api/giveaways', { as: staffing.admin, json })).json
    await repeated(`/api/giveaways/${id}/entries`, { as: user, json: { pick: 2 } }, 'pick')
    expect((await shop.call('/api/my/entries', { as: user })).json.entries).toHaveLength(2)
    expect((await shop.call('/api/credits', { as: user })).json).toMatchObject({ bronzeCredits: 3 })
  })

  it('refunds no further part of an order [B-9.51]', async () => {
    const buyer = await shop.addUser()
    const goods = await staffing.addProduct({ stock: [10], entries: 0 })
    const { json } = await staffing.checkout(buyer, [{ ...goods.item, quantity: 3 }])
    await staffing.pay(json.url)
    await staffing.verify(buyer, json.id)
    const body = { reason: 'Damaged', spentCredits: 'balance', restock: false, lines: [{ position: 0, quantity: 1 }] }
    const path = `/api/admin/orders/${json.orderId}/refunds`
    await repeated(path, { as: staffing.admin, json: body }, 'refund')
    expect(await all(`select from refund where order_id = '${json.orderId}'`)).toHaveLength(1)
  })

  it('adjusts stock once [B-9.51]', async () => {
    const { id, item } = await staffing.addProduct({ stock: [10] })
    const json = { variantId: item.variantId, by: 5, reason: 'Counted' }
    expect(await repeated(`/api/admin/products/${id}/stock`, { as: staffing.admin, json }, 'stock')).toEqual({
      stockOnHand: 15,
    })
    expect(await all(`select stock_on_hand from product_variant where id = '${item.variantId}'`)).toEqual([
      { stock_on_hand: 15 },
    ])
  })
})
