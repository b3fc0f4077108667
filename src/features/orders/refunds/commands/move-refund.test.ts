import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { REFUND_STATUSES, type RefundStatus } from '../../order/money/contract.ts'
import { staffingIn } from '../../testing/staffing.ts'
import { moveRefund, REFUND_MOVES } from './move-refund.server.ts'

const shop = await testShop({ connections: 4 })
const staffing = await staffingIn(shop)
// The provider's news of a refund would move it from the state that the test gives it.
await staffing.loseWebhooks()
type Move = keyof typeof REFUND_MOVES

/** A refund in a state, past all moves. */
async function refundIn(status: RefundStatus): Promise<string> {
  const { id: orderId } = await staffing.paidOrder([{ stock: [5] }])
  expect((await staffing.staff(`orders/${orderId}/refunds`, { reason: 'Sent back.' })).status).toBe(200)
  await shop.settleJobs()
  const at = status === 'succeeded' ? shop.clock.now() : null
  const { rows } = await shop.services.pool.query(
    'update refund set status = $2, succeeded_at = $3 where order_id = $1 returning id',
    [orderId, status, at],
  )
  return rows[0].id
}

it.each(Object.keys(REFUND_MOVES) as Move[])('%s moves a refund of each of its states, and no other', async move => {
  const { from, to } = REFUND_MOVES[move]
  for (const status of REFUND_STATUSES) {
    const id = await refundIn(status)
    const isMovable = (from as readonly RefundStatus[]).includes(status)
    expect(await moveRefund(shop.system, { id }, move, to[0]), status).toBe(isMovable ? id : undefined)
    const { rows } = await shop.services.pool.query('select status from refund where id = $1', [id])
    expect(rows[0].status, status).toBe(isMovable ? to[0] : status)
  }
})
