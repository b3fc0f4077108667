import { CARDS } from '@redoubt/stripe-sandbox/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { testPayments } from '../../testing/test-payments.ts'

const shop = await testPayments()
beforeEach(async () => {
  await shop.sandbox.deliverDue(shop.clock.now)
  shop.endpoint.received.length = 0
})

const join = (card: string) => shop.join(card)
const advance = (days: unknown) => shop.advance(days)
const typesFor = (id: string) =>
  shop
    .arrived()
    .filter(({ data }) => JSON.stringify(data.object).includes(id))
    .map(({ type }) => type)
    .sort()

describe('a subscription', () => {
  it('begins with a paid checkout and renews each month', async () => {
    const { id, orderId } = await join(CARDS.pays)
    const begun = await shop.payments.readSubscription(id)
    expect(begun).toMatchObject({ status: 'active', orderId, amountCents: 2499, interval: 'month' })
    expect(begun.periodEnd).toEqual(new Date('2026-12-20T12:00:00Z'))
    expect((await advance(65)).status).toBe(200)
    const renewed = await shop.payments.readSubscription(id)
    expect(renewed).toMatchObject({ status: 'active', periodStart: new Date('2027-01-20T12:00:00Z') })
    const { data } = await shop.stripe.invoices.list({ subscription: id })
    const summary = data.map(invoice => [invoice.billing_reason, invoice.status, invoice.amount_paid])
    expect(summary).toEqual([
      ['subscription_cycle', 'paid', 2499],
      ['subscription_cycle', 'paid', 2499],
      ['subscription_create', 'paid', 2499],
    ])
    expect(await shop.payments.readInvoice(data[0]!.id)).toMatchObject({
      reason: 'renewal',
      status: 'paid',
      subscriptionId: id,
      periodStart: renewed.periodStart,
      periodEnd: renewed.periodEnd,
    })
    expect(typesFor(id).filter(type => type === 'invoice.paid')).toHaveLength(3)
  })

  it('is past due when the renewal fails, is tried three times more and then ends', async () => {
    const { id } = await join(CARDS.paysOnce)
    await advance(31)
    expect(await shop.payments.readSubscription(id)).toMatchObject({ status: 'past_due' })
    const [invoice] = (await shop.stripe.invoices.list({ subscription: id, status: 'open' })).data
    expect(await shop.payments.readInvoice(invoice!.id)).toMatchObject({ status: 'open', amountPaidCents: 0 })
    await advance(20)
    const ended = await shop.stripe.subscriptions.retrieve(id)
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
    const types = typesFor(id)
    expect(types.filter(type => type === 'invoice.payment_failed')).toHaveLength(4)
    expect(types.filter(type => type === 'customer.subscription.deleted')).toHaveLength(1)
  })

  it('is tried by one payment after 3, 5 and 7 days, and each bill says when next', async () => {
    const { id } = await join(CARDS.paysOnce)
    await advance(30)
    const bill = async () => (await shop.payments.listInvoices({ subscriptionId: id })).items[0]!
    const first = await bill()
    const day = (date: string) => new Date(`${date}T12:00:00Z`)
    expect(first).toMatchObject({ status: 'open', attemptCount: 1, nextAttemptAt: day('2026-12-23'), paidAt: null })
    await advance(3)
    expect(await bill()).toMatchObject({ attemptCount: 2, nextAttemptAt: day('2026-12-28') })
    await advance(5)
    expect(await bill()).toMatchObject({ attemptCount: 3, nextAttemptAt: day('2027-01-04') })
    await advance(7)
    const last = await bill()
    expect(last).toMatchObject({ status: 'open', attemptCount: 4, nextAttemptAt: null })
    expect(await shop.payments.readSubscription(id)).toMatchObject({ status: 'canceled', latestInvoiceId: last.id })
    const { data } = await shop.stripe.charges.list({ payment_intent: last.paymentIntentId! })
    expect(data.map(charge => charge.paid)).toEqual([false, false, false, false])
  })

  it('goes on as soon as its bill is paid by hand with another card', async () => {
    const { id, customerId } = await join(CARDS.paysOnce)
    await advance(31)
    const { latestInvoiceId } = await shop.payments.readSubscription(id)
    await expect(shop.payments.payInvoice(latestInvoiceId!)).rejects.toMatchObject({ kind: 'declined' })
    expect(await shop.payments.readInvoice(latestInvoiceId!)).toMatchObject({ status: 'open', attemptCount: 1 })
    const card = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId })
    await shop.stripe.subscriptions.update(id, { default_payment_method: card.id })
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => shop.payments.payInvoice(latestInvoiceId!)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const paid = await shop.payments.readInvoice(latestInvoiceId!)
    expect(paid).toMatchObject({ status: 'paid', amountPaidCents: 2499, nextAttemptAt: null })
    expect(await shop.payments.readSubscription(id)).toMatchObject({ status: 'active' })
    await advance(31)
    expect((await shop.payments.listInvoices({ subscriptionId: id })).items).toHaveLength(3)
  })

  it('is announced a week before it renews', async () => {
    const { id } = await join(CARDS.pays)
    await advance(23)
    const { data } = await shop.stripe.events.list({ type: 'invoice.upcoming' })
    const upcoming = data.filter(event => JSON.stringify(event).includes(id))
    expect(upcoming.map(event => (event.data.object as { amount_due: number }).amount_due)).toEqual([2499])
  })

  it('is cancelled at the end of its period, unless resumed', async () => {
    const { id } = await join(CARDS.pays)
    const leaving = await shop.payments.cancelSubscription(id, { atPeriodEnd: true })
    expect(leaving).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    expect(await shop.payments.resumeSubscription(id)).toMatchObject({ cancelAtPeriodEnd: false, canceledAt: null })
    await shop.payments.cancelSubscription(id, { atPeriodEnd: true })
    await advance(31)
    expect(await shop.payments.readSubscription(id)).toMatchObject({ status: 'canceled' })
    expect((await shop.stripe.invoices.list({ subscription: id })).data).toHaveLength(1)
    await expect(shop.payments.resumeSubscription(id)).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('is cancelled at once', async () => {
    const { id } = await join(CARDS.pays)
    expect(await shop.payments.cancelSubscription(id, { atPeriodEnd: false })).toMatchObject({ status: 'canceled' })
    expect(typesFor(id)).not.toContain('customer.subscription.deleted')
    await shop.sandbox.deliverDue(shop.clock.now)
    expect(typesFor(id)).toContain('customer.subscription.deleted')
  })

  it('is moved on by whole days only', async () => {
    for (const days of [0, -1, 1.5, 401, 'x', null]) expect((await advance(days)).status).toBe(400)
  })
})
