import { describe, expect, it } from 'vitest'
import { reconcilePayments } from '#features/reconciliation/commands/reconcile-payments.server.ts'
import { firstOf } from '../testing/suites/again.ts'
import { openStoryShop } from './testing/story.ts'

const ROUNDS = 12

const { shop, at } = await openStoryShop({ connections: 40 })

describe('one cart in two tabs', () => {
  it('two tabs make one paid order and one charge when one pays while the other opens [B-11.33]', async () => {
    const buyers = await Promise.all(Array.from({ length: ROUNDS }, () => at.addBuyer()))
    const ends = await Promise.all(
      buyers.map(async (buyer, round) => {
        const { json: first } = await at.checkOut(buyer)
        const wait = () => new Promise(done => setTimeout(done, round * 4))
        const [, second] = await Promise.all([
          wait().then(() => at.pay(first.url).catch(() => undefined)),
          at.checkOut(buyer),
        ])
        // Every tab with a page pays; both tabs then verify the session.
        if (second.status === 200) await at.pay(second.json.url).catch(() => undefined)
        for (const { id } of [first, second.json]) if (id) await at.verify(buyer.user, id)
        return second.status as number
      }),
    )
    await at.rest()
    for (const buyer of buyers) {
      expect(await at.stateOf(buyer)).toMatchObject({
        orders: [{ standing: 'paid', sales: 1 }],
        ...{ unfinished: 0, stock: [{ stock_on_hand: 3, held: 0 }], codes: [{ held: 0, used: 1, late: 0 }] },
        ...{ charged: [{ refunded: 0 }], accounts: [{ issued: 4, available: 4 }] },
      })
    }
    expect(ends.every(status => [200, 409].includes(status))).toBe(true)
  })
})

describe('concurrent refunds by staff and in the provider’s dashboard', () => {
  /** Refunds an amount directly at the provider, then sends five concurrent staff refunds. */
  async function paidBackTwice(byHand: (total: number) => number) {
    const buyer = await at.addBuyer()
    const { json: session } = await at.checkOut(buyer)
    await at.pay(session.url)
    await at.verify(buyer.user, session.id)
    const { payment_intent_id, total_cents: total } = await at.orderRow(session.orderId)
    const refund = { paymentIntentId: payment_intent_id!, idempotencyKey: crypto.randomUUID() }
    await shop.system.payments.refund({ ...refund, amountCents: byHand(total) })
    const answers = await Promise.all(Array.from({ length: 5 }, () => at.refund(session.orderId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await at.rest()
    for (const payload of await at.webhooksOf(buyer.user)) await at.deliver(payload)
    await at.rest()
    return { orderId: session.orderId as string, total, state: await at.stateOf(buyer) }
  }

  it('a whole refund made on both sides is one refund', async () => {
    const { total, state } = await paidBackTwice(all => all)
    expect(state).toMatchObject({
      orders: [
        { standing: 'refunded', refunded: total, refunds: [{ status: 'succeeded', origin: 'staff', told: true }] },
      ],
      paidBack: [{ amount: total, status: 'succeeded' }],
    })
  })

  it.each(firstOf([1, 1000, 4097, 8193], 2))(
    'a partial refund in the dashboard, %d cents, leaves the rest to the staff’s refund, to the cent',
    async byHand => {
      const { orderId, total, state } = await paidBackTwice(() => byHand)
      expect(state).toMatchObject({
        orders: [{ standing: 'refunded', refunded: total }],
        paidBack: [{ status: 'succeeded' }, { status: 'succeeded' }],
      })
      expect(state.paidBack.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual(
        [byHand, total - byHand].sort((a, b) => a - b),
      )
      const { rows } = await shop.services.pool.query(
        'select origin, status, amount_cents from refund where order_id = $1 order by origin',
        [orderId],
      )
      expect(rows).toEqual([
        { origin: 'provider', status: 'succeeded', amount_cents: byHand },
        { origin: 'staff', status: 'succeeded', amount_cents: total - byHand },
      ])
    },
  )

  it('no difference remains between our books and the provider’s', async () => {
    shop.clock.advance(11 * 60_000)
    await expect.poll(() => reconcilePayments(shop.system)).toMatchObject({ outcome: 'done' })
    const { rows } = await shop.services.pool.query(
      'select kind, ours, theirs from discrepancy where resolved_at is null',
    )
    expect(rows).toEqual([])
  })
})
