import { expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import { openStaffedShop } from '../testing/staffing.ts'

const ROUNDS = few(1, 3)

const { shop, staffing } = await openStaffedShop({ connections: 40 })

/** Runs concurrently everything that locks order, giveaways, accounts and stock, from each side. */
it('concurrent refunds, payments, entries and cancellations of one buyer never deadlock [B-11.35]', async () => {
  const as = await shop.addUser({ credits: { Bronze: 3, Gold: 3 } })
  const goods = [
    await staffing.addProduct({ tier: 'Gold', entries: 2, stock: [1000] }),
    await staffing.addProduct({ tier: 'Bronze', entries: 1, stock: [1000] }),
  ]
  const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
  const giveaways = await Promise.all(
    ['Bronze', 'Gold'].map(async tier => {
      const json = { title: tier, description: 'Goods in a box.', tier, startDate, entryLimit: 50 }
      return (await shop.call('/api/giveaways', { as: staffing.admin, json })).json.id as string
    }),
  )
  /** An order paid at the provider and not settled yet. The cart lists the goods in either order. */
  async function paid(at: number) {
    // Each cart differs, because the checkout refuses a cart that was just paid.
    const items = goods.map(({ item }, line) => ({ ...item, quantity: line + at + 1 }))
    const { json } = await staffing.checkout(as, at % 2 ? items.toReversed() : items)
    await staffing.pay(json.url)
    return json
  }
  for (let round = 0; round < ROUNDS; round++) {
    const sessions = []
    for (let at = 0; at < 6; at++) sessions.push(await paid(at))
    const [first, second, third, ...unsettled] = sessions
    for (const { id } of [first, second, third]) await staffing.verify(as, id)
    const slots = [1, 2].map(slot => round * 10 + slot)
    const body = { reason: 'At once', spentCredits: 'entries', restock: true }
    const answers = await Promise.all([
      staffing.staff(`orders/${first.orderId}/refunds`, body),
      staffing.staff(`orders/${second.orderId}/refunds`, { ...body, lines: [{ position: round % 2, quantity: 1 }] }),
      staffing.staff(`orders/${second.orderId}/refunds`, { ...body, lines: [{ position: 1, quantity: 1 }] }),
      staffing.staff(`orders/${third.orderId}/cancel`, { reason: 'At once', spentCredits: 'entries' }),
      ...unsettled.map(({ id }) => staffing.verify(as, id)),
      ...giveaways.flatMap(id =>
        slots.map(slot => shop.call(`/api/giveaways/${id}/entries`, { as, json: { slots: [slot] } })),
      ),
    ])
    const wrong = answers.filter(({ status }) => status >= 500)
    expect(wrong.map(({ json }) => json)).toEqual([])
    await staffing.expectAudited()
    for (const { orderId } of [first, third]) {
      const { total } = await staffing.shown(orderId)
      expect(await staffing.paidBack(orderId)).toBe(Math.round(total * 100))
    }
    const { refunded } = await staffing.shown(second.orderId)
    expect(await staffing.paidBack(second.orderId)).toBe(Math.round(refunded * 100))
  }
  // Every piece is in stock or with the buyer.
  const { rows } = await shop.services.pool.query(
    `
    select (select sum(stock_on_hand)::int from product_variant where id = any($1)) +
      (select sum(quantity - refunded)::int from order_line l join customer_order o on o.id = l.order_id
       where variant_id = any($1) and o.status = 'paid') as pieces`,
    [goods.map(({ variantId }) => variantId)],
  )
  expect(rows).toEqual([{ pieces: 2000 }])
})
