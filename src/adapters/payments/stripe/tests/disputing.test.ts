import { CARDS } from '@redoubt/stripe-sandbox/testing'
import { describe, expect, it } from 'vitest'
import { testPayments } from '../../testing/test-payments.ts'

const shop = await testPayments()

const EVIDENCE = {
  ...{ pdf: new TextEncoder().encode('%PDF-1.4 evidence'), fileName: 'RD-1.pdf', refundPolicy: 'Ask us.' },
  ...{ customerName: null, customerEmail: 'ada@redoubt.test', customerIp: null, productDescription: 'Patch' },
  ...{ shippingAddress: null, carrier: null, trackingNumber: null, shippedAt: null },
}

async function disputed(card: string) {
  const { paymentIntentId, orderId } = await shop.buy(card)
  const { items } = await shop.payments.listDisputes({ paymentIntentId })
  return { ...items[0]!, paymentIntentId, orderId }
}
const act = (path: string, json: object) =>
  shop.sandbox.app.request(`/dev/stripe/dispute${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
async function typesOf(id: string) {
  const { data } = await shop.stripe.events.list({ limit: 100 })
  const types = data.filter(({ data }) => (data.object as { id: string }).id === id).map(({ type }) => type)
  return types.map(type => type.replace('charge.dispute.', '')).reverse()
}
const answer = (id: string, summary: string) =>
  shop.payments.submitEvidence(id, { ...EVIDENCE, summary, idempotencyKey: `evidence:${id}` })
const refund = (paymentIntentId: string) =>
  shop.payments.refund({ paymentIntentId, amountCents: 100, idempotencyKey: crypto.randomUUID() })

describe('a chargeback', () => {
  it('takes the money and the fee at once, and names order, amount, reason and deadline', async () => {
    const dispute = await disputed(CARDS.notReceived)
    const dueBy = new Date(+shop.clock.now + 7 * 86_400_000)
    expect(dispute).toMatchObject({
      amountCents: 7425,
      reason: 'product_not_received',
      status: 'needs_response',
      dueBy,
    })
    expect(dispute.movements).toMatchObject([{ amountCents: -7425, feeCents: 1500 }])
    expect((await shop.payments.readDispute(dispute.id)).orderId).toBe(dispute.orderId)
    expect(await typesOf(dispute.id)).toEqual(['created', 'funds_withdrawn'])
  })

  it('is won by winning evidence: the money comes back, the fee does not', async () => {
    const { id } = await disputed(CARDS.disputed)
    const won = await answer(id, 'winning_evidence')
    expect(won).toMatchObject({ status: 'won', submissionCount: 1 })
    expect(won.movements.map(({ amountCents, feeCents }) => amountCents - feeCents)).toEqual([-8925, 7425])
    expect(await typesOf(id)).toEqual(['created', 'funds_withdrawn', 'updated', 'funds_reinstated', 'closed'])
    const { evidence } = await shop.stripe.disputes.retrieve(id)
    const file = await shop.stripe.files.retrieve(String(evidence.uncategorized_file))
    expect(file).toMatchObject({ size: EVIDENCE.pdf.length, purpose: 'dispute_evidence', filename: 'RD-1.pdf' })
  })

  it.each([
    ['losing evidence', (id: string) => answer(id, 'losing_evidence')],
    ['accepting it', (id: string) => shop.payments.acceptDispute(id)],
    ['seven days without an answer', () => shop.advance(7)],
  ])('is lost by %s', async (_, lose) => {
    const { id, paymentIntentId } = await disputed(CARDS.disputed)
    await lose(id)
    expect(await shop.payments.readDispute(id)).toMatchObject({ status: 'lost' })
    await expect(answer(id, 'again')).rejects.toMatchObject({ kind: 'invalid' })
    await expect(refund(paymentIntentId)).rejects.toMatchObject({ kind: 'invalid', code: 'charge_disputed' })
  })

  it('refuses refunds while it is open and takes evidence once', async () => {
    const { id, paymentIntentId } = await disputed(CARDS.disputed)
    await expect(refund(paymentIntentId)).rejects.toMatchObject({ kind: 'invalid', code: 'charge_disputed' })
    expect((await answer(id, 'All of it.')).status).toBe('under_review')
    await expect(shop.payments.submitEvidence(id, { ...EVIDENCE, summary: '', idempotencyKey: 'b' })).rejects.toThrow(
      'already been submitted',
    )
    await act(`/${id}`, { outcome: 'won' })
    expect((await refund(paymentIntentId)).status).toBe('succeeded')
  })
})

describe('a dispute inquiry', () => {
  it('takes no money, leaves refunds possible, and closes without a chargeback', async () => {
    const { id, paymentIntentId, ...dispute } = await disputed(CARDS.inquired)
    expect(dispute).toMatchObject({ isInquiry: true, movements: [], status: 'needs_response' })
    expect((await refund(paymentIntentId)).status).toBe('succeeded')
    await act(`/${id}`, { outcome: 'lost' })
    expect(await shop.payments.readDispute(id)).toMatchObject({ status: 'prevented', movements: [] })
  })

  it('becomes a chargeback when the bank goes on with it', async () => {
    const { id } = await disputed(CARDS.inquired)
    await act(`/${id}`, { outcome: 'escalated' })
    const dispute = await shop.payments.readDispute(id)
    expect(dispute).toMatchObject({ isInquiry: false, status: 'needs_response' })
    expect(dispute.movements).toHaveLength(1)
  })
})

describe('a payment', () => {
  it('a payment can have several disputes, each of a part', async () => {
    const { paymentIntentId } = await shop.buy(CARDS.pays)
    for (const amount of [1000, 2000]) await act('', { payment_intent: paymentIntentId, amount, reason: 'duplicate' })
    const { items } = await shop.payments.listDisputes({ paymentIntentId })
    expect(items.map(({ amountCents }) => amountCents)).toEqual([2000, 1000])
    expect((await act('', { payment_intent: paymentIntentId, amount: 9e6 })).status).toBe(400)
  })

  it('is refunded or disputed first when both come at once, never refunded after', async () => {
    const { paymentIntentId } = await shop.buy(CARDS.pays)
    const refunds = Array.from({ length: 10 }, () => refund(paymentIntentId).catch(error => error.code))
    const opened = act('', { payment_intent: paymentIntentId })
    const results = await Promise.all(refunds)
    expect((await opened).status).toBe(200)
    const [charge] = (await shop.stripe.charges.list({ payment_intent: paymentIntentId })).data
    const succeeded = results.filter(result => result?.status === 'succeeded')
    expect(charge!.amount_refunded).toBe(succeeded.length * 100)
    expect(results.filter(result => result !== 'charge_disputed')).toHaveLength(succeeded.length)
    await expect(refund(paymentIntentId)).rejects.toMatchObject({ code: 'charge_disputed' })
  })
})
