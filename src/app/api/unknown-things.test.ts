import { expect, it } from 'vitest'
import { holdingsOf } from '../testing/fuzz/holdings.ts'
import { testShop } from '../testing/shop.ts'

/** What staff type or link to and the shop does not have: an answer of 404, and no row, audit record or advice of it. */

const ID = '7f1c2a52-3c58-4d0b-9d3c-0c2f9a7b6e51'
const EMAIL = 'nobody@example.com'
const reason = 'A typing error'
const credits = { email: EMAIL, amount: 1, tier: 'Bronze', reason }
const address = { line1: '1 Main Street', city: 'Ogden', state: 'UT', postalCode: '84401' }

/** Bodies that are valid, apart from what they name. Routes without one are called with `{}`. */
const BODIES: Record<string, object> = {
  'PATCH /api/admin/saved-filters/{id}': { name: 'Mine' },
  'PATCH /api/products/{id}': { name: 'Bag' },
  'POST /api/admin/products/bulk': { products: [{ id: ID }], change: { price: 5 }, apply: true },
  'POST /api/admin/products/{id}/stock': { variantId: ID, by: 1, reason },
  'PATCH /api/admin/codes/{id}': { note: 'x' },
  'PATCH /api/admin/pages/{id}': { title: 'x' },
  'PATCH /api/admin/legal/{kind}': { version: 0, clauses: null },
  'POST /api/admin/legal/{kind}/preview': { clauses: null },
  'POST /api/admin/legal/{kind}/publish': { version: 0, clauses: null },
  'POST /api/admin/legal/{kind}/keep': { version: 0 },
  'PATCH /api/admin/announcements/{id}': {
    ...{ text: 'x', href: '', beginsAt: '2026-01-01T00:00:00Z', endsAt: '2026-01-02T00:00:00Z' },
  },
  'PATCH /api/admin/shipping/zones/{id}': { name: 'x', states: ['AK'], isServed: false, methods: [] },
  'POST /api/admin/orders/{id}/ship': { carrier: 'UPS' },
  'POST /api/admin/orders/{id}/cancel': { reason },
  'POST /api/admin/orders/{id}/keep': { reason },
  'PUT /api/admin/orders/{id}/shipping-address': { name: 'Ada Marsh', ...address, reason },
  'POST /api/admin/reviews/{id}/approve': { version: 1 },
  'POST /api/admin/reviews/{id}/reject': { version: 1, reason },
  'PUT /api/admin/reviews/{id}/answer': { answer: 'x' },
  'POST /api/admin/winner-stories/{id}/show': { version: 1 },
  'POST /api/admin/winner-stories/{id}/refuse': { version: 1, reason },
  'POST /api/admin/orders/{id}/notes': { note: 'x' },
  'POST /api/admin/orders/{id}/review': { decision: 'accept', reason },
  'POST /api/admin/orders/{id}/refunds': { reason },
  'PATCH /api/giveaways/{id}': { title: 'Kit' },
  'DELETE /api/giveaways/{id}': { reason },
  'POST /api/admin/giveaways/{id}/relist': { startDate: '2026-04-01T12:00:00Z' },
  'POST /api/admin/giveaways/{id}/close': { reason },
  'POST /api/admin/giveaways/{id}/cancel': { reason, title: 'Kit' },
  'POST /api/admin/giveaways/{id}/private-entries': { name: 'Ada Marsh', email: EMAIL },
  'POST /api/admin/giveaways/{id}/refused-cards': { name: 'Ada Marsh', email: EMAIL, reason: 'unreadable' },
  'POST /api/admin/giveaways/{id}/obligations/{duty}/done': { reference: 'x' },
  'POST /api/admin/giveaways/{id}/obligations/{duty}/override': { reason },
  'POST /api/admin/giveaways/{id}/round': { round: 7, signature: 'a'.repeat(96) },
  'POST /api/admin/select-automatic-winner': { giveawayId: ID },
  'POST /api/admin/disputes/{id}/evidence': { summary: 'x' },
  'POST /api/admin/winners/{id}/tell': { by: 'email' },
  'POST /api/admin/winners/{id}/accept': { shipTo: { name: 'Ada Marsh', ...address }, reason },
  'POST /api/admin/winners/{id}/papers': { kind: 'affidavit', status: 'asked' },
  'POST /api/admin/winners/{id}/ship': { carrier: 'UPS' },
  'POST /api/admin/winners/{id}/messages': { subject: 'x', text: 'x' },
  'POST /api/admin/winners/{id}/settle': { reason },
  'POST /api/admin/winners/{id}/pass-on': { as: 'declined', reason },
  'POST /api/admin/winners/{id}/pass-on/confirm': {},
  'POST /api/admin/winners/{id}/pass-on/refuse': { reason },
  'POST /api/admin/proposals/{id}/refuse': { reason },
  'POST /api/credits/reconcile': { sessionId: 'cs_test_mistyped', email: EMAIL },
  'POST /api/admin/discrepancies/{id}/resolve': { note: 'x' },
  'PATCH /api/admin/support/tickets/{id}': { status: 'closed' },
  'PATCH /api/admin/support/inquiries/{id}': { status: 'closed' },
  'POST /api/admin/support/threads/{id}/answers': { message: 'x' },
  'POST /api/admin/support/threads/{id}/notes': { note: 'x' },
  'PATCH /api/admin/support/replies/{id}': { name: 'x', body: 'x' },
  'DELETE /api/admin/users': { email: EMAIL },
  'PATCH /api/admin/users/{id}': { name: 'Ada', reason },
  'POST /api/admin/credits/grant': credits,
  'POST /api/admin/credits/adjust': { ...credits, operation: 'subtract' },
  'PUT /api/admin/users/{id}/role': { role: 'support', reason },
  'POST /api/admin/users/{id}/disable': { reason },
  'POST /api/admin/users/{id}/enable': { reason },
  'POST /api/admin/users/{id}/sign-out': { reason },
  'POST /api/admin/users/{id}/reset-password': { reason },
  'POST /api/admin/users/{id}/notes': { note: 'x' },
  'POST /api/admin/users/merge/preview': { from: ID, into: '7f1c2a52-3c58-4d0b-9d3c-0c2f9a7b6e52' },
  'POST /api/admin/users/merge': { from: ID, into: '7f1c2a52-3c58-4d0b-9d3c-0c2f9a7b6e52', reason },
}
/** Queries that name a user. */
const QUERIES: Record<string, string> = {
  'GET /api/credits/audit': `?email=${EMAIL}`,
  'GET /api/admin/credits/report': `?email=${EMAIL}`,
  'GET /api/admin/users/profile': `?email=${EMAIL}`,
}
/** Deleting a missing filter is not an error. */
const FORGIVING = 'DELETE /api/admin/saved-filters/{id}'

const shop = await testShop()
const admin = await shop.addUser({ admin: true })
const { paths } = (await shop.call('/api/openapi.json')).json
const named = Object.entries<Record<string, { 'x-access': string }>>(paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) => {
    const route = `${method.toUpperCase()} ${path}`
    const isNamed = BODIES[route] || QUERIES[route] || (operation['x-access'] === 'admin' && path.includes('{'))
    return isNamed ? [route] : []
  }),
)
await shop.settleJobs()

const send = (route: string, json = BODIES[route] ?? {}) => {
  const [method, path] = route.split(' ') as [string, string]
  const address = path.replace('{slotNumber}', '7').replace(/\{\w+\}/g, ID) + (QUERIES[route] ?? '')
  return shop.call(address, { method, as: admin, ...(method !== 'GET' && { json }) })
}

it('no route of staff finds an unknown id or e-mail, and none leaves a row [B-12.249]', async () => {
  const before = await holdingsOf(shop)
  const wrong: string[] = []
  for (const route of named) {
    const { status, json } = await send(route)
    if (route === FORGIVING ? status !== 200 : status !== 404 || !json.detail)
      wrong.push(`${route}: ${status} ${json?.code} ${JSON.stringify(json?.errors ?? '')}`)
  }
  expect(wrong).toEqual([])
  expect(named.length).toBeGreaterThan(70)
  expect(Object.keys({ ...BODIES, ...QUERIES }).filter(route => !named.includes(route))).toEqual([])
  await shop.settleJobs()
  expect(await holdingsOf(shop)).toEqual(before)
})

it('calls with lists of ids and e-mails name the unknown ones, and leave no row [B-12.249]', async () => {
  const before = await holdingsOf(shop)
  const deleted = await send('DELETE /api/admin/users/bulk-delete', { emails: [EMAIL] })
  expect(deleted.json).toMatchObject({ deletedCount: 0, failedCount: 1, failures: [{ code: 'person_not_found' }] })
  const packed = await send('POST /api/admin/orders/pack', { ids: [ID] })
  expect(packed.json.results).toMatchObject([{ id: ID, ok: false }])
  for (const [route, body] of [
    ['POST /api/admin/sms/bulk', { recipients: [{ id: ID }], message: 'Hello' }],
    ['POST /api/admin/sms/campaigns', { to: 'selected', ids: [ID], message: 'Hello' }],
    ['POST /api/admin/codes', { code: 'BAGS10', discount: { kind: 'percent', amount: 10 }, productIds: [ID] }],
  ] as const) {
    const { status, json } = await send(route, body)
    expect([status >= 400 && status < 500, json.detail], route).toEqual([true, expect.any(String)])
  }
  await shop.settleJobs()
  expect(await holdingsOf(shop)).toEqual(before)
})
