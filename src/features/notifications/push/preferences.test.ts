import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { newBrowserKeys } from './testing/push-service.ts'

const shop = await testShop()
const user = await shop.addUser()

const DEFAULTS = {
  optIn: false,
  giveawayAlerts: true,
  orderUpdates: true,
  promotionalOffers: false,
  cartReminders: true,
  emailOptIn: true,
  endpoints: [],
}
const read = (as: TestUser, userId = as.userId) => shop.call(`/api/push/preferences/${userId}`, { as })
const save = (as: TestUser, preferences: object, userId = as.userId) =>
  shop.call('/api/push/preferences', { as, method: 'PUT', json: { userId, preferences } })

const DEVICE = { platform: 'Linux x86_64', userAgent: 'Mozilla/5.0 Chrome/140', language: 'en-US' }
const register = (as: TestUser, endpoint: string, more: object = {}) =>
  shop.call('/api/push/register', {
    as,
    json: {
      userId: as.userId,
      subscription: { endpoint, keys: newBrowserKeys().keys },
      channelType: 'PUSH',
      deviceInfo: DEVICE,
      ...more,
    },
  })
const endpointsOf = async (as: TestUser) =>
  (await read(as)).json.endpoints.map(({ endpoint }: { endpoint: string }) => endpoint)

describe('preferences', () => {
  it('the default preferences are push off, offers off, the rest on [B-3.18] [B-5.27]', async () => {
    const { status, json } = await read(user)
    expect(status).toBe(200)
    expect(json).toEqual({ userId: user.userId, timeZone: null, ...DEFAULTS })
  })

  it('preferences are saved whole and read back [B-3.17] [B-5.27] [B-7.26]', async () => {
    const preferences = {
      optIn: true,
      giveawayAlerts: false,
      orderUpdates: false,
      promotionalOffers: true,
      cartReminders: false,
    }
    expect((await save(user, preferences)).status).toBe(200)
    expect((await read(user)).json).toMatchObject({ ...preferences, emailOptIn: true })
  })

  it('omitted preferences stay; e-mail and time zone are saved with them', async () => {
    const person = await shop.addUser()
    await save(person, { optIn: true, cartReminders: false })
    await save(person, { emailOptIn: false, timeZone: 'America/Denver' })
    const expected = { optIn: true, cartReminders: false, orderUpdates: true, emailOptIn: false }
    expect((await read(person)).json).toMatchObject({ ...expected, timeZone: 'America/Denver' })
  })

  it('turning push or e-mails on or off is recorded as a consent, with its wording [B-9.30]', async () => {
    const person = await shop.addUser()
    await save(person, { optIn: true, emailOptIn: true })
    await save(person, { optIn: false, emailOptIn: false, orderUpdates: false })
    const noted = await shop.services.db
      .selectFrom('consent_record')
      .select(['channel', 'given', 'wording'])
      .where('user_id', '=', person.userId)
      .where('source', '=', 'notification-settings')
      .orderBy('id')
      .execute()
    expect(noted.filter(({ channel }) => channel === 'push').map(({ given }) => given)).toEqual([true, false])
    expect(noted.filter(({ channel }) => channel === 'email').at(-1)).toMatchObject({ given: false })
    expect(noted.every(({ wording }) => wording.length > 20)).toBe(true)
    expect((await read(person)).json).toMatchObject({ optIn: false, emailOptIn: false, orderUpdates: false })
  })

  it('an unknown time zone is refused', async () => {
    const { status, json } = await save(user, { timeZone: 'Mars/Olympus' })
    expect(status).toBe(400)
    expect(json.errors).toEqual({ 'preferences.timeZone': ['This time zone is not known.'] })
  })
})

describe('access to preferences', () => {
  it('every call requires a signed-in user', async () => {
    for (const [method, path, json] of callsFor('x')) {
      expect((await shop.call(path, { method, ...(json && { json }) })).status, `${method} ${path}`).toBe(401)
    }
  })

  it('no user, staff included, changes another user’s preferences, and no shopper reads them: "Unauthorized access" [B-6.7] [B-7.26]', async () => {
    const admin = await shop.addUser({ admin: true })
    const other = await shop.addUser()
    for (const as of [admin, other]) {
      for (const [method, path, json] of callsFor(user.userId)) {
        if (as === admin && method === 'GET') continue
        const answer = await shop.call(path, { as, method, ...(json && { json }) })
        expect([answer.status, answer.json.detail], `${method} ${path}`).toEqual([403, 'Unauthorized access'])
      }
    }
  })

  it('staff with the right read a user’s preferences, and an unknown user is not found [B-6.7] [B-7.26]', async () => {
    const admin = await shop.addUser({ admin: true })
    const person = await shop.addUser()
    await save(person, { optIn: true, giveawayAlerts: false })
    await register(person, 'https://push.example.com/theirs')
    const { status, json } = await read(admin, person.userId)
    expect(status).toBe(200)
    expect(json).toEqual((await read(person)).json)
    expect(json).toMatchObject({ userId: person.userId, optIn: true, giveawayAlerts: false })
    for (const nobody of [crypto.randomUUID(), 'somebody@example.com']) {
      const answer = await read(admin, nobody)
      expect([answer.status, answer.json.code]).toEqual([404, 'not_found'])
    }
  })

  function callsFor(userId: string): [string, string, object | undefined][] {
    const subscription = { endpoint: 'https://push.example.com/a', keys: newBrowserKeys().keys }
    return [
      ['GET', `/api/push/preferences/${userId}`, undefined],
      ['PUT', '/api/push/preferences', { userId, preferences: { optIn: true } }],
      ['POST', '/api/push/test', { userId, title: 'Test Notification', body: 'Hello' }],
      ['POST', '/api/push/register', { userId, subscription, channelType: 'PUSH' }],
      ['DELETE', '/api/push/unregister', { userId, endpoint: subscription.endpoint }],
    ]
  }
})

describe('browsers', () => {
  it('browsers are listed as WEB_PUSH with their device info [B-2.79] [B-3.17] [B-7.28]', async () => {
    const person = await shop.addUser()
    expect((await register(person, 'https://push.example.com/one')).status).toBe(200)
    expect((await read(person)).json.endpoints).toEqual([
      {
        id: expect.any(String),
        endpoint: 'https://push.example.com/one',
        channelType: 'WEB_PUSH',
        enabled: true,
        createdAt: shop.clock.now().toISOString(),
        ...DEVICE,
      },
    ])
  })

  it('a browser is registered once for repeated calls [B-3.19] [B-7.28]', async () => {
    const person = await shop.addUser()
    const twice = await Promise.all([1, 2, 3, 4].map(() => register(person, 'https://push.example.com/same')))
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await endpointsOf(person)).toEqual(['https://push.example.com/same'])
  })

  it('a browser belongs to the user who registered it last, so that none reads an earlier user’s messages', async () => {
    const [before, after] = [await shop.addUser(), await shop.addUser()]
    await register(before, 'https://push.example.com/shared')
    await register(after, 'https://push.example.com/shared')
    expect(await endpointsOf(before)).toEqual([])
    expect(await endpointsOf(after)).toEqual(['https://push.example.com/shared'])
  })

  it('a user removes own browsers only [B-7.29]', async () => {
    const [owner, stranger] = [await shop.addUser(), await shop.addUser()]
    const endpoint = 'https://push.example.com/mine'
    await register(owner, endpoint)
    const leave = (as: TestUser) =>
      shop.call('/api/push/unregister', { as, method: 'DELETE', json: { userId: as.userId, endpoint } })
    expect((await leave(stranger)).status).toBe(200)
    expect(await endpointsOf(owner)).toEqual([endpoint])
    expect((await leave(owner)).json.success).toBe(true)
    expect(await endpointsOf(owner)).toEqual([])
  })

  it('keeps ten browsers for each user and drops the oldest [B-9.49]', async () => {
    const person = await shop.addUser()
    for (let n = 0; n < 12; n++) {
      shop.clock.advance(1000)
      await register(person, `https://push.example.com/n${n}`)
    }
    const kept = await endpointsOf(person)
    expect(kept).toHaveLength(10)
    expect(kept[0]).toBe('https://push.example.com/n11')
    expect(kept).not.toContain('https://push.example.com/n1')
  })

  it.each([
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://169.254.169.254/latest/meta-data/',
    'https://metadata.google.internal/x',
    'https://push.example.com:8080/x',
    'https://user:secret@push.example.com/x',
    'http://127.0.0.1:9999/x',
  ])('a browser with an endpoint inside the network is refused: %s [B-9.45]', async endpoint => {
    const { status, json } = await register(user, endpoint)
    expect(status).toBe(400)
    expect(json.errors['subscription.endpoint'][0]).toMatch(/push endpoint/)
  })

  it('a browser with impossible keys is refused [B-3.19]', async () => {
    const offCurve = `B${'A'.repeat(86)}`
    for (const keys of [
      { p256dh: 'short', auth: 'x' },
      { p256dh: offCurve, auth: newBrowserKeys().keys.auth },
    ]) {
      const { status, json } = await register(user, 'https://push.example.com/x', {
        subscription: { endpoint: 'https://push.example.com/x', keys },
      })
      expect(status).toBe(400)
      expect(Object.keys(json.errors)).toContain('subscription.keys.p256dh')
    }
  })
})
