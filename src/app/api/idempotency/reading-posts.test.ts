import { describe, expect, it } from 'vitest'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { operationsOf } from '#kernel/api/openapi/document-types.ts'
import { holdingsOf } from '../../testing/fuzz/holdings.ts'
import { testShop } from '../../testing/shop.ts'
import { postsWithoutWrites } from '../../testing/source/source-writes.ts'

const shop = await testShop()
const staffing = await staffingIn(shop)
const { admin } = staffing
const user = await shop.addUser()
const other = await shop.addUser()
const goods = await staffing.addProduct()
const order = await staffing.paidOrder()
await shop.settleJobs()

const operations = operationsOf((await shop.call('/api/openapi.json')).json)
const routeOf = ({ method, path }: { method: string; path: string }) =>
  `${method.toUpperCase()} ${path.slice('/api'.length)}`
const declared = operations.filter(({ operation }) => operation['x-reads']).map(routeOf)

/** POSTs that write no row by their own code and are no reads. */
const NO_READS: Record<string, string> = {
  'POST /auth/logout': 'ends the session, through the sessions of the shop',
  'POST /auth/verify-reset-code': 'spends one of the three tries of a code',
  'POST /subscriptions/portal': 'opens a page at the provider',
}

/** A call of each POST that only reads: with the status that it answers. */
const CALLS: Record<string, { as?: typeof user; json: object; id?: string; status: number }> = {
  'POST /payments/quote': { json: { items: [goods.item] }, status: 200 },
  'POST /codes/validate': { as: user, json: { code: 'NONE' }, status: 404 },
  'POST /credits/award': { as: user, json: { items: [{ tier: 'Gold', quantity: 1 }] }, status: 403 },
  'POST /credits/consume': { as: user, json: { tier: 'Gold', amount: 1 }, status: 403 },
  'POST /admin/orders/{id}/refunds/preview': {
    as: admin,
    id: order.id,
    json: { spentCredits: 'balance' },
    status: 200,
  },
  'POST /admin/legal/{kind}/preview': { as: admin, id: 'terms', json: { clauses: null }, status: 200 },
  'POST /admin/settings/preview': { as: admin, json: { settings: { minimumAge: 21 } }, status: 200 },
  'POST /admin/sms/preview': { as: admin, json: { to: 'all' }, status: 200 },
  'POST /admin/users/merge/preview': { as: admin, json: { from: user.userId, into: other.userId }, status: 200 },
}

describe('a POST that only reads', () => {
  it('is each POST whose source writes nothing, and no other [B-30.2]', () => {
    const found = postsWithoutWrites()
    expect(Object.keys(NO_READS).filter(route => !found.includes(route))).toEqual([])
    expect(declared.toSorted()).toEqual(found.filter(route => !NO_READS[route]))
  })

  it('stores nothing under an Idempotency-Key and is answered at each call [B-30.2]', async () => {
    expect(Object.keys(CALLS).sort()).toEqual(declared.toSorted())
    const keys = async () => (await shop.services.pool.query('select from idempotency_key')).rowCount
    const before = { holdings: await holdingsOf(shop), keys: await keys() }
    for (const [route, { as, json, id = '', status }] of Object.entries(CALLS)) {
      const path = `/api${route.slice('POST '.length).replace(/\{\w+\}/, id)}`
      // Bodies differ under the one key, because it is ignored.
      for (const body of [json, { ...json }, {}]) {
        const answer = await shop.call(path, {
          ...(as && { as }),
          json: body,
          headers: { 'idempotency-key': 'one key' },
        })
        expect(answer.headers.get('idempotency-replayed'), route).toBeNull()
        if (body !== json) continue
        expect(answer.status, `${route} ${answer.text}`).toBe(status)
      }
    }
    expect({ holdings: await holdingsOf(shop), keys: await keys() }).toEqual(before)
  })

  it('has no Idempotency-Key in the description of the API, and every other POST has one [B-30.2]', () => {
    const wrong = operations.filter(({ method, operation }) => {
      const hasKey = (operation.parameters ?? []).some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey')
      return hasKey !== (method === 'post' && !operation['x-reads'])
    })
    expect(wrong.map(routeOf)).toEqual([])
  })
})

describe('stored answers', () => {
  it('take at most 4 MB a day of one client; a further call works, and its repeat is answered that the call was saved [B-30.3]', async () => {
    const limited = await testShop({ env: { RATE_LIMITS: 'on' } })
    const owner = await limited.addUser({ admin: true })
    const { pool, limits } = limited.services
    const call = (name: string, key: string) =>
      limited.call('/api/admin/saved-filters', {
        as: owner,
        json: { tab: 'orders', name, query: 'q=1' },
        headers: { 'idempotency-key': key },
      })
    expect([(await call('One', 'one')).status, (await call('One', 'one')).status]).toEqual([200, 200])
    await limits.spend('Idempotency-Key answers', owner.userId, { points: 4096, seconds: 86_400 }, 4095)
    expect((await call('Two', 'two')).status).toBe(200)
    expect((await call('Two', 'two')).json.code).toBe('idempotency_committed')
    const { rows } = await pool.query('select key, body is not null as "isStored" from idempotency_key order by key')
    expect(rows).toEqual([
      { key: 'one', isStored: true },
      { key: 'two', isStored: false },
    ])
  })
})
