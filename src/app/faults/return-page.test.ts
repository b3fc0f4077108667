import { expect, it } from 'vitest'
import { reconcileOrders } from '#features/orders/webhooks/commands/reconcile.server.ts'
import type { FinalState } from './testing/final-state.ts'
import { type Buyer, openStoryShop } from './testing/story.ts'

const { shop, at } = await openStoryShop({ connections: 30 })

type Session = { id: string; url: string; orderId: string }

/** Events after the payment page. */
const STEPS = {
  pay: async (_: Buyer, { url }: Session) => void (await at.pay(url)),
  return: async ({ user }: Buyer, { id }: Session) => {
    const { json } = await at.verify(user, id)
    return json.status as string
  },
  webhook: async ({ user }: Buyer) => {
    for (const payload of await at.webhooksOf(user)) expect((await at.deliver(payload)).status).toBe(200)
    await at.rest()
  },
  reconciler: () => reconcileOrders(shop.system, { all: true }),
  decline: async (_: Buyer, { url }: Session) => void (await at.pay(url, '4000 0000 0000 0002')),
}

/** @param told the steps in order; steps joined by `+` run concurrently. */
async function story(told: string): Promise<FinalState> {
  const buyer = await at.addBuyer()
  const { json: session } = await at.checkOut(buyer)
  let isPaid = false
  for (const moment of told.split(', ')) {
    const names = moment.split(' + ') as (keyof typeof STEPS)[]
    const answers = await Promise.all(names.map(name => STEPS[name](buyer, session)))
    isPaid ||= names.includes('pay')
    // The page shows the true state: `paid` only after payment, and never `pending` after it.
    for (const [place, name] of names.entries()) {
      if (name === 'return' && names.length === 1) expect(answers[place]).toBe(isPaid ? 'paid' : 'pending')
    }
  }
  await at.rest()
  return at.stateOf(buyer)
}
const expected = await story('pay, return')

it('settles an order by the return page alone', () => {
  expect(expected).toMatchObject({
    orders: [{ standing: 'paid', sales: 1, uses: [{ state: 'used', late: false }] }],
    ...{ unfinished: 0, stock: [{ stock_on_hand: 3, held: 0 }], codes: [{ held: 0, used: 1, late: 0 }] },
    accounts: [{ tier: 'Silver', issued: 4, available: 4, spent: 0 }],
  })
  expect(expected.charged).toHaveLength(1)
  expect(expected.emails).toHaveLength(1)
})

it('an order ends the same whether the return page loads before, after, with or instead of the webhook, or not at all [B-11.29]', async () => {
  const orders = [
    ...['pay, webhook', 'pay, return, webhook', 'pay, webhook, return', 'pay, return + webhook', 'pay, reconciler'],
    ...[
      'return, pay, webhook',
      'return, pay, return',
      'return, reconciler, pay, reconciler',
      'return, pay, reconciler',
    ],
    ...['pay + return, webhook', 'pay + return, return', 'pay + reconciler, return', 'return + pay + webhook, webhook'],
    ...['pay, return + return + return, webhook + webhook', 'pay, reconciler + webhook + return, return, webhook'],
    ...['decline, return, pay, webhook', 'decline, webhook, pay, return', 'return, decline, pay, return + webhook'],
  ]
  const found = await Promise.all(orders.map(async told => [told, await story(told)] as const))
  for (const [told, state] of found) expect(state, told).toEqual(expected)
})
