import { CARDS, WEBHOOK_SECRET } from '@redoubt/stripe-sandbox/testing'
import { describe, expect, it } from 'vitest'
import { testPayments } from '../../testing/test-payments.ts'
import { createStripePayments } from '../stripe-payments.server.ts'

const shop = await testPayments()

describe('webhooks', () => {
  it('are believed only with a fresh signature of ours', async () => {
    const { id } = await shop.buy(CARDS.pays)
    await shop.sandbox.deliverDue(shop.clock.now)
    const { body, signature } = shop.endpoint.received.find(({ body }) =>
      body.includes('"checkout.session.completed"'),
    )!
    const { verifyWebhook } = shop.payments
    expect(verifyWebhook(body, signature)).toMatchObject({
      type: 'checkout.session.completed',
      objectId: id,
      livemode: false,
    })
    const refused = (reason: string) => expect.objectContaining({ name: 'WebhookError', reason })
    expect(() => verifyWebhook(body.replace('7425', '1'), signature)).toThrow(refused('signature'))
    expect(() => verifyWebhook(body, signature.replace(/v1=.{8}/, 'v1=00000000'))).toThrow(refused('signature'))
    expect(() => verifyWebhook(body, 'nonsense')).toThrow(refused('signature'))
    expect(() => verifyWebhook(body, undefined)).toThrow(refused('signature'))
    const signed = (payload: string) =>
      shop.stripe.webhooks.generateTestHeaderString({
        payload,
        secret: WEBHOOK_SECRET,
        timestamp: Math.floor(shop.clock.now.getTime() / 1000),
      })
    expect(() => verifyWebhook('no json', signed('no json'))).toThrow(refused('malformed'))
    expect(() => verifyWebhook('{"id":"evt_1"}', signed('{"id":"evt_1"}'))).toThrow(refused('malformed'))
    shop.clock.now = new Date(+shop.clock.now + 301_000)
    expect(() => verifyWebhook(body, signature)).toThrow(refused('stale'))
  })

  it('of another account or of the other mode are refused, however well signed', async () => {
    const event = { id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } }, created: 1, livemode: false }
    const read = (change: object, payments = shop.payments) => {
      const payload = JSON.stringify({ ...event, ...change })
      const timestamp = Math.floor(shop.clock.now.getTime() / 1000)
      const header = { payload, secret: WEBHOOK_SECRET, timestamp }
      return payments.verifyWebhook(payload, shop.stripe.webhooks.generateTestHeaderString(header))
    }
    const refused = (reason: string) => expect.objectContaining({ name: 'WebhookError', reason })
    expect(read({})).toMatchObject({ id: 'evt_1', livemode: false })
    expect(() => read({ account: 'acct_other' })).toThrow(refused('account'))
    expect(() => read({ livemode: true })).toThrow(refused('mode'))
    const config = { webhookSecret: WEBHOOK_SECRET, now: () => shop.clock.now }
    const live = createStripePayments({ ...config, secretKey: 'rk_live_1' })
    expect(read({ livemode: true }, live)).toMatchObject({ livemode: true })
    expect(() => read({}, live)).toThrow(refused('mode'))
  })
})
