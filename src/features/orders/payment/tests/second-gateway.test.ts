import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { followRefunds } from '../../refunds/commands/follow-refunds.server.ts'
import { openSecondGateway } from '../../testing/second-gateway.ts'
import { shoppingIn } from '../../testing/shopping.ts'
import { reconcileOrders } from '../../webhooks/commands/reconcile.server.ts'

const second = openSecondGateway()
const shop = await testShop({ connections: 20, providers: [second.gateway] })
const shopping = shoppingIn(shop)
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))

/** Number of refused attempts of the refund job. */
const asked = async () =>
  (await shop.services.pool.query(`select from pgboss.job where name = 'send-refund' and state = 'retry'`)).rowCount
/** Replaces calls of both providers. @returns the function that restores them. */
function withCalls(calls: Partial<PaymentProvider>): () => void {
  const before = shop.services.payments.providers.map(provider => ({ ...provider }))
  for (const provider of shop.services.payments.providers) Object.assign(provider, calls)
  return () => shop.services.payments.providers.forEach((provider, at) => Object.assign(provider, before[at]))
}
const BY_GATEWAY = { paymentMethod: 'gateway' }

describe('with a second gateway', () => {
  it('the payment methods name the gateway as configured [B-10.7]', async () => {
    expect((await shop.call('/api/payments/methods')).json).toEqual({
      methods: [
        {
          ...{ id: 'stripe', name: 'Card', hint: 'Secure card payment by Stripe.', isConfigured: true },
          ...{ onPage: ['Card'], savesCards: true },
        },
        {
          ...{ id: 'gateway', name: 'Bastion Pay', hint: 'Another way to pay by card.', isConfigured: true },
          ...{ onPage: [], savesCards: false },
        },
      ],
    })
  })

  it('a provider that refused its key is shown as not configured, and can still be chosen [B-7.44]', async () => {
    const undo = withCalls({ isConfigured: async () => false })
    const { methods } = (await shop.call('/api/payments/methods')).json
    undo()
    expect(methods.map(({ isConfigured }: { isConfigured: boolean }) => isConfigured)).toEqual([false, false])
    const { item } = await shopping.addProduct()
    expect((await shopping.checkout(await shop.addUser(), [item])).status).toBe(200)
  })

  it('an order is paid through the gateway and settled once, by whichever caller comes first [B-10.54] [B-11.4]', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await shopping.addProduct({ stock: [5], priceCents: 4000 })
    const { json: session } = await shopping.checkout(as, [item], BY_GATEWAY)
    expect(session.url).toMatch(/^https:\/\/pay\.bastion\.test\//)
    expect(second.sessions.get(session.id)).toMatchObject({ orderId: session.orderId, amountCents: 4530 })
    expect((await shopping.verify(as, session.id)).json.status).toBe('pending')
    second.pay(session.id)
    shop.clock.advance(2 * 60_000)
    await Promise.all([
      ...Array.from({ length: 10 }, () => shopping.verify(as, session.id)),
      reconcileOrders(shop.system, { all: true }),
    ])
    expect((await shopping.verify(as, session.id)).json).toMatchObject({ status: 'paid', orderId: session.orderId })
    expect(await shopping.orderRow(session.orderId)).toMatchObject({ status: 'paid', payment_method: 'gateway' })
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 4, held: 0 })
    expect((await shop.call('/api/credits', { as })).json).toMatchObject({ silverCredits: 2 })
    expect((await shop.call(`/api/orders/${session.orderId}`, { as })).json.paymentMethod).toBe('gateway')
  })

  it('closing an order closes its page there, and an expired page returns the stock [B-10.54]', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await shopping.addProduct({ stock: [5] })
    const { json: given } = await shopping.checkout(as, [item], BY_GATEWAY)
    expect((await shop.call(`/api/orders/${given.orderId}/cancel`, { as, method: 'POST' })).status).toBe(204)
    expect(second.sessions.get(given.id)).toMatchObject({ status: 'expired' })
    const { json: lapsed } = await shopping.checkout(as, [item], BY_GATEWAY)
    await second.gateway.expireCheckout(lapsed.id)
    await reconcileOrders(shop.system, { all: true })
    expect((await shopping.verify(as, lapsed.id)).json.status).toBe('cancelled')
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 5, held: 0 })
  })

  it('a different amount puts the order on hold, at either provider', async () => {
    const as = await shop.addUser()
    const { item } = await shopping.addProduct()
    const { json: session } = await shopping.checkout(as, [item], BY_GATEWAY)
    second.pay(session.id, { amountCents: 1 })
    await shopping.verify(as, session.id)
    expect(await shopping.orderRow(session.orderId)).toMatchObject({ status: 'review' })
    expect((await shop.call('/api/credits', { as })).json).toMatchObject({ silverCredits: 0 })
  })

  it('an order is refunded through the gateway, in part and then whole, once, also after an outage [B-11.4]', async () => {
    const as = await shop.addUser()
    const admin = await shop.addUser({ admin: true })
    const { item, variantId } = await shopping.addProduct({ stock: [5], priceCents: 4000 })
    const { json: session } = await shopping.checkout(as, [{ ...item, quantity: 2 }], BY_GATEWAY)
    second.pay(session.id)
    expect((await shopping.verify(as, session.id)).json.status).toBe('paid')
    const total = (await shopping.orderRow(session.orderId)).total_cents
    const refund = (json: object) =>
      shop.call(`/api/admin/orders/${session.orderId}/refunds`, { as: admin, json: { reason: 'Sent back', ...json } })
    const paidBack = () => second.paidBack(session.id)

    expect((await refund({ lines: [{ position: 0, quantity: 1 }] })).status).toBe(200)
    await shop.settleJobs()
    const [part] = (await shop.call(`/api/orders/${session.orderId}`, { as: admin })).json.staff.refunds
    expect(part).toMatchObject({ status: 'succeeded', providerId: expect.stringMatching(/^gwr_/) })
    expect(paidBack()).toBe(Math.round(part.amount * 100))

    const away = () => Promise.reject(new PaymentError('unreachable', 'It is away.'))
    const restore = withCalls({ refund: away })
    expect((await refund({})).status).toBe(200)
    await expect.poll(asked).toBeGreaterThan(0)
    restore()
    shop.clock.advance(3 * 60_000)
    await Promise.all([followRefunds(shop.system), followRefunds(shop.system)])
    expect(paidBack()).toBe(total)
    expect((await shop.call(`/api/orders/${session.orderId}`, { as })).json).toMatchObject({ status: 'refunded' })
    expect(await shopping.stockOf(variantId)).toMatchObject({ held: 0 })
    expect((await shop.call('/api/credits', { as })).json).toMatchObject({ silverCredits: 0 })
    expect((await refund({})).status).toBe(409)
  })

  it('Stripe stays usable, and memberships stay with Stripe', async () => {
    const as = await shop.addUser()
    const { item } = await shopping.addProduct()
    const { json: session } = await shopping.checkout(as, [item])
    await shopping.pay(session.url)
    expect((await shopping.verify(as, session.id)).json.status).toBe('paid')
    const premium = await shopping.addProduct({ interval: 'month', priceCents: 2499, stock: [null], entries: 0 })
    expect((await shopping.checkout(as, [premium.item], BY_GATEWAY)).json).toMatchObject({
      status: 409,
      detail: 'Payment not configured.',
    })
  })

  it('a gateway that is removed or refuses its key, and a refusing Stripe, are reported as not configured [B-10.35] [B-10.38]', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await shopping.addProduct({ stock: [5] })
    const createCheckout = () => Promise.reject(new PaymentError('not_configured', 'The key is refused.'))
    const restore = withCalls({ createCheckout })
    const told = [
      (await shopping.checkout(as, [item])).json.detail,
      (await shopping.checkout(as, [item], BY_GATEWAY)).json.detail,
    ]
    restore()
    expect(told).toEqual([
      'Stripe checkout is not configured for this environment. Choose a different payment method.',
      'Payment not configured.',
    ])
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 5, held: 0 })
  })
})
