import { describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { RIGHTS_OF, ROLES, type Role } from '#kernel/rights.ts'
import { ORDER_ACTIONS, type OrderAction, RIGHT_OF } from '../order/order-actions.ts'
import { openStaffedShop } from '../testing/staffing.ts'

const { shop, staffing } = await openStaffedShop({ connections: 8 })
const { pool } = shop.services

const ADDRESS = { name: 'Sam Porter', line1: '5 Other Street', city: 'Provo', state: 'UT', postalCode: '84601' }
const reason = 'A walk over all pairs'
const PARCEL = { carrier: 'UPS', trackingNumber: '1Z999' }

/** The call of each action, as its button makes it. */
const CALLS: Record<OrderAction, { path: string; json?: object; method?: string }> = {
  pack: { path: 'pack' },
  unpack: { path: 'unpack' },
  ship: { path: 'ship', json: PARCEL },
  correct_tracking: { path: 'ship', json: { ...PARCEL, trackingNumber: '1Z111' } },
  deliver: { path: 'deliver' },
  address: { path: 'shipping-address', json: { ...ADDRESS, reason }, method: 'PUT' },
  cancel: { path: 'cancel', json: { reason } },
  keep: { path: 'keep', json: { reason } },
  refund: { path: 'refunds', json: { reason } },
  review: { path: 'review', json: { decision: 'refund', reason } },
}

/** A state that each action is possible in; `paid` for the others. */
const STATE_FOR: Partial<Record<OrderAction, string>> = {
  review: 'on hold',
  keep: 'asked to cancel',
  unpack: 'packed',
  deliver: 'shipped',
  correct_tracking: 'shipped',
}

/** States of an order, as columns; those of its goods and its dispute among them. */
const STATES: Record<string, string> = {
  pending: `status = 'pending', paid_at = null`,
  paid: '',
  'without an address': 'ship_to = null',
  packed: `fulfilment = 'packed'`,
  'packed without an address': `fulfilment = 'packed', ship_to = null`,
  'asked to cancel': `cancel_asked_at = paid_at`,
  'packed, asked to cancel': `fulfilment = 'packed', cancel_asked_at = paid_at`,
  shipped: `fulfilment = 'shipped', carrier = 'UPS', tracking_number = '1Z000'`,
  delivered: `fulfilment = 'delivered', carrier = 'UPS', tracking_number = '1Z000'`,
  cancelled: `status = 'cancelled', paid_at = null`,
  expired: `status = 'expired', paid_at = null`,
  failed: `status = 'failed', paid_at = null`,
  refunded: '',
  'on hold': '',
  'on hold, disputed': `dispute_hold = 'open'`,
  'disputed by a dispute inquiry': `dispute_hold = 'open'`,
  'packed, disputed': `fulfilment = 'packed', dispute_hold = 'open', refunds_blocked = true`,
  'lost at the bank': `dispute_hold = 'lost', refunds_blocked = true`,
}

async function orderIn(state: string, as?: TestUser) {
  if (state.startsWith('on hold')) return orderOnHold(state, as ?? (await shop.addUser()))
  const { id } = await staffing.paidOrder([{ stock: [5], quantity: 2 }], as ? { as } : {})
  if (state === 'refunded') expect((await call('refund', id, staffing.admin)).status).toBe(200)
  if (STATES[state]) await pool.query(`update customer_order set ${STATES[state]} where id = $1`, [id])
  return id
}

/** An order whose payment has another amount. */
async function orderOnHold(state: string, as: TestUser) {
  const { session } = await staffing.paidCheckout(as)
  const id = session.orderId
  await pool.query('update customer_order set shipping_cents = 100, total_cents = total_cents + 100 where id = $1', [
    id,
  ])
  await staffing.verify(as, session.id)
  if (STATES[state]) await pool.query(`update customer_order set ${STATES[state]} where id = $1`, [id])
  return id
}

async function call(action: OrderAction, id: string, as: TestUser) {
  const { path, json, method } = CALLS[action]
  return shop.call(`/api/admin/orders/${id}/${path}`, { as, method: method ?? 'POST', ...(json && { json }) })
}

/** Answers about the payment at the provider, which no state of the shop tells. */
const OF_THE_PROVIDER = ['payment_unclear', 'provider_away', 'payment_open']
const isRefused = ({ status, json }: Awaited<ReturnType<typeof call>>) =>
  status >= 400 && !OF_THE_PROVIDER.includes(json.code)

const offered = async (id: string, as: TestUser): Promise<OrderAction[]> => (await staffing.shown(id, as)).staff.actions

/** The actions of which the server refuses none, each on an order of its own where it changed the last one. */
async function possible(first: string, state: string, as: TestUser, buyer?: TestUser): Promise<OrderAction[]> {
  let id = first
  const found: OrderAction[] = []
  for (const action of ORDER_ACTIONS) {
    // The call of both is one: it ships, or corrects what was shipped.
    const isOther = ['shipped', 'delivered'].includes(state) !== (action === 'correct_tracking')
    if (CALLS[action].path === 'ship' && isOther) continue
    const answer = await call(action, id, as)
    expect(answer.status, `${action}: ${answer.text}`).not.toBe(400)
    if (isRefused(answer)) continue
    found.push(action)
    id = await orderIn(state, buyer)
  }
  return found
}

describe('actions that staff are offered on an order', () => {
  it.each(firstOf(Object.keys(STATES), 2))('are those that the server does not refuse: %s [B-13.111]', async state => {
    const id = await orderIn(state)
    expect(await offered(id, staffing.admin)).toEqual(await possible(id, state, staffing.admin))
  })

  it('are none about money and address of an order of their own, and the order says so as the server does [B-13.111]', async () => {
    const manager = await shop.addUser({ role: 'manager' })
    for (const state of ['paid', 'pending', 'on hold']) {
      const id = await orderIn(state, manager)
      const { ownOrder, actions } = (await staffing.shown(id, manager)).staff
      expect((await call('cancel', id, manager)).json).toMatchObject({ code: 'own_order', detail: ownOrder })
      expect(actions, state).toEqual(await possible(id, state, manager, manager))
    }
    expect((await staffing.shown(await orderIn('paid'), manager)).staff.ownOrder).toBeNull()
  })

  it.each(firstOf(ROLES))('are those of the rights of a role: %s [B-13.111]', async (role: Role) => {
    const as = await shop.addUser({ role })
    const orders = new Map<string, string>()
    for (const action of ORDER_ACTIONS) {
      const state = STATE_FOR[action] ?? 'paid'
      const id = orders.get(state) ?? (await orderIn(state))
      const mayRead = RIGHTS_OF[role].includes('orders.read')
      const isOffered = mayRead && (await offered(id, as)).includes(action)
      const { status } = await call(action, id, as)
      expect(isOffered, action).toBe(status !== 403)
      expect(isOffered, action).toBe(RIGHTS_OF[role].includes(RIGHT_OF[action]))
      // A refused call changes nothing.
      if (status === 403) orders.set(state, id)
      else orders.delete(state)
    }
  })

  it('a failed refund is offered again where the server asks for it again [B-13.111]', async () => {
    const manager = await shop.addUser({ role: 'manager' })
    const retry = async (state: 'paid' | 'lost at the bank', buyer: TestUser, as: TestUser) => {
      const { id } = await staffing.paidOrder([{}], { as: buyer })
      expect((await call('refund', id, staffing.admin)).status).toBe(200)
      await shop.settleJobs()
      await pool.query(`update refund set status = 'failed', succeeded_at = null where order_id = $1`, [id])
      if (STATES[state]) await pool.query(`update customer_order set ${STATES[state]} where id = $1`, [id])
      const [refund] = (await staffing.shown(id, as)).staff.refunds
      const answer = await shop.call(`/api/admin/refunds/${refund.id}/retry`, { as, method: 'POST' })
      expect(refund.canRetry, answer.text).toBe(answer.status === 200)
      return refund.canRetry
    }
    const buyer = await shop.addUser()
    expect(await retry('paid', buyer, manager)).toBe(true)
    expect(await retry('lost at the bank', buyer, manager)).toBe(false)
    expect(await retry('paid', manager, manager)).toBe(false)
    expect(await retry('paid', buyer, await shop.addUser({ role: 'fulfilment' }))).toBe(false)
  })

  it('the list lets choose for packing what can be packed [B-13.111]', async () => {
    const ids = new Map<string, string>()
    for (const state of Object.keys(STATES)) ids.set(await orderIn(state), state)
    const { orders } = (await staffing.staff('orders?limit=100')).json
    for (const { id, canPack } of orders as { id: string; canPack: boolean }[]) {
      if (!ids.has(id)) continue
      const { status } = await call('pack', id, staffing.admin)
      expect(canPack, ids.get(id)).toBe(status === 200)
    }
  })
})
