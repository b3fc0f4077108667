import { afterEach, describe, expect, it } from 'vitest'
import { firstOf } from '../testing/suites/again.ts'
import type { TestUser } from '../testing/users.ts'
import type { FinalState } from './testing/final-state.ts'
import { openStoryShop } from './testing/story.ts'

/** The SDK retries a call twice: all three responses are lost, although the call was executed. */
const ALL = 3
const OPEN = 'POST /v1/checkout/sessions'
const CLOSE = 'POST /v1/checkout/sessions/*/expire'
const READ = 'GET /v1/checkout/sessions/*'
const REFUND = 'POST /v1/refunds'
const CHANGE = 'POST /v1/subscriptions/*'
const END = 'DELETE /v1/subscriptions/*'

const troubleOf = () => shop.paymentProvider.sandbox!.trouble
const { shop, at } = await openStoryShop({ connections: 20 })
const trouble = troubleOf()
afterEach(() => trouble.clear())

/** Loses every response to these calls during the work. @returns the result of the work. */
async function deaf<T>(call: Parameters<typeof trouble.plan>[0], work: () => Promise<T>): Promise<T> {
  const before = trouble.met()
  trouble.plan(call, 'lost', ALL)
  const result = await work()
  expect(trouble.met() - before, `${call} was asked`).toBeGreaterThan(0)
  trouble.clear()
  return result
}

/** Delivers the provider's webhooks. */
async function hear(user: TestUser): Promise<void> {
  await Promise.all((await at.webhooksOf(user)).map(payload => at.deliver(payload)))
  await at.rest()
}

describe('a purchase', () => {
  type Story = { opening?: boolean; closing?: boolean; reading?: boolean }

  /** Cancelled once, bought the second time. */
  async function bought({ opening, closing, reading }: Story): Promise<FinalState> {
    const buyer = await at.addBuyer()
    if (opening) {
      const failed = await deaf(OPEN, () => at.checkOut(buyer))
      expect(failed.json).toMatchObject({ status: 502, detail: 'Unable to start checkout. Please try again.' })
    }
    const { json: first } = await at.checkOut(buyer)
    const cancel = () => shop.call(`/api/orders/${first.orderId}/cancel`, { as: buyer.user, method: 'POST' })
    const given = await (closing ? deaf(CLOSE, cancel) : cancel())
    expect(given.status).toBe(closing ? 502 : 204)
    // The page takes no money, regardless of the response.
    await expect(at.pay(first.url)).rejects.toThrow('410')
    // The shop has not learned that the page is closed. A second cancel finds out, as does a new checkout with this code.
    if (closing && !opening) expect((await cancel()).status).toBe(204)
    const { json: session } = await at.checkOut(buyer)
    await at.pay(session.url)
    const back = () => at.verify(buyer.user, session.id)
    expect((await (reading ? deaf(READ, back) : back())).json.status).toBe(reading ? 'pending' : 'paid')
    if (reading) await hear(buyer.user)
    await at.rest()
    return at.stateOf(buyer)
  }

  it('a purchase is one order and one charge, whichever answers about its page were lost [B-11.30]', async () => {
    const expected = await bought({})
    expect(expected).toMatchObject({
      orders: [{ standing: 'paid', sales: 1 }],
      ...{
        unfinished: 0,
        charged: [{ refunded: 0 }],
        stock: [{ stock_on_hand: 3, held: 0 }],
        codes: [{ held: 0, used: 1 }],
      },
    })
    expect(await bought({ closing: true })).toEqual(expected)
    expect(await bought({ opening: true, closing: true, reading: true })).toEqual(expected)
  })

  it('a purchase goes on when the answer about closing its older page is lost', { tags: 'again' }, async () => {
    const buyer = await at.addBuyer()
    const { json: first } = await at.checkOut(buyer)
    const refused = await deaf(CLOSE, () => at.checkOut(buyer))
    expect(refused.status, refused.text).toBe(502)
    await expect(at.pay(first.url)).rejects.toThrow('410')
    const { json: session } = await at.checkOut(buyer)
    await at.pay(session.url)
    expect((await at.verify(buyer.user, session.id)).json.status).toBe('paid')
    await at.rest()
    expect(await at.stateOf(buyer)).toMatchObject({ orders: [{ standing: 'paid' }], unfinished: 0, charged: [{}] })
  })
})

describe('a refund', () => {
  async function refunded(story: 'heard' | 'lost' | 'lost, and told by webhook'): Promise<FinalState> {
    const buyer = await at.addBuyer()
    const { json: session } = await at.checkOut(buyer)
    await at.pay(session.url)
    await at.verify(buyer.user, session.id)
    const pay = async () => {
      expect((await at.refund(session.orderId)).status).toBe(200)
      await shop.settleJobs().catch(() => {})
    }
    if (story === 'heard') await pay()
    else await deaf(REFUND, pay)
    if (story.endsWith('webhook')) await hear(buyer.user)
    await at.rest()
    return at.stateOf(buyer)
  }

  it('a refund is paid once when its answer is lost [B-11.30]', async () => {
    const expected = await refunded('heard')
    expect(expected).toMatchObject({
      orders: [{ standing: 'refunded', refunds: [{ status: 'succeeded', told: true }] }],
      paidBack: [{ status: 'succeeded' }],
    })
    expect(await refunded('lost')).toEqual(expected)
    expect(await refunded('lost, and told by webhook')).toEqual(expected)
  })
})

describe('a membership', () => {
  async function changed(
    acts: [call: typeof CHANGE | typeof END, json: object][],
    isDeaf: boolean,
  ): Promise<FinalState> {
    const member = await at.billing.subscribe(await shop.addUser())
    for (const [call, json] of acts) {
      const act = async () => at.billing.update(await at.signedIn(member), json)
      if (isDeaf) await deaf(call, act)
      else expect((await act()).status).toBe(200)
      await at.rest()
      shop.clock.advance(60_000)
    }
    await hear(member)
    return at.stateOf({ user: member })
  }

  const TO_YEARLY = [CHANGE, { plan: 'yearly' }] as const
  const LEAVE = [CHANGE, { status: 'cancelled', atPeriodEnd: true }] as const
  const STAY = [CHANGE, { status: 'active' }] as const
  const END_NOW = [END, { status: 'cancelled', atPeriodEnd: false }] as const

  it.each(
    firstOf([
      ['cancelled for its end and taken back', [LEAVE, STAY]],
      ['changed to yearly and ended at once', [TO_YEARLY, END_NOW]],
    ] as const),
  )('%s ends the same when the answer is lost [B-11.30]', async (_, acts) => {
    const expected = await changed(
      acts.map(([call, json]) => [call, json]),
      false,
    )
    expect(
      await changed(
        acts.map(([call, json]) => [call, json]),
        true,
      ),
    ).toEqual(expected)
  })

  it('a refunded membership ends once when the answer about its end is lost', { tags: 'again' }, async () => {
    async function paidBack(isDeaf: boolean): Promise<FinalState> {
      const member = await at.billing.subscribe(await shop.addUser())
      const { json } = await shop.call('/api/my/orders', { as: await at.signedIn(member) })
      const pay = async () => {
        expect((await at.refund(json.orders[0].id)).status).toBe(200)
        await shop.settleJobs()
      }
      await (isDeaf ? deaf(END, pay) : pay())
      await at.rest()
      await hear(member)
      return at.stateOf({ user: member })
    }
    const expected = await paidBack(false)
    expect(expected).toMatchObject({ subscriptions: [{ status: 'canceled' }], paidBack: [{ amount: 2499 }] })
    expect(await paidBack(true)).toEqual(expected)
  })
})
