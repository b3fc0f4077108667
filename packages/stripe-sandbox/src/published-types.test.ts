import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { EVENT_TYPES } from './event-types.ts'
import { misfits, type Sample } from './testing/published-types.ts'
import { createCollection } from './testing/samples.ts'
import { orderParams, SUBSCRIPTION, testShop } from './testing/shop.ts'
import { CARDS, SECRET_KEY, sdk } from './testing/test-sandbox.ts'

const collection = createCollection()
const shop = await testShop()
const stripe: Stripe = sdk(collection.through(shop.sandbox.fetch), SECRET_KEY)

const key = () => ({ idempotencyKey: crypto.randomUUID() })
const quiet = (call: Promise<unknown>) => call.catch(() => {})
const read = (id: string) => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
const intentOf = ({ payment_intent }: Stripe.Checkout.Session) => (payment_intent as Stripe.PaymentIntent).id

async function paid(change: Partial<Stripe.Checkout.SessionCreateParams> = {}, card = CARDS.pays) {
  const { id, url } = await stripe.checkout.sessions.create(orderParams(shop.clock, change), key())
  await shop.pay(url!, CARDS.noFunds)
  await read(id)
  await shop.pay(url!, card)
  return read(id)
}

async function orders(): Promise<void> {
  for (const card of [CARDS.pays, CARDS.refundsLater, CARDS.refundFails]) {
    const session = await paid({}, card)
    const payment_intent = intentOf(session)
    await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge', 'line_items'] })
    await stripe.checkout.sessions.listLineItems(session.id)
    const refund = await stripe.refunds.create({ payment_intent, amount: 1000 }, key())
    await quiet(stripe.refunds.create({ payment_intent, amount: 9e6 }, key()))
    shop.clock.now = new Date(+shop.clock.now + 15_000)
    await shop.sandbox.runDue()
    await stripe.refunds.retrieve(refund.id)
    await stripe.refunds.update(refund.id, { metadata: { why: 'late' } })
  }
  const { id } = await stripe.checkout.sessions.create(orderParams(shop.clock))
  await stripe.checkout.sessions.expire(id)
  await quiet(stripe.checkout.sessions.expire(id))
  await quiet(read('cs_none'))
}

async function savedCards(): Promise<void> {
  const saving = {
    customer_creation: 'always',
    saved_payment_method_options: { payment_method_save: 'enabled' },
  } as const
  const { id, url } = await stripe.checkout.sessions.create(orderParams(shop.clock, saving), key())
  await shop.pay(url!, CARDS.authenticated, { save: 'yes' })
  const customer = (await read(id)).customer as string
  const cards = await stripe.customers.listPaymentMethods(customer, { type: 'card', allow_redisplay: 'always' })
  const given = { amount: 2000, currency: 'usd', customer, payment_method: cards.data[0]!.id }
  const intent = await stripe.paymentIntents.create(given, key())
  await stripe.paymentIntents.confirm(intent.id)
  await stripe.paymentIntents.cancel(intent.id)
  await stripe.paymentIntents.create({ ...given, confirm: true, return_url: 'http://shop.test/' })
  await stripe.paymentMethods.detach(cards.data[0]!.id)
  await quiet(stripe.paymentMethods.detach(cards.data[0]!.id))
  await stripe.paymentMethodConfigurations.list()
  await stripe.customers.del(customer)
  await stripe.customers.retrieve(customer)
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

const price = (product: string, unit_amount: number, interval: 'month' | 'year') => {
  return { currency: 'usd', product, unit_amount, recurring: { interval } }
}
const itemOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).items.data[0]!

async function toYearly(id: string): Promise<void> {
  const item = await itemOf(id)
  const preview = { items: [{ id: item.id, price_data: price(String(item.price.product), 24_900, 'year') }] }
  const always = { proration_behavior: 'always_invoice' } as const
  await stripe.invoices.createPreview({ subscription: id, subscription_details: { ...preview, ...always } })
  const product = await stripe.products.create({ name: 'Premium, Yearly' }, key())
  await stripe.subscriptions.update(id, {
    items: [{ id: item.id, price_data: price(product.id, 24_900, 'year') }],
    ...always,
    payment_behavior: 'error_if_incomplete',
    expand: ['schedule'],
  })
}

/** Changes the price when the paid period ends. */
async function toMonthlyLater(id: string): Promise<string> {
  const item = await itemOf(id)
  const product = await stripe.products.create({ name: 'Premium, Monthly' }, key())
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id }, key())
  const { current_period_start: start_date, current_period_end: end_date } = item
  const running = { items: [{ price: item.price.id, quantity: 1 }], start_date, end_date }
  const next = {
    items: [{ price_data: price(product.id, 2499, 'month'), quantity: 1 }],
    proration_behavior: 'none' as const,
    duration: { interval: 'month' as const, interval_count: 1 },
  }
  const metadata = { interval: 'month', amountCents: '2499' }
  const phases = { end_behavior: 'release', proration_behavior: 'none', metadata, phases: [running, next] } as const
  await stripe.subscriptionSchedules.update(schedule.id, phases as never, key())
  await stripe.subscriptions.retrieve(id, { expand: ['schedule'] })
  return schedule.id
}

async function memberships(): Promise<void> {
  const begun = await paid(SUBSCRIPTION)
  const id = begun.subscription as string
  const customer = begun.customer as string
  await shop.advance(24)
  await toYearly(id)
  const released = await toMonthlyLater(id)
  await stripe.subscriptions.retrieve(id, { expand: ['schedule', 'latest_invoice.payments', 'default_payment_method'] })
  await stripe.subscriptions.list({ status: 'all', expand: ['data.schedule'] })
  await stripe.subscriptionSchedules.release(released)
  await stripe.subscriptions.update(id, { cancel_at_period_end: true, expand: ['schedule'] })
  await stripe.subscriptions.update(id, { cancel_at_period_end: false, expand: ['schedule'] })
  const schedule = await toMonthlyLater(id)
  await shop.advance(366)
  await stripe.subscriptionSchedules.retrieve(schedule)
  await shop.advance(32)
  await stripe.subscriptionSchedules.retrieve(schedule)
  await changeCardInPortal(customer)
  await shop.advance(31)
  const owing = (await stripe.subscriptions.retrieve(id)).latest_invoice as string
  const pay = () => stripe.invoices.pay(owing, { expand: ['payments'] })
  await quiet(pay())
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.paymentMethods.retrieve(card.id)
  await stripe.subscriptions.update(id, { default_payment_method: card.id })
  await pay()
  await quiet(pay())
  await stripe.subscriptions.cancel(id, { expand: ['schedule'] })
  await quiet(stripe.subscriptions.update(id, { cancel_at_period_end: true }))
  const failing = (await paid(SUBSCRIPTION, CARDS.paysOnce)).subscription as string
  await shop.advance(31)
  const { latest_invoice } = await stripe.subscriptions.retrieve(failing)
  await stripe.invoices.retrieve(latest_invoice as string, { expand: ['payments'] })
  await shop.advance(20)
  await stripe.subscriptions.retrieve(failing)
  await stripe.invoices.voidInvoice(latest_invoice as string, { expand: ['payments'] })
  const dropped = (await paid(SUBSCRIPTION)).subscription as string
  await toYearly(dropped)
  await toMonthlyLater(dropped)
  await stripe.subscriptions.cancel(dropped)
}

async function changeCardInPortal(customer: string): Promise<void> {
  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: 'http://shop.test/account' })
  const card = { number: CARDS.paysOnce, exp: '12/34', cvc: '123', name: 'Ada Byron' }
  const body = new URLSearchParams({ action: 'card', ...card })
  await shop.sandbox.app.request(portal.url, { method: 'POST', body })
}

async function disputes(): Promise<void> {
  const data = new TextEncoder().encode('%PDF-1.4')
  const upload = { purpose: 'dispute_evidence', file: { data, name: 'evidence.pdf', type: 'application/pdf' } } as const
  for (const card of [CARDS.disputed, CARDS.notReceived, CARDS.inquired]) {
    const payment_intent = intentOf(await paid({}, card))
    const { id } = (await stripe.disputes.list({ payment_intent, expand: ['data.charge'] })).data[0]!
    await quiet(stripe.refunds.create({ payment_intent, amount: 100 }))
    await stripe.disputes.update(id, { evidence: { customer_name: 'Ada' }, submit: false, metadata: { why: 'test' } })
    const file = await stripe.files.create(upload, key())
    await stripe.files.retrieve(file.id)
    const uncategorized_text = card === CARDS.disputed ? 'winning_evidence' : 'All of it.'
    const evidence = { uncategorized_text, uncategorized_file: file.id, shipping_carrier: 'UPS' }
    await stripe.disputes.update(id, { evidence, submit: true, expand: ['charge'] })
    await quiet(stripe.disputes.close(id, { expand: ['charge'] }))
    await quiet(stripe.disputes.update(id, { evidence, submit: true }))
    await stripe.disputes.retrieve(id, { expand: ['charge'] })
  }
}

async function lists(): Promise<void> {
  const page = { limit: 100, created: { gte: Date.parse('2026-11-20T00:00:00Z') / 1000 } }
  await stripe.refunds.list(page)
  await stripe.checkout.sessions.list({ ...page, expand: ['data.payment_intent'] })
  const invoices = await stripe.invoices.list({ ...page, expand: ['data.payments'] })
  await stripe.invoices.retrieve(invoices.data[0]!.id, { expand: ['payments'] })
  const charges = await stripe.charges.list(page)
  for (const { id } of charges.data.slice(0, 3)) await stripe.charges.retrieve(id, { expand: ['payment_intent'] })
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

it('answers and events of the sandbox fit the types that Stripe publishes [B-11.39]', async () => {
  await orders()
  await savedCards()
  await loosePayments()
  await memberships()
  await disputes()
  await lists()
  const routes = shop.sandbox.app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/v1/'))
  const calls = collection.calls()
  const uncalled = routes.filter(route => !calls.some(call => asPattern(route).test(call)))
  expect(uncalled.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  const samples = collection.samples()
  const names = new Set(samples.map(({ name }) => name))
  expect(EVENT_TYPES.filter(type => !names.has(`event ${type}`))).toEqual([])

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
