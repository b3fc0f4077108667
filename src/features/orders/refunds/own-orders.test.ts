import { afterEach, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { RIGHTS_OF, type Right } from '#kernel/rights.ts'
import { staffingIn } from '../testing/staffing.ts'

const shop = await testShop({ connections: 10 })
const staffing = await staffingIn(shop)
const { db } = shop.services
afterEach(() => staffing.expectAudited())

const reason = 'It was asked for'
const ADDRESS = { name: 'Sam Porter', line1: '9 New Road', city: 'Reno', state: 'NV', postalCode: '89501' }
const send = (path: string, as: TestUser, json: object, method = 'POST') =>
  shop.call(`/api/admin/${path}`, { as, json, method })

/** Every door of staff to the money, the credits and the address of an order. */
const DOORS: Record<string, (id: string, as: TestUser) => ReturnType<typeof send>> = {
  refund: (id, as) => send(`orders/${id}/refunds`, as, { reason, spentCredits: 'keep', restock: false }),
  cancel: (id, as) => send(`orders/${id}/cancel`, as, { reason, spentCredits: 'keep' }),
  address: (id, as) => send(`orders/${id}/shipping-address`, as, { ...ADDRESS, reason }, 'PUT'),
}

it.each(Object.keys(DOORS))(
  'staff do not decide by %s about an order of any account of their mailbox [B-34.10]',
  async door => {
    const manager = await shop.addUser({ role: 'manager', email: 'kim.vale@gmail.com' })
    const alias = await shop.addUser({ email: `kimvale+${door}@gmail.com` })
    for (const buyer of [manager, alias]) {
      const { id } = await staffing.paidOrder([{ entries: 2 }], { as: buyer })
      const before = await staffing.orderRow(id)
      const answer = await DOORS[door]!(id, manager)
      expect([answer.status, answer.json.code], answer.text).toEqual([403, 'own_order'])
      expect(await staffing.orderRow(id)).toEqual(before)
      expect((await DOORS[door]!(id, staffing.admin)).status).toBe(200)
    }
    await db
      .updateTable('users')
      .set({ email: `gone-${door}@example.com` })
      .where('id', '=', manager.userId)
      .execute()
  },
)

it('staff accept no held payment of their own order, and retry no refund of it [B-34.10]', async () => {
  const manager = await shop.addUser({ role: 'manager' })
  const id = await staffing.orderOnHold(manager, { entries: 3 })
  const accept = { decision: 'accept', reason }
  for (const decision of ['accept', 'refund'])
    expect((await send(`orders/${id}/review`, manager, { decision, reason })).json.code).toBe('own_order')
  expect(await staffing.available(manager)).toMatchObject({ silverCredits: 0 })
  expect((await send(`orders/${id}/review`, staffing.admin, accept)).status).toBe(200)
  expect(await staffing.available(manager)).toMatchObject({ silverCredits: 3 })

  const order = await staffing.paidOrder([{}], { as: manager, card: '4000 0000 0000 5126' })
  await DOORS.refund!(order.id, staffing.admin)
  await shop.settleJobs()
  const refund = await db.selectFrom('refund').select('id').where('order_id', '=', order.id).executeTakeFirstOrThrow()
  expect((await send(`refunds/${refund.id}/retry`, manager, {})).json.code).toBe('own_order')
})

/** The rights of a role for one act, as a later table of roles may have them. */
async function asRole<T>(rights: readonly Right[], act: () => Promise<T>): Promise<T> {
  const before = RIGHTS_OF.support
  RIGHTS_OF.support = [...before, ...rights]
  try {
    return await act()
  } finally {
    RIGHTS_OF.support = before
  }
}

it('a refund that leaves credits needs the right to change credits, one that removes entries the right to do that [B-34.8]', async () => {
  const clerk = await shop.addUser({ role: 'support' })
  const { id } = await staffing.paidOrder([{ entries: 2 }])
  const refund = (spentCredits: string) => send(`orders/${id}/refunds`, clerk, { reason, spentCredits, restock: false })
  await asRole(['orders.refund'], async () => {
    for (const spentCredits of ['keep', 'entries'])
      expect((await refund(spentCredits)).json).toMatchObject({ status: 403, code: 'Unauthorized' })
    const held = await staffing.orderOnHold(await shop.addUser(), { entries: 3 })
    const accepted = await send(`orders/${held}/review`, clerk, { decision: 'accept', reason })
    expect(accepted.json).toMatchObject({ status: 403, code: 'Unauthorized' })
    expect((await staffing.orderRow(held)).status).toBe('review')
  })
  expect((await staffing.orderRow(id)).refunded_cents).toBe(0)
  await asRole(['orders.refund', 'credits.change'], async () => expect((await refund('keep')).status).toBe(200))
})
