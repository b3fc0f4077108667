import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { openPushService } from '#features/notifications/push/testing/push-service.ts'
import { payingIn } from '../testing/paying.ts'
import { shoppingIn } from '../testing/shopping.ts'
import { staffingIn } from '../testing/staffing.ts'
import { remindCarts } from './remind-carts.server.ts'

const HOUR = 3_600_000

const service = await openPushService()
const shop = await testShop({ connections: 20, env: { PUSH_LOCAL_ENDPOINTS: 'on' } })
afterAll(() => service.close())
let user: TestUser
let device = 0
beforeEach(async () => {
  user = await shop.addUser({ name: '<i>Sam</i>' })
  const { userId } = user
  const subscription = service.subscription(`device-${device++}`)
  await shop.call('/api/push/register', { as: user, json: { userId, subscription, channelType: 'PUSH' } })
  await shop.call('/api/push/preferences', { as: user, method: 'PUT', json: { userId, preferences: { optIn: true } } })
})

const put = async (path: string, json: object) => {
  const answer = await shop.call(path, { as: user, method: 'PUT', json })
  expect(answer.status, answer.text).toBe(200)
}
const leaveCart = (quantity = 2) =>
  put('/api/my/cart', { items: quantity > 0 ? [{ productId: crypto.randomUUID(), quantity }] : [] })
const prefer = (preferences: object) => put('/api/push/preferences', { userId: user.userId, preferences })
async function afterHours(hours: number) {
  shop.clock.advance(hours * HOUR)
  const claims = { ...user, name: 'Sam', isAdmin: false, role: null, isSubscriber: false }
  user = { ...user, idToken: (await shop.idTokens.issue(claims)).idToken }
  await Promise.all([remindCarts(shop.system, {}), remindCarts(shop.system, {})])
  await shop.settleJobs()
}
const reminders = async () =>
  (await shop.outbox(user.email)).filter(({ subject }) => subject === 'Your cart is waiting')

describe('a cart reminder', () => {
  it('a reminder is sent once when a cart was left for 24 hours, by e-mail and push, with names as text [B-9.29] [B-9.35] [B-11.7]', async () => {
    await leaveCart()
    await afterHours(23.9)
    expect(await reminders()).toEqual([])
    const pushes = service.taken().length
    await afterHours(0.2)
    await afterHours(1)
    const [mail, ...more] = await reminders()
    expect(more).toEqual([])
    expect(mail!.text).toContain('2 items are still in your cart')
    expect(mail!.html).toContain('Hello &lt;i&gt;Sam&lt;/i&gt;,')
    expect(
      service
        .taken()
        .slice(pushes)
        .map(({ payload }) => payload.data),
    ).toEqual([{ type: 'cart' }])
  })

  it('a reminder is sent again when the cart changed and was left once more [B-9.35]', async () => {
    await leaveCart()
    await afterHours(25)
    await leaveCart(1)
    await afterHours(25)
    expect((await reminders()).map(({ text }) => /\d+ items? (is|are)/.exec(text)![0])).toEqual([
      '1 item is',
      '2 items are',
    ])
  })

  it('no reminder is sent for an empty cart, an old one, or to a user who unsubscribed [B-9.35]', async () => {
    await leaveCart(0)
    await afterHours(25)
    await leaveCart()
    await afterHours(80)
    await leaveCart()
    await prefer({ cartReminders: false })
    await afterHours(25)
    expect(await reminders()).toEqual([])
  })

  it('no reminder is sent after an order was placed [B-9.35]', async () => {
    const shopping = shoppingIn(shop)
    await leaveCart()
    await afterHours(1)
    const { item } = await shopping.addProduct()
    const { json: session } = await shopping.checkout(user, [item])
    await shopping.pay(session.url)
    await shop.call(`/api/payments/verify-session?session_id=${session.id}`, { as: user })
    await afterHours(25)
    expect(await reminders()).toEqual([])
  })
})

describe('an order update', () => {
  it('an update reaches the buyer’s browser once when an order is paid, and opens it [B-9.29] [B-9.34] [B-11.14]', async () => {
    const paying = payingIn(shop)
    const { session } = await paying.paidCheckout(user)
    await shop.settleJobs()
    await Promise.all(
      Array.from({ length: 5 }, () => shop.call(`/api/payments/verify-session?session_id=${session.id}`, { as: user })),
    )
    await shop.settleJobs()
    const pushes = service.taken().filter(({ payload }) => payload.data.orderId === session.orderId)
    expect(pushes.map(({ payload }) => payload)).toMatchObject([
      {
        title: 'Order confirmed',
        body: expect.stringMatching(/is paid\. Credits earned: 2 Silver\.$/),
        data: { type: 'order', orderId: session.orderId },
      },
    ])
  })

  it('each step of an order has its push, and a click opens the order [B-9.29] [B-11.14]', async () => {
    const staffing = await staffingIn(shop)
    const { id } = await staffing.paidOrder([{ quantity: 2 }], { as: user })
    const parcel = { carrier: 'UPS', trackingNumber: '1Z777' }
    const steps = [
      () => staffing.step(id, 'pack'),
      () => staffing.staff(`orders/${id}/ship`, parcel),
      () => staffing.staff(`orders/${id}/ship`, { ...parcel, trackingNumber: '1Z778' }),
      () => staffing.step(id, 'deliver'),
      () => staffing.staff(`orders/${id}/refunds`, { reason: 'Sent back', lines: [{ position: 0, quantity: 1 }] }),
    ]
    for (const step of steps) {
      expect((await step()).status).toBe(200)
      await shop.settleJobs()
    }
    const cancelled = await staffing.paidOrder([{}], { as: user })
    expect((await staffing.staff(`orders/${cancelled.id}/cancel`, { reason: 'Asked to' })).status).toBe(200)
    await shop.settleJobs()
    const toldOf = (orderId: string) =>
      service
        .taken()
        .filter(({ payload }) => payload.data.orderId === orderId)
        .map(({ payload }) => [payload.title, payload.data.type])
    expect(toldOf(id)).toEqual([
      ['Order confirmed', 'order'],
      ['Order shipped', 'shipping'],
      ['New tracking', 'shipping'],
      ['Order delivered', 'shipping'],
      ['Refund', 'order'],
    ])
    expect(toldOf(cancelled.id).map(([title]) => title)).toContain('Order cancelled')
  })

  it('users who turned order updates off get none, but still the receipt [B-9.34]', async () => {
    await prefer({ orderUpdates: false })
    const pushes = service.taken().length
    const { session } = await payingIn(shop).paidCheckout(user)
    await shop.call(`/api/payments/verify-session?session_id=${session.id}`, { as: user })
    await shop.settleJobs()
    expect(service.taken()).toHaveLength(pushes)
    expect((await shop.outbox(user.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your Redoubt order/),
    ])
  })
})

it('consents of a checkout are recorded with their wording, and an empty box withdraws nothing [B-9.30] [B-10.10]', async () => {
  const shopping = shoppingIn(shop)
  const { item } = await shopping.addProduct()
  const order = (consents: object) => shopping.checkout(user, [item], consents)
  expect((await order({ smsConsent: true })).status).toBe(200)
  expect((await order({ smsConsent: false, pushConsent: false })).status).toBe(200)
  expect((await shop.call('/api/my/profile', { as: user })).json).toMatchObject({ smsConsent: true })
  const records = await shop.services.db
    .selectFrom('consent_record')
    .select(['channel', 'given', 'source', 'wording'])
    .where('user_id', '=', user.userId)
    .where('source', '=', 'checkout')
    .execute()
  expect(records).toEqual([
    { channel: 'sms', given: true, source: 'checkout', wording: expect.stringContaining('Up to 4 messages per month') },
  ])
})
