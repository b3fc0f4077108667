import { CARDS } from '@redoubt/stripe-sandbox/testing'
import { expect, it } from 'vitest'
import { testPayments } from '../../testing/test-payments.ts'

const shop = await testPayments()

const later = (seconds: number) => {
  shop.clock.now = new Date(+shop.clock.now + seconds * 1000)
  return shop.clock.now
}
type List<T> = (input: { since: Date; until?: Date; after?: string }) => Promise<{ items: T[]; next: string | null }>

/** All pages of a time range. */
async function all<T>(list: List<T>, since: Date, until?: Date): Promise<T[]> {
  const items: T[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<List<T>>> = await list({ since, ...(until && { until }), ...(after && { after }) })
    items.push(...page.items)
    after = page.next
  } while (after)
  return items
}

it('charges name the order they pay, what went back, and the declined ones', async () => {
  const since = later(60)
  const { paymentIntentId, orderId } = await shop.buy(CARDS.pays)
  const declined = await shop.buy(CARDS.declined)
  const refund = await shop.payments.refund({ paymentIntentId, amountCents: 425, idempotencyKey: orderId })
  const [second, first, ...more] = await all(shop.payments.listCharges, since)
  expect(more).toEqual([])
  expect(first).toEqual({
    id: expect.stringMatching(/^ch_/),
    paymentIntentId,
    orderId,
    subscriptionId: null,
    invoiceId: null,
    customerId: expect.stringMatching(/^cus_/),
    amountCents: 7425,
    refundedCents: 425,
    currency: 'usd',
    createdAt: since,
    isPaid: true,
  })
  expect(second).toMatchObject({ orderId: declined.orderId, isPaid: false, amountCents: 7425, refundedCents: 0 })
  expect(await all(shop.payments.listRefunds, since)).toEqual([refund])
})

it('charges of a membership name it and its bill, and only the first names its order', async () => {
  const since = later(60)
  const { id, orderId, customerId } = await shop.join(CARDS.pays)
  await shop.advance(32)
  const [renewal, first] = await all(shop.payments.listCharges, since)
  const [second, begun] = (await shop.payments.listInvoices({ subscriptionId: id })).items
  expect(first).toMatchObject({ orderId, subscriptionId: id, customerId, invoiceId: begun!.id, amountCents: 2499 })
  expect(renewal).toMatchObject({ orderId: null, subscriptionId: id, customerId, invoiceId: second!.id })
  expect(renewal!.createdAt).toEqual(second!.paidAt)
  expect(second).toMatchObject({ reason: 'renewal', attemptCount: 1, paymentIntentId: renewal!.paymentIntentId })
  expect(begun).toMatchObject({ reason: 'first', paymentIntentId: first!.paymentIntentId, customerId })
  expect((await shop.payments.listInvoices({ since })).items.map(invoice => invoice.id)).toEqual([
    second!.id,
    begun!.id,
  ])
  expect((await shop.payments.readSubscription(id)).latestInvoiceId).toBe(second!.id)
})

it('a period includes its start and excludes its end', async () => {
  const since = later(60)
  const before = await shop.buy(CARDS.pays)
  const until = later(60)
  const after = await shop.buy(CARDS.pays)
  const { id } = await shop.join(CARDS.pays)
  const ids = (checkouts: { id: string }[]) => checkouts.map(checkout => checkout.id)
  expect(ids(await all(shop.payments.listCheckouts, since, until))).toEqual([before.id])
  const [membership, ...rest] = await all(shop.payments.listCheckouts, until)
  expect(membership).toMatchObject({ subscriptionId: id, createdAt: until })
  expect(ids(rest)).toEqual([after.id])
  expect(ids((await shop.payments.listSubscriptions({ since: until })).items)).toEqual([id])
  expect(ids((await shop.payments.listSubscriptions({})).items)).toContain(id)
})

it('a page has a hundred rows, and the next page continues correctly while rows are added', async () => {
  const since = later(60)
  const open = () => shop.stripe.refunds.create({ payment_intent: paid.paymentIntentId, amount: 10 })
  const paid = await shop.buy(CARDS.pays)
  for (let batch = 0; batch < 13; batch++) await Promise.all(Array.from({ length: 8 }, open))
  const first = await shop.payments.listRefunds({ since })
  expect(first.items).toHaveLength(100)
  expect(first.next).toBe(first.items.at(-1)!.id)
  await open()
  const second = await shop.payments.listRefunds({ since, after: first.next! })
  expect(second.next).toBeNull()
  expect(new Set([...first.items, ...second.items].map(refund => refund.id)).size).toBe(104)
  const unknown = shop.payments.listRefunds({ since, after: 're_none' })
  await expect(unknown).rejects.toMatchObject({ kind: 'invalid' })
})
