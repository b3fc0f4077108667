import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WEBHOOK_EVENTS } from '../stripe/webhooks.server.ts'
import { createStripePayments } from '../stripe.server.ts'
import {
  CARDS,
  newMembership,
  newOrder,
  openTestSandbox,
  sdk,
  type TestSandbox,
  WEBHOOK_SECRET,
} from './testing/open-sandbox.ts'
import { misfits, type Sample } from './testing/published-types.ts'
import { createCollection } from './testing/samples.ts'

const KEY = 'sk_test_sandbox'
const collection = createCollection()
let shop: TestSandbox
let stripe: Stripe
let payments: ReturnType<typeof createStripePayments>

beforeAll(async () => {
  shop = await openTestSandbox()
  const fetch = collection.through(shop.sandbox.fetch)
  stripe = sdk(fetch, KEY)
  const now = () => shop.clock.now
  payments = createStripePayments({ secretKey: KEY, webhookSecret: WEBHOOK_SECRET, now, fetch, maxNetworkRetries: 0 })
})
afterAll(() => shop.close())

async function paid(input = newOrder(shop.clock), card = CARDS.pays) {
  const { id, url } = await payments.createCheckout(input)
  await shop.pay(url, CARDS.noFunds)
  await payments.readCheckout(id)
  await shop.pay(url, card)
  return payments.readCheckout(id)
}

async function orders(): Promise<void> {
  for (const card of [CARDS.pays, CARDS.refundsLater, CARDS.refundFails]) {
    const { id, paymentIntentId } = await paid(newOrder(shop.clock), card)
    await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge', 'line_items'] })
    await stripe.checkout.sessions.listLineItems(id)
    const refund = await payments.refund({
      paymentIntentId: paymentIntentId!,
      amountCents: 1000,
      idempotencyKey: crypto.randomUUID(),
    })
    await payments.refund({ paymentIntentId: paymentIntentId!, amountCents: 9e6, idempotencyKey: id }).catch(() => {})
    shop.clock.now = new Date(+shop.clock.now + 15_000)
    await shop.sandbox.runDue()
    await payments.readRefund(refund.id)
    await stripe.refunds.update(refund.id, { metadata: { why: 'late' } })
  }
  const { id } = await payments.createCheckout(newOrder(shop.clock))
  await payments.expireCheckout(id)
  await payments.expireCheckout(id).catch(() => {})
  await payments.readCheckout('cs_none').catch(() => {})
}

async function loosePayments(): Promise<void> {
  const customer = await stripe.customers.create({ email: 'ada@redoubt.test' })
  await stripe.customers.update(customer.id, { name: 'Ada Byron' })
  await stripe.customers.retrieve(customer.id)
  await stripe.customers.list()
  const given = { amount: 2000, currency: 'usd', customer: customer.id }
  await stripe.paymentIntents.create({ ...given, payment_method: 'pm_card_visa', confirm: true })
  const intent = await stripe.paymentIntents.create(given)
  await stripe.paymentIntents.update(intent.id, { description: 'Patch' })
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa_chargeDeclined' }).catch(() => {})
  await stripe.paymentIntents.retrieve(intent.id, { expand: ['customer', 'latest_charge'] })
  await stripe.paymentIntents.cancel(intent.id)
  await stripe.paymentIntents.list()
  const product = await stripe.products.create({ name: 'Patch' })
  await stripe.products.update(product.id, { description: 'Woven' })
  await stripe.products.retrieve(product.id)
  await stripe.products.list()
  const price = await stripe.prices.create({ product: product.id, unit_amount: 500, currency: 'usd' })
  await stripe.prices.update(price.id, { nickname: 'plain' })
  await stripe.prices.retrieve(price.id, { expand: ['product'] })
  await stripe.prices.list()
}

async function memberships(): Promise<void> {
  const change = { name: 'Premium, Yearly', interval: 'year', amountCents: 24_900 } as const
  const back = { name: 'Premium, Monthly', interval: 'month', amountCents: 2499 } as const
  const key = () => ({ idempotencyKey: crypto.randomUUID() })
  const begun = await paid(newMembership(shop.clock))
  const id = begun.subscriptionId!
  const customer = begun.customerId!
  await shop.advance(24)
  await payments.previewPlanChange(id, change)
  await payments.changePlan(id, { ...change, ...key() })
  await payments.changePlan(id, { ...back, ...key() })
  await stripe.subscriptions.retrieve(id, { expand: ['schedule', 'latest_invoice.payments', 'default_payment_method'] })
  await payments.listSubscriptions({})
  await payments.cancelSubscription(id, { atPeriodEnd: true })
  await payments.resumeSubscription(id)
  await payments.changePlan(id, { ...back, ...key() })
  const { schedule } = await stripe.subscriptions.retrieve(id)
  await shop.advance(366)
  await stripe.subscriptionSchedules.retrieve(String(schedule))
  await shop.advance(32)
  await stripe.subscriptionSchedules.retrieve(String(schedule))
  const portal = await payments.openBillingPortal({ customerId: customer, returnUrl: 'http://shop.test/account' })
  const fields = { number: CARDS.paysOnce, exp: '12/34', cvc: '123', name: 'Ada Byron' }
  await shop.sandbox.app.request(portal.url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'card', ...fields }),
  })
  await shop.advance(31)
  const owing = await payments.readSubscription(id)
  await payments.payInvoice(owing.latestInvoiceId!).catch(() => {})
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.paymentMethods.retrieve(card.id)
  await stripe.subscriptions.update(id, { default_payment_method: card.id })
  await payments.payInvoice(owing.latestInvoiceId!)
  await payments.payInvoice(owing.latestInvoiceId!).catch(() => {})
  await payments.cancelSubscription(id, { atPeriodEnd: false })
  await payments.cancelSubscription(id, { atPeriodEnd: true }).catch(() => {})
  const failing = await paid(newMembership(shop.clock), CARDS.paysOnce)
  await shop.advance(31)
  await payments.readInvoice((await payments.readSubscription(failing.subscriptionId!)).latestInvoiceId!)
  await shop.advance(20)
  await payments.readSubscription(failing.subscriptionId!)
}

async function disputes(): Promise<void> {
  const evidence = {
    ...{ pdf: new TextEncoder().encode('%PDF-1.4'), fileName: 'evidence.pdf', summary: '', refundPolicy: 'Ask us.' },
    ...{ customerName: 'Ada Byron', customerEmail: 'ada@redoubt.test', customerIp: '192.0.2.1', shippedAt: new Date() },
    ...{ productDescription: 'Patch', shippingAddress: null, carrier: 'UPS', trackingNumber: '1Z' },
  }
  for (const card of [CARDS.disputed, CARDS.notReceived, CARDS.inquired]) {
    const { paymentIntentId } = await paid(newOrder(shop.clock), card)
    const { items } = await payments.listDisputes({ paymentIntentId: paymentIntentId! })
    const { id } = items[0]!
    await payments
      .refund({ paymentIntentId: paymentIntentId!, amountCents: 100, idempotencyKey: id })
      .catch(() => undefined)
    await stripe.disputes.update(id, { evidence: { customer_name: 'Ada' }, submit: false, metadata: { why: 'test' } })
    const summary = card === CARDS.disputed ? 'winning_evidence' : 'All of it.'
    await payments.submitEvidence(id, { ...evidence, summary, idempotencyKey: `evidence:${id}` })
    const { evidence: kept } = await stripe.disputes.retrieve(id)
    await stripe.files.retrieve(String(kept.uncategorized_file))
    await payments.acceptDispute(id).catch(() => undefined)
    await payments.submitEvidence(id, { ...evidence, idempotencyKey: 'again' }).catch(() => undefined)
    await payments.readDispute(id)
  }
}

async function lists(): Promise<void> {
  const since = new Date('2026-11-20T00:00:00Z')
  await payments.listCharges({ since })
  await payments.listRefunds({ since })
  await payments.listCheckouts({ since })
  const { items } = await payments.listInvoices({ since })
  await payments.readInvoice(items[0]!.id)
  const { data } = await stripe.charges.list({ limit: 100 })
  for (const { id } of data.slice(0, 3)) await stripe.charges.retrieve(id, { expand: ['payment_intent'] })
  const { data: settled } = await stripe.invoicePayments.list({ limit: 3, expand: ['data.invoice'] })
  await stripe.invoicePayments.retrieve(settled[0]!.id)
  for await (const event of stripe.events.list({ limit: 100 })) collection.addEvent(event)
  const [event] = (await stripe.events.list({ limit: 1 })).data
  await stripe.events.retrieve(event!.id)
}

/** `/v1/refunds/:id` → a pattern that matches calls of the route. */
const asPattern = ({ method, path }: { method: string; path: string }) =>
  new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/]+')}$`)

function without(sample: Sample, field: string): Sample {
  const { [field]: _, ...json } = sample.json as Record<string, unknown>
  return { ...sample, name: `without ${field}`, json }
}

it('answers and events of the sandbox fit the types that Stripe publishes [B-11.39]', { timeout: 60_000 }, async () => {
  await orders()
  await loosePayments()
  await memberships()
  await disputes()
  await lists()
  const routes = shop.sandbox.app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/v1/'))
  const calls = collection.calls()
  const uncalled = routes.filter(route => !calls.some(call => asPattern(route).test(call)))
  expect(uncalled.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  const samples = collection.samples()
  for (const type of WEBHOOK_EVENTS) expect(samples.map(({ name }) => name)).toContain(`event ${type}`)

  // Three wrong samples prove that the check works: a missing, an unknown and a mistyped field.
  const [session, invoice, refund] = ['checkout.session', 'invoice', 'refund'].map(object =>
    samples.find(({ json }) => (json as { object?: string }).object === object),
  )
  const broken = [
    without(session!, 'payment_status'),
    { ...invoice!, name: 'strange field', json: { ...invoice!.json, amount_owed: 1 } },
    { ...refund!, name: 'mistyped field', json: { ...refund!.json, amount: '10.00' } },
  ]
  const found = await misfits([...samples, ...broken])
  const expected = [
    /^without payment_status: .*'payment_status'/,
    /^strange field: .*amount_owed/,
    /^mistyped field: .*/,
  ]
  const surprises = found.filter(line => !expected.some(pattern => pattern.test(line)))
  expect(surprises).toEqual([])
  for (const pattern of expected) expect(found).toContainEqual(expect.stringMatching(pattern))
})
