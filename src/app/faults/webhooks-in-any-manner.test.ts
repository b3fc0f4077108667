import { describe, expect, it } from 'vitest'
import type { TestUser } from '../testing/users.ts'
import type { FinalState } from './testing/final-state.ts'
import { openStoryShop } from './testing/story.ts'

const DAY = 86_400_000

const { shop, at } = await openStoryShop({ connections: 30 })
const expected = await story(each => each)

/** Which webhooks are delivered, how often and in what order. */
type Manner = (payloads: string[]) => string[]

/** Delivers all webhooks about a user so far, including earlier ones, concurrently. */
async function bring(user: TestUser, manner: Manner): Promise<void> {
  const answers = await Promise.all(manner(await at.webhooksOf(user)).map(payload => at.deliver(payload)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  await at.rest()
}

/**
 * A user buys goods with a coupon, and a membership. The provider's dashboard refunds a part of the money, staff refund the rest, and the
 * membership is cancelled. No shopper returns from a payment page: webhooks are the only source.
 */
async function story(manner: Manner, { lateBy = 0 } = {}): Promise<FinalState> {
  const buyer = await at.addBuyer()
  const { json: session } = await at.checkOut(buyer)
  await at.pay(session.url)
  const { json: membership } = await at.billing.begin(await at.signedIn(buyer.user))
  await at.pay(membership.url)
  shop.clock.advance(lateBy)
  await bring(buyer.user, manner)
  const { payment_intent_id: paymentIntentId } = await at.orderRow(session.orderId)
  const byHand = { paymentIntentId: paymentIntentId!, amountCents: 1000, idempotencyKey: crypto.randomUUID() }
  await shop.system.payments.refund(byHand)
  shop.clock.advance(lateBy)
  await bring(buyer.user, manner)
  shop.clock.advance(1000)
  expect((await at.refund(session.orderId)).status).toBe(200)
  expect((await at.billing.cancel(await at.signedIn(buyer.user))).status).toBe(200)
  await at.rest()
  await bring(buyer.user, manner)
  return at.stateOf(buyer)
}

/** Seeded pseudo-random numbers from 0 to 1. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

function oneToTenTimesShuffled(seed: number): Manner {
  const next = numbersOf(seed)
  return payloads =>
    payloads
      .flatMap(payload => Array.from({ length: 1 + Math.floor(next() * 10) }, () => payload))
      .map(payload => ({ payload, place: next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ payload }) => payload)
}

const MANNERS: Record<string, Manner> = {
  'ten times each': payloads => Array.from({ length: 10 }, () => payloads).flat(),
  'newest first': payloads => payloads.toReversed(),
  'shuffled, 1': oneToTenTimesShuffled(20_261),
  'shuffled, 2': oneToTenTimesShuffled(20_262),
  'shuffled, 3': oneToTenTimesShuffled(20_263),
}

describe('webhooks', () => {
  it('webhooks sent once and in order settle an order, a membership and refunds', () => {
    expect(expected).toMatchObject({
      orders: [
        { mode: 'subscription', standing: 'paid', sales: 1 },
        { mode: 'payment', standing: 'refunded', sales: 1, uses: [{ state: 'used' }] },
      ],
      ...{ unfinished: 0, stock: [{ stock_on_hand: null }, { stock_on_hand: 5, held: 0 }] },
      ...{ memberships: [{ status: 'active', cancel_at_period_end: true }], invoices: [{ reason: 'first' }] },
    })
    expect(expected.charged).toHaveLength(2)
    expect(expected.paidBack.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
    const [, goods] = expected.orders
    expect(goods!.refunded).toBe(goods!.total)
    // Two receipts, two refunds, the start of the membership and its cancellation.
    expect(expected.emails).toHaveLength(6)
  })

  it('webhooks sent ten times newest first, or one to ten times shuffled, end the same [B-11.27]', async () => {
    const found = await Promise.all(
      Object.entries(MANNERS).map(async ([name, manner]) => [name, await story(manner)] as const),
    )
    for (const [name, state] of found) expect(state, name).toEqual(expected)
  })

  it('webhooks days late, repeated and shuffled, end the same [B-11.27]', async () => {
    expect(await story(oneToTenTimesShuffled(7), { lateBy: 3 * DAY })).toEqual(expected)
  })
})

describe('webhooks of another account, or forged', () => {
  it('forged, altered and stale webhooks, and those of another account or mode, are refused and change nothing [B-11.28]', async () => {
    const buyer = await at.addBuyer()
    const { json: session } = await at.checkOut(buyer)
    await at.pay(session.url)
    const before = await at.stateOf(buyer)
    const payload = (await at.webhooksOf(buyer.user)).find(each => each.includes('"checkout.session.completed"'))
    const event = JSON.parse(payload!)
    const minutesAgo = (n: number) => new Date(+shop.clock.now() - n * 60_000)
    const answers = await Promise.all([
      at.deliver(payload!, { secret: 'whsec_of_somebody_else' }),
      at.deliver(payload!, { sent: payload!.replace(session.id, 'cs_test_other') }),
      at.deliver(payload!, { sent: `${payload} ` }),
      at.deliver(payload!, { at: minutesAgo(6) }),
      // Signed with the shop's secret, as an endpoint for connected accounts or live mode could be.
      at.deliver(JSON.stringify({ ...event, account: 'acct_of_somebody_else' })),
      at.deliver(JSON.stringify({ ...event, livemode: true })),
      at.deliver(JSON.stringify({ ...event, id: undefined })),
      shop.call('/api/webhooks/stripe', { method: 'POST', body: payload! }),
    ])
    for (const { json } of answers) expect(json).toMatchObject({ status: 400, code: 'webhook_refused' })
    await at.rest()
    expect(await at.stateOf(buyer)).toEqual(before)
    const { rowCount } = await shop.services.pool.query('select from webhook_event where event_id = $1', [event.id])
    expect(rowCount).toBe(0)
    // The genuine webhook is still accepted.
    expect((await at.deliver(payload!)).status).toBe(200)
    await at.rest()
    expect(await at.stateOf(buyer)).toMatchObject({ orders: [{ standing: 'paid', sales: 1 }], unfinished: 0 })
  })

  it('a webhook that contradicts its object is processed by the object', async () => {
    const buyer = await at.addBuyer()
    const { json: session } = await at.checkOut(buyer)
    const claim = { id: session.id, object: 'checkout.session', status: 'complete', payment_status: 'paid' }
    const event = { id: 'evt_claims', object: 'event', type: 'checkout.session.completed', livemode: false, created: 1 }
    expect((await at.deliver(JSON.stringify({ ...event, data: { object: claim } }))).status).toBe(200)
    await at.rest()
    expect(await at.orderRow(session.orderId)).toMatchObject({ status: 'pending', paid_at: null })
  })
})
