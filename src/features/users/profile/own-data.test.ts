import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import { hasRight, type Right, ROLES } from '#kernel/rights.ts'

const shop = await testShop()

it.each(['', '/entries', '/orders'])(
  'GET /users/{id}%s answers the user and staff only [B-12.116] [B-12.117] [B-12.161] [B-12.192]',
  async part => {
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    const path = `/api/users/${user.userId}${part}`
    expect((await shop.call(path, { as: user })).status).toBe(200)
    expect((await shop.call(path, { as: await shop.addUser({ role: 'support' }) })).status).toBe(200)
    for (const as of [await shop.addUser(), await shop.addUser({ role: 'fulfilment' })])
      expect((await shop.call(path, { as })).json).toMatchObject({
        status: 403,
        code: 'Unauthorized',
        detail: 'Unauthorized access',
      })
    expect((await shop.call(path)).status).toBe(401)
  },
)

it('answers the user’s own entries and orders in the shape of the own lists [B-12.117] [B-12.161]', async () => {
  const user = await shop.addUser()
  expect((await shop.call(`/api/users/${user.userId}/entries`, { as: user })).json).toEqual({
    entries: [],
    total: 0,
    nextCursor: null,
    receiptKey: expect.any(String),
  })
  expect((await shop.call(`/api/users/${user.userId}/orders`, { as: user })).json).toEqual({
    orders: [],
    nextCursor: null,
  })
  expect((await shop.call(`/api/users/${user.userId}`, { as: user })).json).toMatchObject({
    email: user.email,
    isAdmin: false,
  })
})

it('opens a user’s data to roles with the right only, and with their second factor', async () => {
  const user = await shop.addUser()
  const { session } = await payingIn(shop).paidCheckout(user)
  const own: [path: string, right: Right, json?: object][] = [
    [`/api/orders/${session.orderId}`, 'orders.read'],
    [`/api/credits/audit?email=${user.email}`, 'credits.read'],
    ['/api/credits/reconcile', 'payments.reconcile', { sessionId: session.id, email: user.email }],
    [`/api/push/preferences/${user.userId}`, 'people.read'],
    [`/api/users/${user.userId}`, 'people.read'],
  ]
  for (const role of ROLES) {
    const as = await shop.addUser({ role })
    for (const [path, right, json] of own) {
      const { status } = await shop.call(path, { as, ...(json && { json }) })
      expect([role, path, status]).toEqual([role, path, hasRight(role, right) ? 200 : 403])
    }
    const theirs = { sessionId: session.id, email: as.email }
    const { status } = await shop.call('/api/credits/reconcile', { as, json: theirs })
    expect([role, status]).toEqual([role, hasRight(role, 'payments.reconcile') ? 200 : 403])
  }
  const { rows } = await shop.services.pool.query(
    "select count(*)::int n from audit_log where action = 'was refused' and subject_id = 'POST /api/credits/reconcile'",
  )
  expect(rows[0].n).toBeGreaterThan(0)
  await shop.changeSettings({ auth: { staffSecondFactor: true } })
  const manager = await shop.addUser({ role: 'manager' })
  for (const [path, , json] of own)
    expect((await shop.call(path, { as: manager, ...(json && { json }) })).json.code).toBe('SecondFactorRequired')
})
