import { describe, expect, it } from 'vitest'
import { createRampart } from '#adapters/payments/testing/rampart/rampart-payments.ts'
import { openReconcilingShop } from '#features/reconciliation/testing/reconciling.ts'
import type { TestUser } from '../testing/users.ts'

const rampart = createRampart(() => shop.clock.now())

const { shop, books } = await openReconcilingShop({ connections: 12, providers: [rampart.provider] })

async function tell(type: string, objectId: string) {
  expect((await shop.call('/api/webhooks/rampart', rampart.webhook(type, objectId))).status).toBe(200)
  await shop.settleJobs()
}

/** An order that was paid at Rampart. Its webhook is not sent yet. */
async function paidOrder(as: TestUser) {
  const { item } = await books.addProduct({ stock: [5], priceCents: 4000 })
  const { json: session } = await books.checkout(as, [item], { paymentMethod: 'rampart' })
  expect(session.url).toBe(`https://pay.rampart.test/${session.id}`)
  rampart.books.pay(session.id)
  return session as { id: string; orderId: string }
}

/** A membership that was paid at Rampart and settled by the return page. */
async function paidMembership() {
  const as = await shop.addUser()
  const { json } = await books.members.begin(as, { plan: 'monthly', paymentMethod: 'rampart' })
  const sessionId = json.url.split('/').at(-1)
  rampart.books.pay(sessionId)
  expect((await books.verify(as, sessionId)).json.status).toBe('paid')
  await shop.settleJobs()
  const { subscriptionId } = rampart.books.checkouts.read(sessionId)
  return { member: await books.members.signInAgain(as), subscriptionId: subscriptionId! }
}

describe('a second whole provider', () => {
  it('is a payment method beside the first [B-10.7]', async () => {
    const { json } = await shop.call('/api/payments/methods')
    expect(json.methods.map(({ id }: { id: string }) => id)).toEqual(['stripe', 'rampart', 'gateway'])
  })

  it('an order is paid, settled by its webhook, refunded, and shown by its name [B-11.47]', async () => {
    const as = await shop.addUser()
    const admin = await shop.addUser({ admin: true })
    const session = await paidOrder(as)
    await tell('checkout.session.completed', session.id)
    expect(await books.orderRow(session.orderId)).toMatchObject({ status: 'paid', payment_method: 'rampart' })
    const receipt = (await shop.call(`/api/orders/${session.orderId}/receipt`, { as })).json
    expect(receipt.facts).toContainEqual({ name: 'Payment', value: 'Rampart Pay' })

    const json = { reason: 'Sent back' }
    expect((await shop.call(`/api/admin/orders/${session.orderId}/refunds`, { as: admin, json })).status).toBe(200)
    await shop.settleJobs()
    expect((await shop.call(`/api/orders/${session.orderId}`, { as })).json.status).toBe('refunded')
    const { paymentIntentId, amountCents } = rampart.books.checkouts.read(session.id)
    expect(rampart.books.refunds.items).toMatchObject([{ paymentIntentId, amountCents }])
  })

  it('that saves no cards shows none and charges none [B-10.93]', async () => {
    const as = await shop.addUser()
    const session = await paidOrder(as)
    expect((await books.verify(as, session.id)).json.status).toBe('paid')
    expect((await shop.call('/api/my/cards', { as })).json).toEqual({ cards: [] })
    const { item } = await books.addProduct()
    const byCard = await books.checkout(as, [item], { paymentMethod: 'rampart', cardId: 'rp_card_1' })
    expect(byCard.json).toMatchObject({ status: 404, code: 'saved_card_not_found' })
    const { methods } = (await shop.call('/api/payments/methods')).json
    expect(methods.slice(0, 2)).toMatchObject([
      { id: 'stripe', onPage: ['Card'], savesCards: true },
      { id: 'rampart', onPage: [], savesCards: false },
    ])
  })

  it('its webhooks are verified by itself, and a webhook of an unknown provider is not found', async () => {
    const { body, ...forged } = rampart.webhook('checkout.session.completed', 'rp_checkout_1')
    expect((await shop.call('/api/webhooks/rampart', { ...forged, body: `${body} ` })).status).toBe(400)
    expect((await shop.call('/api/webhooks/stripe', { ...forged, body })).status).toBe(400)
    expect((await shop.call('/api/webhooks/bastion', { ...forged, body })).status).toBe(404)
  })

  it('a membership begins, renews, is cancelled and resumed there, and opens its portal [B-11.47]', async () => {
    const { member, subscriptionId } = await paidMembership()
    expect(await books.members.mine(member)).toMatchObject({ status: 'active', paymentMethod: 'rampart', total: 24.99 })

    shop.clock.advance(31 * 86_400_000)
    await tell('invoice.paid', rampart.books.renew(subscriptionId))
    const renewed = await books.members.signInAgain(member)
    const { periodEnd } = rampart.books.subscriptions.read(subscriptionId)
    expect(await books.members.mine(renewed)).toMatchObject({ nextBillingDate: periodEnd.toISOString() })
    const { json } = await shop.call('/api/my/subscription/invoices', { as: renewed })
    expect(json.items.map(({ amount }: { amount: number }) => amount)).toEqual([24.99, 24.99])

    expect((await books.members.cancel(renewed)).status).toBe(200)
    expect(rampart.books.subscriptions.read(subscriptionId).cancelAtPeriodEnd).toBe(true)
    expect((await books.members.resume(renewed)).status).toBe(200)
    expect(rampart.books.subscriptions.read(subscriptionId).cancelAtPeriodEnd).toBe(false)
    const portal = await shop.call('/api/subscriptions/portal', { as: renewed, method: 'POST' })
    expect(portal.json.url).toContain('https://pay.rampart.test/portal/rp_customer_')
  })

  it('a dispute at its bank holds the order [B-11.47]', async () => {
    const as = await shop.addUser()
    const session = await paidOrder(as)
    await tell('checkout.session.completed', session.id)
    const { paymentIntentId } = rampart.books.checkouts.read(session.id)
    await tell('charge.dispute.created', rampart.books.dispute(paymentIntentId!).id)
    expect(await books.orderRow(session.orderId)).toMatchObject({ dispute_hold: 'open' })
  })

  it('its lists settle a lost webhook, and both providers agree with our books to the cent [B-11.47]', async () => {
    const buyer = await shop.addUser()
    await books.settledOrder(buyer)
    const session = await paidOrder(buyer)
    await books.reconcile()
    expect(await books.orderRow(session.orderId)).toMatchObject({ status: 'paid' })
    expect(await books.open()).toEqual([])

    const admin = await shop.addUser({ admin: true })
    const balance = async () =>
      (await shop.call('/api/admin/revenue/balance?period=month', { as: await books.members.signInAgain(admin) })).json
    expect(await balance()).toMatchObject({ isEqual: true, causes: [] })
    rampart.books.charge(1234)
    await books.reconcile()
    expect(await books.open()).toEqual(['charge_unknown: Nothing / 12.34 USD'])
    expect(await balance()).toMatchObject({ isEqual: false, difference: -12.34 })
  })
})
