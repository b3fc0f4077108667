import { describe, expect, it } from 'vitest'
import { openTestShop, testShop } from '#app/testing/shop.ts'
import { sendMessage } from '../commands/send-message.server.ts'
import { deliverDueMessages } from '../delivery/deliver-messages.server.ts'
import type { ClickData } from '../queries/click.ts'
import { listPushEndpoints } from './queries.server.ts'
import { openPushService } from './testing/push-service.ts'

type Service = Awaited<ReturnType<typeof openPushService>>
type User = Awaited<ReturnType<typeof addRecipient>>
const shop = await testShop({ env: { PUSH_LOCAL_ENDPOINTS: 'on' } })

/** A user with one browser, and a push service of its own. */
async function withBrowser(run: (person: User, service: Service) => Promise<void>) {
  const service = await openPushService()
  try {
    await run(await addRecipient(service), service)
  } finally {
    await service.close()
  }
}

async function addRecipient(service: Service) {
  const user = await shop.addUser()
  const json = { userId: user.userId, subscription: service.subscription(), channelType: 'PUSH' }
  expect((await shop.call('/api/push/register', { as: user, json })).status).toBe(200)
  return {
    ...user,
    test: () =>
      shop.call('/api/push/test', {
        as: user,
        json: { userId: user.userId, title: 'Test Notification', body: 'Redoubt reaches this browser.' },
      }),
    devices: async () => (await shop.call(`/api/push/preferences/${user.userId}`, { as: user })).json.endpoints,
    async send(data: ClickData, text = 'Something happened.') {
      for (const { id } of await listPushEndpoints(shop.system, user.userId))
        await sendMessage(shop.system, { channel: 'push', to: id, subject: 'Redoubt', text, data, userId: user.userId })
    },
  }
}

describe('a push', () => {
  it('a push is encrypted for one browser, and signed with the key that browsers subscribe with [B-7.27] [B-9.27]', () =>
    withBrowser(async (person, service) => {
      const { status, json } = await person.test()
      expect([status, json]).toEqual([200, { success: true, message: 'Test notification sent! Check your device.' }])
      await shop.settleJobs()
      const [push] = service.taken()
      expect(push!.payload).toMatchObject({
        title: 'Test Notification',
        body: 'Redoubt reaches this browser.',
        data: {},
      })
      const { publicKey } = (await shop.call('/api/push/vapid-public-key')).json
      expect(push!.signedBy).toBe(publicKey)
      expect(push!.claims.aud).toBe(service.origin)
      expect(push!.claims.sub).toMatch(/^mailto:/)
      expect(push!.claims.exp * 1000).toBeGreaterThan(Date.now())
      expect(push).toMatchObject({ urgency: 'high', ttl: 24 * 3600 })
    }))

  it('a test push reaches each browser of the user, encrypted with the keys of that browser [B-7.27]', () =>
    withBrowser((person, service) =>
      withBrowser(async (_, other) => {
        const json = { userId: person.userId, subscription: other.subscription('second'), channelType: 'PUSH' }
        expect((await shop.call('/api/push/register', { as: person, json })).status).toBe(200)
        await person.test()
        await shop.settleJobs()
        // Each service decrypts with the keys of its own browser.
        const taken = [service, other].map(one => one.taken().map(({ path, payload }) => [path, payload.title]))
        expect(taken).toEqual([[['/push/one', 'Test Notification']], [['/push/second', 'Test Notification']]])
      }),
    ))

  it('a push has a time to live, and a newer one about the same thing replaces it', () =>
    withBrowser(async (person, service) => {
      await person.send({ type: 'order', orderId: 'o-1' }, 'Your order is paid.')
      await shop.settleJobs()
      await person.send({ type: 'order', orderId: 'o-1' }, 'Your order is on its way.')
      await person.send({ type: 'cart' })
      await person.send({ type: 'giveaway', giveawayId: 'g-1' })
      await shop.settleJobs()
      const of = (type: string) => service.taken().filter(({ payload }) => payload.data.type === type)
      expect(of('order').map(({ ttl, urgency }) => [ttl, urgency])).toEqual(Array(2).fill([7 * 86_400, 'normal']))
      expect(new Set(of('order').map(({ topic, payload }) => `${topic} ${payload.tag}`)).size).toBe(1)
      expect(of('order')[0]!.topic).toMatch(/^[\w-]{32}$/)
      expect(of('cart')[0]).toMatchObject({ ttl: 86_400, urgency: 'low' })
      expect(of('giveaway')[0]).toMatchObject({ ttl: 48 * 3600, payload: { data: { giveawayId: 'g-1' } } })
    }))

  it('a push is cut to the size that push services accept', () =>
    withBrowser(async (person, service) => {
      await person.send({}, 'Ä'.repeat(5000))
      await shop.settleJobs()
      expect(service.taken()[0]!.payload.body).toHaveLength(500)
    }))
})

describe('a browser', () => {
  it.each([404, 410])('a browser unknown to its push service (%s) is deleted [B-8.34]', status =>
    withBrowser(async (person, service) => {
      service.answerNext({ status })
      await person.test()
      await shop.settleJobs()
      expect(await person.devices()).toEqual([])
      const answer = await person.test()
      expect([answer.status, answer.json.detail]).toEqual([
        409,
        'Failed to send test notification. Please check your settings.',
      ])
    }),
  )

  it.each([
    { status: 403, what: 'which was subscribed under another key' },
    { status: 307, what: 'whose service sends us elsewhere' },
  ])('a browser whose push service answers $what ($status) is paused until it registers again', ({ status }) =>
    withBrowser(async (person, service) => {
      service.answerNext({ status, headers: { location: `${service.origin}/push/elsewhere` } })
      await person.test()
      await shop.settleJobs()
      expect(service.asked()).toBe(1)
      expect(await person.devices()).toMatchObject([{ enabled: false }])
      const json = { userId: person.userId, subscription: service.subscription(), channelType: 'PUSH' }
      await shop.call('/api/push/register', { as: person, json })
      expect(await person.devices()).toMatchObject([{ enabled: true }])
    }),
  )
})

describe('a browser of two users', () => {
  it('a push that waits for the former user is not sent to the next one [B-9.52]', () =>
    withBrowser(async (former, service) => {
      service.answerNext({ status: 503 })
      await former.send({ type: 'order', orderId: 'o-1' }, 'Your order is paid.')
      await shop.settleJobs()
      const next = await addRecipient(service)
      shop.clock.advance(60_000)
      await deliverDueMessages(shop.system, 'push')
      await next.send({ type: 'cart' })
      await shop.settleJobs()
      expect(service.taken().map(({ payload }) => payload.data.type)).toEqual(['cart'])
    }))
})

describe('a push service that is busy', () => {
  /** Advances the shop's clock and runs the job of every minute. */
  async function later(seconds: number) {
    shop.clock.advance(seconds * 1000)
    await deliverDueMessages(shop.system, 'push')
  }

  it.each([500, 502, 503, 429])(
    'a busy push service (%s) is asked again with doubling pauses, and the push arrives once [B-9.47]',
    status =>
      withBrowser(async (person, service) => {
        service.answerNext({ status }, { status })
        await person.test()
        await shop.settleJobs()
        expect(service.asked()).toBe(1)
        await later(4)
        expect(service.asked()).toBe(1)
        await later(2)
        expect(service.asked()).toBe(2)
        await later(6)
        expect(service.asked()).toBe(2)
        await later(6)
        await later(600)
        expect(service.asked()).toBe(3)
        expect(service.taken()).toHaveLength(1)
        expect(await person.devices()).toMatchObject([{ enabled: true }])
      }),
  )

  it('a call answers at once when the push service is slow, and the push arrives once later [B-9.46]', () =>
    withBrowser(async (person, service) => {
      service.answerNext({ status: 'silent' })
      expect((await person.test()).status).toBe(200)
      const newest = () =>
        shop.services.db.selectFrom('message').selectAll().orderBy('created_at', 'desc').executeTakeFirst()
      // The answer did not wait: the push service still has its time to speak.
      expect(await newest()).toMatchObject({ user_id: person.userId, state: 'waiting', reason: null })
      await expect.poll(() => service.asked()).toBe(1)
      // The lease of the waiting process runs out; another process claims the message.
      await later(180)
      expect(service.taken()).toHaveLength(1)
      service.hangUp()
      await shop.settleJobs()
      await later(600)
      expect(service.asked()).toBe(2)
    }))

  it('repeated requests for a test push do not pile up while the service is slow', () =>
    withBrowser(async (person, service) => {
      service.answerNext({ status: 503 }, { status: 503 })
      for (let n = 0; n < 10; n++) expect((await person.test()).status).toBe(200)
      await shop.settleJobs()
      await later(60)
      await later(600)
      expect(service.taken()).toHaveLength(1)
      await person.test()
      await shop.settleJobs()
      expect(service.taken()).toHaveLength(2)
    }))

  it('a push service that names a time is left alone until then [B-9.47]', () =>
    withBrowser(async (person, service) => {
      service.answerNext({ status: 429, headers: { 'retry-after': '600' } })
      await person.test()
      await shop.settleJobs()
      await later(590)
      expect(service.asked()).toBe(1)
      await later(20)
      expect(service.taken()).toHaveLength(1)
    }))

  it('an expired push is not sent again', () =>
    withBrowser(async (person, service) => {
      service.answerNext({ status: 429, headers: { 'retry-after': '60' } })
      await person.send({ type: 'cart' })
      await shop.settleJobs()
      await later(25 * 3600)
      expect(service.asked()).toBe(1)
      const [message] = await shop.services.db
        .selectFrom('message')
        .select(['state', 'sent_at'])
        .where('user_id', '=', person.userId)
        .execute()
      expect(message).toEqual({ state: 'dropped', sent_at: null })
    }))
})

describe('the shop’s key', () => {
  it('the key is created once and kept, so that browsers stay subscribed after a restart [B-9.27]', async () => {
    const key = async (other: typeof shop) => (await other.call('/api/push/vapid-public-key')).json.publicKey
    const first = await openTestShop()
    const before = await key(first)
    await first.stop()
    const second = await openTestShop({ database: first.database })
    expect(await key(second)).toBe(before)
    expect(before).toMatch(/^B[\w-]{86}$/)
    await second.close()
  })

  it('configured keys must be a pair', async () => {
    const other = await import('./testing/push-service.ts')
    const [one, two] = [other.newBrowserKeys(), other.newBrowserKeys()]
    // The curve omits leading zeros, which one key in 256 has.
    const privateKeyOf = (keys: typeof one) =>
      Buffer.concat([Buffer.alloc(32), keys.curve.getPrivateKey()])
        .subarray(-32)
        .toString('base64url')
    const env = (keys: typeof one) => ({
      VAPID_PUBLIC_KEY: one.keys.p256dh,
      VAPID_PRIVATE_KEY: privateKeyOf(keys),
    })
    await expect(openTestShop({ env: env(two) })).rejects.toThrow('VAPID_PUBLIC_KEY does not belong')
    const configured = await openTestShop({ env: env(one) })
    expect((await configured.call('/api/push/vapid-public-key')).json.publicKey).toBe(one.keys.p256dh)
    await configured.close()
  })
})
