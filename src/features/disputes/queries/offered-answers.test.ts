import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { firstOf } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { hasRight, ROLES } from '#kernel/rights.ts'
import { ANSWER_RIGHT, DISPUTE_ACTIONS, type DisputeAction } from '../rules.ts'
import { disputingIn } from '../testing/disputing.ts'

const shop = await testShop({ connections: 8 })
const bank = await disputingIn(shop)
const { pool } = shop.services

const HOUR = 3_600_000
const CLOSED = `closed_at = now()`
/** States of a dispute, as columns. */
const STATES: Record<string, string> = {
  'needs an answer': '',
  'without a deadline': 'due_by = null',
  'after the deadline': `due_by = '${new Date(+shop.clock.now() - HOUR).toISOString()}'`,
  'on hold': `status = 'under_review'`,
  won: `status = 'won', ${CLOSED}`,
  lost: `status = 'lost', ${CLOSED}`,
  prevented: `status = 'prevented', ${CLOSED}`,
}

async function disputeIn(state: string, buyer?: TestUser) {
  const { id: orderId } = await bank.paidOrder([{}], buyer ? { as: buyer } : {})
  await bank.disputed(orderId)
  if (STATES[state]) await pool.query(`update dispute set ${STATES[state]} where order_id = $1`, [orderId])
  return orderId
}

const disputeOf = async (orderId: string, as: TestUser) =>
  (await shop.call(`/api/admin/orders/${orderId}/disputes`, { as })).json.disputes?.[0]

function call(action: DisputeAction, id: string, as: TestUser) {
  const [path, json] =
    action === 'submit'
      ? ['evidence', { summary: 'It was delivered.' }]
      : ['accept', { reason: 'It was not delivered' }]
  return shop.call(`/api/admin/disputes/${id}/${path}`, { as, json })
}

/** The answers that the server does not refuse, each to a dispute that no other one changed. */
async function possible(state: string, as: TestUser, buyer?: TestUser): Promise<DisputeAction[]> {
  const found: DisputeAction[] = []
  for (const action of DISPUTE_ACTIONS) {
    const orderId = await disputeIn(state, buyer)
    const { id } = await disputeOf(orderId, bank.admin)
    if ((await call(action, id, as)).status < 400) found.push(action)
  }
  return found
}

it.each(firstOf(Object.keys(STATES), 3))(
  'a dispute offers the answers that the server does not refuse: %s [B-13.111]',
  async state => {
    const { actions } = await disputeOf(await disputeIn(state), bank.admin)
    expect(actions).toEqual(await possible(state, bank.admin))
  },
)

it('a dispute about an order of their own offers staff no answer [B-13.111]', async () => {
  const manager = await shop.addUser({ role: 'manager' })
  const { actions } = await disputeOf(await disputeIn('needs an answer', manager), manager)
  expect([actions, await possible('needs an answer', manager, manager)]).toEqual([[], []])
})

it.each(firstOf(ROLES, 2))('a dispute offers its answers to a role with the right: %s [B-13.111]', async role => {
  const as = await shop.addUser({ role })
  const dispute = await disputeOf(await disputeIn('needs an answer'), as)
  const expected = hasRight(role, ANSWER_RIGHT) ? [...DISPUTE_ACTIONS] : []
  expect(dispute?.actions ?? []).toEqual(expected)
  expect(await possible('needs an answer', as)).toEqual(expected)
})
