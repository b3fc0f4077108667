import { CARDS } from '@redoubt/stripe-sandbox/testing'
import type { Checkout, Subscription } from '#kernel/ports/payments.ts'
import { type Bench, buy, dollars, join, orderOf, outcome, type Part, until, webhookOutcome } from './bench.ts'

const told = ({ status, paymentStatus, amountCents, currency }: Checkout) =>
  `${status}, ${paymentStatus}, ${dollars(amountCents)} ${currency}`

const checkout: Part = async function* (bench) {
  const { payments } = bench
  const order = orderOf(bench)
  const page = await payments.createCheckout(order)
  yield `a page is opened: ${told(await payments.readCheckout(page.id))}`
  yield `the same key: ${(await payments.createCheckout(order)).id === page.id ? 'the same page' : 'another page'}`
  const other = payments.createCheckout({ ...order, customerEmail: 'eve@redoubt.test' })
  yield `the same key with another order: ${await outcome(other, () => 'opened')}`
  await bench.pay(page.url, CARDS.noFunds)
  const declined = await until(
    bench,
    () => payments.readCheckout(page.id),
    one => one.failureMessage !== undefined,
  )
  yield `a declined card: ${told(declined)}, "${declined.failureMessage}"`
  await bench.pay(page.url, CARDS.pays)
  const paid = await until(
    bench,
    () => payments.readCheckout(page.id),
    one => one.status === 'complete',
  )
  yield `another card: ${told(paid)}, ${paid.orderId === order.orderId ? 'of its order' : 'of no order'}, ${paid.paymentIntentId ? 'with a payment' : 'without a payment'}`
  yield `a paid page is closed: ${await outcome(payments.expireCheckout(page.id), () => 'closed')}`
  const unpaid = await payments.createCheckout(orderOf(bench))
  yield `an open page is closed: ${await outcome(payments.expireCheckout(unpaid.id), () => 'closed')}`
  yield `a closed page: ${told(await payments.readCheckout(unpaid.id))}`
  const little = orderOf(bench, { lines: [{ name: 'Pin', amountCents: 49, quantity: 1 }] })
  yield `a total of 0.49: ${await outcome(payments.createCheckout(little), () => 'opened')}`
  yield `an unknown page: ${await outcome(payments.readCheckout('cs_test_none'), () => 'found')}`
}

const plan = ({ status, interval, amountCents, cancelAtPeriodEnd, nextPlan }: Subscription) =>
  [
    status,
    `${dollars(amountCents)} a ${interval}`,
    cancelAtPeriodEnd ? 'ends with its period' : 'goes on',
    nextPlan ? `then ${dollars(nextPlan.amountCents)} a ${nextPlan.interval}` : 'no change waits',
  ].join(', ')

const subscription: Part = async function* ({ payments, ...rest }) {
  const bench = { payments, ...rest }
  const { id, customerId, order } = await join(bench)
  const begun = await payments.readSubscription(id)
  yield `begun: ${plan(begun)}, ${begun.orderId === order.orderId ? 'of its order' : 'of no order'}`
  const { items } = await payments.listInvoices({ subscriptionId: id })
  yield `invoices: ${items.map(one => `${one.reason}, ${one.status}, ${dollars(one.amountPaidCents)}`).join('; ')}`
  yield `a paid invoice is paid: ${await outcome(payments.payInvoice(items[0]!.id), () => 'paid')}`
  yield `cancelled for the period's end: ${plan(await payments.cancelSubscription(id, { atPeriodEnd: true }))}`
  yield `resumed: ${plan(await payments.resumeSubscription(id))}`
  const portal = payments.openBillingPortal({ customerId: customerId!, returnUrl: 'https://shop.test/account' })
  yield `portal: ${await outcome(portal, ({ url }) => (URL.canParse(url) ? 'an address' : 'no address'))}`
  yield `cancelled at once: ${(await payments.cancelSubscription(id, { atPeriodEnd: false })).status}`
  yield `resumed after its end: ${await outcome(payments.resumeSubscription(id), plan)}`
  yield `an unknown one: ${await outcome(payments.readSubscription('sub_none'), plan)}`
}

const YEARLY = { interval: 'year', amountCents: 29_988, name: 'Premium, Yearly' } as const
const MONTHLY = { interval: 'month', amountCents: 2499, name: 'Premium, Monthly' } as const
/** A change some seconds after the start credits nearly the whole month. */
const FULL_CREDIT_CENTS = YEARLY.amountCents - MONTHLY.amountCents
const isNearly = (cents: number) => Math.abs(cents - FULL_CREDIT_CENTS) <= 5

const changeOfPlan: Part = async function* (bench) {
  const { payments } = bench
  const { id } = await join(bench)
  const preview = await payments.previewPlanChange(id, YEARLY)
  yield `a year in place of a month, previewed: ${isNearly(preview.amountDueCents) ? 'the year less the month' : dollars(preview.amountDueCents)}`
  const yearly = { ...YEARLY, idempotencyKey: crypto.randomUUID(), at: preview.at }
  yield `a year in place of a month: ${plan(await payments.changePlan(id, yearly))}`
  yield `the same key: ${plan(await payments.changePlan(id, yearly))}`
  const { items } = await payments.listInvoices({ subscriptionId: id })
  const [bill] = items
  yield `charged: ${bill!.reason}, ${bill!.status}, ${bill!.amountPaidCents === preview.amountDueCents ? 'as previewed' : dollars(bill!.amountPaidCents)}, ${items.length} invoices`
  const monthly = { ...MONTHLY, idempotencyKey: crypto.randomUUID() }
  yield `a month in place of a year: ${plan(await payments.changePlan(id, monthly))}`
  const back = { ...YEARLY, idempotencyKey: crypto.randomUUID() }
  yield `the year again: ${plan(await payments.changePlan(id, back))}`
  await payments.cancelSubscription(id, { atPeriodEnd: false })
  const late = payments.changePlan(id, { ...MONTHLY, idempotencyKey: crypto.randomUUID() })
  yield `a change after the end: ${await outcome(late, plan)}`
}

const refund: Part = async function* (bench) {
  const { payments } = bench
  const { paymentIntentId } = await buy(bench, CARDS.pays)
  const part = { paymentIntentId, amountCents: 3000, idempotencyKey: crypto.randomUUID() }
  const first = await payments.refund(part)
  yield `a part: ${first.status}, ${dollars(first.amountCents)}, ${first.paymentIntentId === paymentIntentId ? 'of its payment' : 'of no payment'}`
  yield `the same key: ${(await payments.refund(part)).id === first.id ? 'the same refund' : 'another refund'}`
  const more = payments.refund({ ...part, amountCents: 4426, idempotencyKey: crypto.randomUUID() })
  yield `more than the rest: ${await outcome(more, one => one.status)}`
  const rest = payments.refund({ paymentIntentId, idempotencyKey: crypto.randomUUID() })
  yield `the rest: ${await outcome(rest, one => `${one.status}, ${dollars(one.amountCents)}`)}`
  const slow = await buy(bench, CARDS.refundsLater)
  const later = { paymentIntentId: slow.paymentIntentId, amountCents: 7425, idempotencyKey: crypto.randomUUID() }
  yield `at a slow bank: ${(await payments.refund(later)).status}`
  yield `an unknown one: ${await outcome(payments.readRefund('re_none'), one => one.status)}`
}

const EVIDENCE = {
  ...{ pdf: new TextEncoder().encode('%PDF-1.4 evidence'), fileName: 'RD-1.pdf', refundPolicy: 'Ask us.' },
  ...{ customerName: null, customerEmail: 'ada@redoubt.test', customerIp: null, productDescription: 'Patch' },
  ...{ shippingAddress: null, carrier: null, trackingNumber: null, shippedAt: null },
}

async function disputed(bench: Bench, card: string) {
  const { paymentIntentId, order } = await buy(bench, card)
  const { items } = await until(
    bench,
    () => bench.payments.listDisputes({ paymentIntentId }),
    page => page.items.length > 0,
  )
  return { ...items[0]!, order, paymentIntentId }
}

const dispute: Part = async function* (bench) {
  const { payments } = bench
  const read = (id: string, status: string) =>
    until(
      bench,
      () => payments.readDispute(id),
      one => one.status === status,
    )
  const fraud = await disputed(bench, CARDS.disputed)
  const taken = fraud.movements.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const { orderId } = await payments.readDispute(fraud.id)
  yield `opened: ${fraud.status}, ${fraud.reason}, ${dollars(fraud.amountCents)} ${fraud.currency}, ${dollars(-taken)} taken, ${orderId === fraud.order.orderId ? 'of its order' : 'of no order'}`
  const back = { paymentIntentId: fraud.paymentIntentId, amountCents: 100, idempotencyKey: crypto.randomUUID() }
  yield `a refund of the payment: ${await outcome(payments.refund(back), one => one.status)}`
  await payments.submitEvidence(fraud.id, { ...EVIDENCE, summary: 'winning_evidence', idempotencyKey: fraud.id })
  const won = await read(fraud.id, 'won')
  yield `evidence that wins: ${won.status}, ${won.submissionCount} submission`
  const other = await disputed(bench, CARDS.notReceived)
  yield `another: ${other.status}, ${other.reason}`
  await payments.acceptDispute(other.id)
  yield `accepted: ${(await read(other.id, 'lost')).status}`
  const again = payments.submitEvidence(other.id, { ...EVIDENCE, summary: 'again', idempotencyKey: other.id })
  yield `evidence after the end: ${await outcome(again, one => one.status)}`
  const inquiry = await disputed(bench, CARDS.inquired)
  yield `an inquiry: ${inquiry.status}, ${inquiry.isInquiry ? 'an inquiry' : 'a chargeback'}, ${inquiry.movements.length} movements`
}

const STALE_MS = 301_000

const webhook: Part = async function* (bench) {
  const { payments, stripe } = bench
  const { id } = await buy(bench, CARDS.pays)
  const type = 'checkout.session.completed'
  const events = await until(
    bench,
    async () => (await stripe.events.list({ type, limit: 20 })).data,
    data => data.some(event => (event.data.object as { id: string }).id === id),
  )
  const event = events.find(one => (one.data.object as { id: string }).id === id)
  const payload = JSON.stringify(event)
  const signed = (at: Date, secret = bench.webhookSecret) =>
    stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(+at / 1000) })
  const now = bench.now()
  const read = (header: string) => webhookOutcome(() => payments.verifyWebhook(payload, header))
  yield `a signed event: ${read(signed(now))}, ${payments.verifyWebhook(payload, signed(now)).objectId === id ? 'of its page' : 'of another page'}`
  yield `another secret: ${read(signed(now, 'whsec_other'))}`
  yield `an old signature: ${read(signed(new Date(+now - STALE_MS)))}`
  yield `without a signature: ${webhookOutcome(() => payments.verifyWebhook(payload, undefined))}`
}

const lists: Part = async function* (bench) {
  const { payments } = bench
  const since = new Date(+bench.now() - 60_000)
  const { id, paymentIntentId, order } = await buy(bench, CARDS.pays)
  const given = await payments.refund({ paymentIntentId, amountCents: 100, idempotencyKey: crypto.randomUUID() })
  const member = await join(bench)
  const charge = (await payments.listCharges({ since })).items.find(one => one.orderId === order.orderId)
  yield `charges: ${charge ? `${dollars(charge.amountCents)}, ${dollars(charge.refundedCents)} refunded, ${charge.isPaid ? 'paid' : 'declined'}` : 'missing'}`
  const has = (name: string, page: { items: { id: string }[] }, wanted: string) =>
    `${name}: ${page.items.some(one => one.id === wanted) ? 'listed' : 'missing'}`
  yield has('refunds', await payments.listRefunds({ since }), given.id)
  yield has('checkouts', await payments.listCheckouts({ since }), id)
  yield has('subscriptions', await payments.listSubscriptions({ since }), member.id)
  await payments.cancelSubscription(member.id, { atPeriodEnd: false })
}

const PARTS: [name: string, part: Part][] = [
  ['checkout', checkout],
  ['subscription', subscription],
  ['change of plan', changeOfPlan],
  ['refund', refund],
  ['dispute', dispute],
  ['webhook', webhook],
  ['lists', lists],
]

/** Runs the whole contract. @yields its lines, equal on every provider that keeps the contract. */
export async function* runContract(bench: Bench): AsyncGenerator<string> {
  for (const [name, part] of PARTS) for await (const line of part(bench)) yield `${name}: ${line}`
}
