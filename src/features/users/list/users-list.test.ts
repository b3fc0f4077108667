import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'

const shop = await testShop()
const owner = await shop.addUser({ admin: true, name: 'Olive Owner' })
const ada = await shop.addUser({
  name: 'Ada Fort',
  email: 'ada.fort@example.com',
  credits: { Gold: 2, Bronze: 1 },
  subscriber: true,
})
const bo = await shop.addUser({ name: '=cmd|calc', email: 'bo@example.org', address: false })
await shop.addUser({ role: 'support', name: 'Sue Port' })
await shop.services.db
  .updateTable('users')
  .set({ phone: '+15125550177', sms_consent: true })
  .where('id', '=', bo.userId)
  .execute()
await shop.services.db.updateTable('users').set({ enabled: false }).where('id', '=', bo.userId).execute()

const get = async (path: string, as: TestUser = owner) => shop.call(`/api/admin/users${path}`, { as })
const names = async (query: string) => (await get(query)).json.users.map((user: { name: string }) => user.name)

describe('the list', () => {
  it('the list has every field of a user [B-12.27] [B-12.38] [B-12.39] [B-12.40] [B-12.41] [B-12.118] [B-12.133] [B-13.10]', async () => {
    const { json } = await get('?limit=10&offset=0&cache=false&sort=name-asc&membership=member')
    expect(json.pagination).toEqual({ total: 1, hasMore: false, isTotalExact: true, limit: 10, offset: 0 })
    expect(json.users[0]).toMatchObject({
      id: ada.userId,
      name: 'Ada Fort',
      firstName: 'Ada',
      lastName: 'Fort',
      email: 'ada.fort@example.com',
      username: 'ada.fort@example.com',
      phone: '+18015550100',
      isAdmin: false,
      role: null,
      entries: 0,
      purchases: 0,
      birthday: '1990-05-17',
      subscriptionTier: 'Subscriber',
      isSubscriber: true,
      credits: { total: 3, bronze: 1, silver: 0, gold: 2, platinum: 0 },
      smsConsent: false,
      attributes: { phone_number: '+18015550100', 'custom:sms_opt_in': 'false' },
      address: { line1: '1 Fort Street', line2: null, city: 'Provo', state: 'UT', postalCode: '84601', country: 'US' },
      disabled: false,
    })
    expect(Date.parse(json.users[0].joinDate)).not.toBeNaN()
  })

  it('a row counts live entries of giveaways that are not over, and paid orders [B-12.38]', async () => {
    const paying = payingIn(shop)
    const user = await shop.addUser({ name: 'Cora Count', credits: { Bronze: 4 } })
    const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
    const json = { title: 'Counted', description: 'Goods in a box.', startDate }
    const [open, over] = [
      (await shop.call('/api/giveaways', { as: owner, json })).json,
      (await shop.call('/api/giveaways', { as: owner, json })).json,
    ]
    for (const { id } of [open, over])
      await shop.call(`/api/giveaways/${id}/entries`, { as: user, json: { slots: [1, 2] } })
    await shop.call(`/api/admin/giveaways/${over.id}/close`, { as: owner, json: { reason: 'A test' } })
    await shop.call(`/api/admin/giveaways/${open.id}/entries/2`, { as: owner, method: 'DELETE', json: {} })
    const { session } = await paying.paidCheckout(user)
    await paying.verify(user, session.id)
    await paying.checkout(user, [(await paying.addProduct()).item])
    const [row] = (await get('/search?q=cora')).json.users
    expect([row.entries, row.purchases]).toEqual([1, 1])
    await shop.call('/api/admin/users', { as: owner, method: 'DELETE', json: { email: user.email } })
  })

  it.each(['newest', 'oldest', 'name-asc', 'name-desc', 'email-asc', 'email-desc'])(
    'goes on by the cursor, sorted by %s [B-12.133] [B-12.224] [B-13.2]',
    async sort => {
      const whole = await names(`?sort=${sort}`)
      expect(whole).toHaveLength(4)
      const first = (await get(`?sort=${sort}&limit=3`)).json
      expect(first.pagination).toMatchObject({ total: 4, hasMore: true })
      const second = (await get(`?sort=${sort}&limit=3&cursor=${first.nextCursor}`)).json
      const byOffset = (await get(`?sort=${sort}&limit=3&offset=3`)).json
      expect(second).toMatchObject({ nextCursor: null, pagination: { hasMore: false } })
      expect(byOffset.users).toEqual(second.users)
      expect([...first.users, ...second.users].map((user: { name: string }) => user.name)).toEqual(whole)
    },
  )

  it('an unknown cursor is refused', async () => {
    const { nextCursor } = (await get('?limit=1')).json
    for (const cursor of [
      nextCursor.slice(3),
      `${nextCursor}x=`,
      'e30',
      Buffer.from('["newest","2026-13-01 00:00:00+00","x"]').toString('base64url'),
      Buffer.from(`["newest","2026-02-31 00:00:00+00","${crypto.randomUUID()}"]`).toString('base64url'),
    ])
      expect((await get(`?cursor=${cursor}`)).status).toBe(400)
    expect((await get(`?sort=name-asc&cursor=${nextCursor}`)).json.errors.cursor).toHaveLength(1)
  })

  it('the list is filtered by role, membership, credits, consent, state and days', async () => {
    expect(await names('?role=staff&sort=name-asc')).toEqual(['Olive Owner', 'Sue Port'])
    expect(await names('?role=support')).toEqual(['Sue Port'])
    expect(await names('?role=user&sort=name-asc')).toEqual(['=cmd|calc', 'Ada Fort'])
    expect(await names('?membership=none&role=user')).toEqual(['=cmd|calc'])
    expect(await names('?tier=Gold')).toEqual(['Ada Fort'])
    expect(await names('?tier=Silver')).toEqual([])
    expect(await names('?smsConsent=true')).toEqual(['=cmd|calc'])
    expect(await names('?disabled=true')).toEqual(['=cmd|calc'])
    const day = shopDayOf(new Date((await get('?tier=Gold')).json.users[0].joinDate))
    expect(await names(`?joinedFrom=${day}&joinedTo=${day}&disabled=false&role=user`)).toEqual(['Ada Fort'])
    expect(await names('?joinedTo=2020-01-01')).toEqual([])
  })
})

describe('the search', () => {
  const found = async (q: string) => names(`/search?q=${encodeURIComponent(q)}&limit=500`)

  it('matches name, email or phone, the beginnings first [B-12.92] [B-12.118]', async () => {
    expect(await found('fort')).toEqual(['Ada Fort'])
    expect(await found('FORT ada')).toEqual(['Ada Fort'])
    expect(await found('ad')).toEqual(['Ada Fort'])
    expect(await found('bo@ex')).toEqual(['=cmd|calc'])
    expect(await found('(512) 555-0177')).toEqual(['=cmd|calc'])
    expect(await found('555-0177')).toEqual(['=cmd|calc'])
    expect(await found('port')).toEqual(['Sue Port'])
    expect(await found('example.com')).toHaveLength(3)
  })

  it('the search takes no character as a pattern, and an empty search finds no user', async () => {
    for (const q of ['%', '___', 'a%t', '\\', '', '  ', 'nobody-here']) expect(await found(q)).toEqual([])
  })

  it('the search can be filtered', async () => {
    expect(await names('/search?q=example&membership=member')).toEqual(['Ada Fort'])
  })
})

describe('the export', () => {
  it('the export answers { csv, totalUsers }, and no name runs as a formula [B-13.38] [B-13.68]', async () => {
    const { json } = await get('/export')
    expect(json.totalUsers).toBe(4)
    const lines = json.csv.trim().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^ID,Name,Email,Phone,Birthday,Admin/)
    expect(json.csv).toContain(`${bo.userId},'=cmd|calc,bo@example.org,'+15125550177`)
  })

  it('the export sends a file on request, filtered like the list [B-13.38]', async () => {
    const { text, headers } = await get('/export?format=csv&tier=Gold')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/redoubt-users-\d{4}-\d\d-\d\d\.csv/)
    expect(text.trim().split('\r\n')).toHaveLength(2)
  })

  it('the export follows the search words, also together with filters [B-13.38] [B-13.83]', async () => {
    const exported = async (query: string) => {
      const lines = (await get(`/export?${query}`)).json.csv.trim().split('\r\n').slice(1)
      return lines.map((line: string) => line.split(',')[1])
    }
    for (const q of ['fort', 'ada', 'FORT ada', 'ada.fort@', 'port', '5125550177', 'bo', 'zeppelin', '%', 'o'])
      expect((await exported(`q=${encodeURIComponent(q)}`)).toSorted(), q).toEqual(
        (await names(`/search?q=${encodeURIComponent(q)}`)).map((name: string) => name.replace(/^=/, "'=")).toSorted(),
      )
    expect(await exported('q=fort&membership=member')).toEqual(['Ada Fort'])
    expect(await exported('q=fort&membership=none')).toEqual([])
    expect(await exported('q=%20')).toHaveLength(4)
    const { text } = await get('/export?format=csv&q=fort')
    expect(text.trim().split('\r\n')).toHaveLength(2)
  })

  it('the export requires a fresh sign-in and the right [B-13.12]', async () => {
    shop.clock.advance(16 * 60_000)
    expect((await get('/export')).json).toMatchObject({ status: 403, code: 'ReauthenticationRequired' })
    shop.clock.advance(-16 * 60_000)
    const support = await shop.addUser({ role: 'support' })
    expect((await get('/export', support)).json).toMatchObject({ status: 403, code: 'Unauthorized' })
  })
})
