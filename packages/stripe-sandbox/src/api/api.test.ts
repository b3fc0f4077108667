import { serve } from '@hono/node-server'
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { orderParams, testShop } from '../testing/shop.ts'
import { CARDS, sdk } from '../testing/test-sandbox.ts'

const shop = await testShop()

const paidOrder = async () => (await shop.buy(CARDS.pays)).intent
const refund = (payment_intent: string, amount: number, idempotencyKey: string = crypto.randomUUID()) =>
  shop.stripe.refunds.create({ payment_intent, amount }, { idempotencyKey })

describe('idempotency keys', () => {
  it('replay the first answer to the same request, also to twenty at once', async () => {
    const order = orderParams(shop.clock)
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.open(order, key)))
    expect(new Set(answers.map(answer => answer.id)).size).toBe(1)
    const options = { idempotencyKey: crypto.randomUUID() }
    const first = await shop.stripe.customers.create({ email: 'ada@redoubt.test' }, options)
    const again = await shop.stripe.customers.create({ email: 'ada@redoubt.test' }, options)
    expect(again).toEqual(first)
    const replayed = ({ lastResponse }: typeof first) =>
      (lastResponse.headers as unknown as Headers).get('idempotent-replayed')
    expect([replayed(first), replayed(again)]).toEqual([null, 'true'])
  })

  it('refuse another request under the same key', async () => {
    const order = orderParams(shop.clock)
    const key = crypto.randomUUID()
    await shop.open(order, key)
    const other = shop.open({ ...order, customer_email: 'eve@redoubt.test' }, key)
    await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  })

  it('give a refund once, whatever is retried', async () => {
    const paymentIntentId = await paidOrder()
    const key = crypto.randomUUID()
    const refunds = await Promise.all(Array.from({ length: 10 }, () => refund(paymentIntentId, 7425, key)))
    expect(new Set(refunds.map(refund => refund.id)).size).toBe(1)
    expect((await shop.stripe.refunds.list({ payment_intent: paymentIntentId })).data).toHaveLength(1)
  })
})

describe('refunds', () => {
  it('pay back parts, and never more than was paid, for concurrent calls', async () => {
    const paymentIntentId = await paidOrder()
    const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => refund(paymentIntentId, 1000)))
    expect(attempts.filter(attempt => attempt.status === 'fulfilled')).toHaveLength(7)
    const refunds = await shop.stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })
    expect(refunds.data.reduce((sum, refund) => sum + refund.amount, 0)).toBe(7000)
    await expect(refund(paymentIntentId, 426)).rejects.toThrow(
      'Refund amount ($4.26) is greater than unrefunded amount on charge ($4.25)',
    )
    await shop.stripe.refunds.create({ payment_intent: paymentIntentId })
    const none = shop.stripe.refunds.create({ payment_intent: paymentIntentId })
    await expect(none).rejects.toMatchObject({ code: 'charge_already_refunded' })
    const charges = await shop.stripe.charges.list({ payment_intent: paymentIntentId })
    expect(charges.data[0]).toMatchObject({ refunded: true, amount_refunded: 7425 })
  })
})

describe('requests', () => {
  it('the sandbox rejects calls without the API key', async () => {
    const stranger = sdk(shop.sandbox.fetch, 'sk_test_other')
    await expect(stranger.customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    })
    expect((await shop.sandbox.app.request('/v1/customers')).status).toBe(401)
  })

  it('the sandbox refuses requests with Stripe’s messages', async () => {
    const { sessions } = shop.stripe.checkout
    const line = { quantity: 1, price_data: { currency: 'usd', unit_amount: 2000, product_data: { name: 'Patch' } } }
    const good = { mode: 'payment', success_url: 'http://shop.test/', line_items: [line] } as const
    const refusals: [object, object][] = [
      [
        { ...good, colour: 'red' },
        { code: 'parameter_unknown', param: 'colour' },
      ],
      [
        { ...good, line_items: undefined },
        { code: 'parameter_missing', param: 'line_items' },
      ],
      [
        { ...good, line_items: [{ quantity: 1 }] },
        { code: 'parameter_missing', param: 'line_items[0][price]' },
      ],
      [
        { ...good, line_items: [{ ...line, quantity: 'x' }] },
        { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
      ],
      [
        { ...good, success_url: 'nowhere' },
        { code: 'url_invalid', param: 'success_url' },
      ],
      [
        { ...good, customer_email: 'nobody' },
        { code: 'email_invalid', param: 'customer_email' },
      ],
      [
        { ...good, customer: 'cus_none' },
        { code: 'resource_missing', param: 'customer', statusCode: 400 },
      ],
      [{ ...good, expires_at: 1 }, { param: 'expires_at' }],
      [{ ...good, mode: 'subscription' }, { param: 'line_items' }],
      [
        { ...good, line_items: [{ quantity: 1, price_data: { ...line.price_data, unit_amount: 49 } }] },
        { code: 'amount_too_small' },
      ],
    ]
    for (const [params, refusal] of refusals) {
      const expected = { type: 'StripeInvalidRequestError', rawType: 'invalid_request_error', ...refusal }
      await expect(sessions.create(params as never)).rejects.toMatchObject(expected)
    }
    await expect(sessions.retrieve('cs_none')).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
    await expect(shop.stripe.rawRequest('GET', '/v1/nothing')).rejects.toMatchObject({ statusCode: 404 })
  })

  it('page through a list from the newest to the oldest, and back', async () => {
    const made: string[] = []
    for (let at = 0; at < 5; at++) made.unshift((await shop.stripe.products.create({ name: `Patch ${at}` })).id)
    const first = await shop.stripe.products.list({ limit: 2 })
    expect([first.data.map(product => product.id), first.has_more]).toEqual([made.slice(0, 2), true])
    const second = await shop.stripe.products.list({ limit: 3, starting_after: made[1]! })
    expect([second.data.map(product => product.id), second.has_more]).toEqual([made.slice(2), false])
    const back = await shop.stripe.products.list({ limit: 2, ending_before: made[3]! })
    expect(back.data.map(product => product.id)).toEqual(made.slice(1, 3))
    const all: string[] = []
    for await (const product of shop.stripe.products.list({ limit: 2 })) all.push(product.id)
    expect(all).toEqual(made)
  })

  it('the sandbox also answers over a network', async () => {
    const opened = Promise.withResolvers<number>()
    const options = { fetch: shop.sandbox.app.fetch, port: 0, hostname: '127.0.0.1' }
    const server = serve(options, ({ port }) => opened.resolve(port))
    const port = await opened.promise
    const stripe = new Stripe('sk_test_sandbox', { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
    const customer = await stripe.customers.create({ email: 'ada@redoubt.test', metadata: { source: 'é & =[]' } })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ metadata: { source: 'é & =[]' } })
    await new Promise(done => server.close(done))
  })
})

describe('payment intents', () => {
  it('payment intents are confirmed, declined with the charge kept, and cancelled', async () => {
    const { paymentIntents } = shop.stripe
    const params = { amount: 2000, currency: 'usd', payment_method: 'pm_card_visa' }
    expect(await paymentIntents.create({ ...params, confirm: true })).toMatchObject({ status: 'succeeded' })
    const intent = await paymentIntents.create({ amount: 2000, currency: 'usd' })
    const declined = paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa_chargeDeclined' })
    await expect(declined).rejects.toMatchObject({
      type: 'StripeCardError',
      decline_code: 'generic_decline',
      statusCode: 402,
    })
    const after = await paymentIntents.retrieve(intent.id)
    expect(after).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } })
    expect(await paymentIntents.cancel(intent.id)).toMatchObject({ status: 'canceled' })
    await expect(paymentIntents.confirm(intent.id)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
    const ofCheckout = await paidOrder()
    await expect(paymentIntents.cancel(ofCheckout)).rejects.toMatchObject({ statusCode: 400 })
  })
})
