import { CARDS, SECRET_KEY } from '@redoubt/stripe-sandbox/testing'
import { describe, expect, it } from 'vitest'
import { newMembership, newOrder } from '../../testing/new-orders.ts'
import { testPayments } from '../../testing/test-payments.ts'
import { createStripePayments } from '../stripe-payments.server.ts'

const shop = await testPayments()

describe('a checkout', () => {
  it('is opened, paid on its page and read back with the order and the amount', async () => {
    const order = newOrder(shop.clock)
    const { id, url } = await shop.payments.createCheckout(order)
    const { orderId } = order
    const open = { id, status: 'open', paymentStatus: 'unpaid', amountCents: 7425, currency: 'usd', orderId }
    expect(await shop.payments.readCheckout(id)).toMatchObject({ ...open, paymentIntentId: null })
    await shop.pay(url, CARDS.pays)
    const paid = await shop.payments.readCheckout(id)
    expect(paid).toMatchObject({ status: 'complete', paymentStatus: 'paid', amountCents: 7425, orderId })
    const intent = await shop.stripe.paymentIntents.retrieve(paid.paymentIntentId!)
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 7425, metadata: { orderId } })
  })

  it('says why a card was declined, until another card pays', async () => {
    const { id, url } = await shop.payments.createCheckout(newOrder(shop.clock))
    await shop.pay(url, CARDS.noFunds)
    const declined = await shop.payments.readCheckout(id)
    expect(declined).toMatchObject({ status: 'open', paymentStatus: 'unpaid' })
    expect(declined.failureMessage).toBe('Your card has insufficient funds.')
    await shop.pay(url, CARDS.pays)
    const paid = await shop.payments.readCheckout(id)
    expect(paid).toMatchObject({ paymentStatus: 'paid', paymentIntentId: declined.paymentIntentId })
    expect(paid.failureMessage).toBeUndefined()
  })

  it('is expired once', async () => {
    const { id } = await shop.payments.createCheckout(newOrder(shop.clock))
    await shop.payments.expireCheckout(id)
    expect(await shop.payments.readCheckout(id)).toMatchObject({ status: 'expired', paymentStatus: 'unpaid' })
    await expect(shop.payments.expireCheckout(id)).rejects.toMatchObject({ kind: 'invalid' })
    await expect(shop.payments.readCheckout('cs_none')).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('starts one membership when twenty payments arrive at once after a declined card', async () => {
    const { id, url } = await shop.payments.createCheckout(newMembership(shop.clock))
    await shop.pay(url, CARDS.declined)
    expect(await shop.payments.readCheckout(id)).toMatchObject({ status: 'open', subscriptionId: null })
    await Promise.all(Array.from({ length: 20 }, () => shop.pay(url, CARDS.pays)))
    const paid = await shop.payments.readCheckout(id)
    const { data } = await shop.stripe.subscriptions.list({ customer: paid.customerId! })
    expect(data.map(subscription => subscription.id)).toEqual([paid.subscriptionId])
  })

  it('is created once under one key, and a changed order under that key is refused', async () => {
    const order = newOrder(shop.clock)
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.payments.createCheckout(order)))
    expect(new Set(answers.map(answer => answer.id)).size).toBe(1)
    const other = shop.payments.createCheckout({ ...order, customerEmail: 'eve@redoubt.test' })
    await expect(other).rejects.toMatchObject({ kind: 'invalid', cause: { type: 'StripeIdempotencyError' } })
  })
})

describe('a refund', () => {
  it('has its amount, payment and moment', async () => {
    const { paymentIntentId } = await shop.buy(CARDS.pays)
    const refund = await shop.payments.refund({ paymentIntentId, amountCents: 3000, idempotencyKey: paymentIntentId })
    const createdAt = shop.clock.now
    const expected = { status: 'succeeded', amountCents: 3000, paymentIntentId, createdAt, failureReason: null }
    expect(refund).toEqual({ id: refund.id, ...expected })
    expect(await shop.payments.readRefund(refund.id)).toEqual(refund)
    await expect(shop.payments.readRefund('re_none')).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('is pending or failed with its reason when the bank is slow or refuses it', async () => {
    const back = async (card: string) => {
      const { paymentIntentId } = await shop.buy(card)
      return shop.payments.refund({ paymentIntentId, amountCents: 3000, idempotencyKey: paymentIntentId })
    }
    expect(await back(CARDS.refundsLater)).toMatchObject({ status: 'pending' })
    const { id, status } = await back(CARDS.refundFails)
    expect(status).toBe('succeeded')
    await shop.advance(1)
    const failed = { status: 'failed', failureReason: 'expired_or_canceled_card' }
    expect(await shop.payments.readRefund(id)).toMatchObject(failed)
  })

  it('is issued once when its call is repeated', async () => {
    const { paymentIntentId } = await shop.buy(CARDS.pays)
    const input = { paymentIntentId, amountCents: 7425, idempotencyKey: crypto.randomUUID() }
    const refunds = await Promise.all(Array.from({ length: 10 }, () => shop.payments.refund(input)))
    expect(new Set(refunds.map(refund => refund.id)).size).toBe(1)
    const more = shop.payments.refund({ ...input, amountCents: 1, idempotencyKey: crypto.randomUUID() })
    await expect(more).rejects.toMatchObject({ kind: 'invalid', code: 'charge_already_refunded' })
  })
})

it('a billing portal is opened for a known customer only', async () => {
  const { customerId } = await shop.join(CARDS.pays)
  const returnUrl = 'http://shop.test/account'
  const { url } = await shop.payments.openBillingPortal({ customerId, returnUrl })
  expect(url).toMatch(/^http:\/\/shop\.test\/dev\/stripe\/portal\/bps_\w{32}$/)
  const unknown = shop.payments.openBillingPortal({ customerId: 'cus_none', returnUrl })
  await expect(unknown).rejects.toMatchObject({ kind: 'invalid' })
})

it('a silent provider is unreachable, and no refusal', async () => {
  const payments = createStripePayments({
    secretKey: SECRET_KEY,
    webhookSecret: 'whsec_x',
    maxNetworkRetries: 0,
    timeoutMs: 20,
    fetch: (_input, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      }),
  })
  await expect(payments.readCheckout('cs_any')).rejects.toMatchObject({ kind: 'unreachable' })
})
