import { expect, it } from 'vitest'
import { followRefunds } from '#features/orders/refunds/commands/follow-refunds.server.ts'
import { handleWaitingEvents } from '#features/orders/webhooks/commands/payment-events.server.ts'
import { reconcileOrders } from '#features/orders/webhooks/commands/reconcile.server.ts'
import { type Buyer, openStoryShop } from './testing/story.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const { shop, at } = await openStoryShop({ connections: 30 })

type Course = { buyer: Buyer; giveawayId: string; session: { id: string; url: string; orderId: string } }

/** The steps from cart to refund, each at the shop's current clock. */
const STEPS = [
  checkOut,
  pay,
  // Signed by the provider's clock: the shop refuses a webhook that seems days old, and the provider sends it again.
  webhook,
  async ({ buyer, session }: Course) => {
    const { json } = await at.verify(await at.signedIn(buyer.user), session.id)
    expect(json.status).toBe('paid')
  },
  async ({ buyer, giveawayId }: Course) => {
    const as = await at.signedIn(buyer.user)
    const { status, text } = await shop.call(`/api/giveaways/${giveawayId}/entries`, { as, json: { slots: [1] } })
    expect(status, text).toBe(200)
  },
  async ({ session }: Course) => {
    const { status, text } = await at.refund(session.orderId, { spentCredits: 'entries' })
    expect(status, text).toBe(200)
  },
  () => Promise.all([reconcileOrders(shop.system), handleWaitingEvents(shop.system), followRefunds(shop.system)]),
] as const

async function checkOut(course: Course): Promise<void> {
  const { status, json } = await at.checkOut(course.buyer)
  expect(status, JSON.stringify(json)).toBe(200)
  course.session = json
}

/** An expired page takes no money; the order expires, and the shopper starts again. */
async function pay(course: Course): Promise<void> {
  await shop.paymentProvider.sandbox!.runDue()
  const isOver = await at.pay(course.session.url).then(
    () => false,
    error => String(error).includes('410'),
  )
  if (!isOver) return
  await reconcileOrders(shop.system, { all: true })
  expect((await at.orderRow(course.session.orderId)).status).toBe('expired')
  await checkOut(course)
  await at.pay(course.session.url)
}

async function webhook({ buyer }: Course): Promise<void> {
  for (const payload of await at.webhooksOf(buyer.user)) {
    const providersTime = new Date(JSON.parse(payload).created * 1000)
    const { status } = await at.deliver(payload, { at: providersTime })
    expect(status).toBe(+shop.clock.now() - +providersTime > 300_000 ? 400 : 200)
  }
}

/** @param jumpBefore milliseconds by which the clock jumps before a step. */
async function story(jumpBefore: (step: number) => number): Promise<Buyer> {
  const buyer = await at.addBuyer()
  const startDate = new Date(+shop.clock.now() - 3 * DAY).toISOString()
  const giveaway = { title: 'Pack', description: 'Goods in a box.', tier: 'Silver', startDate }
  const as = await at.signedIn(at.admin, true)
  const course = { buyer, giveawayId: (await shop.call('/api/giveaways', { as, json: giveaway })).json.id } as Course
  for (const [number, step] of STEPS.entries()) {
    shop.clock.advance(jumpBefore(number))
    await step(course)
  }
  return buyer
}

it('a purchase ends the same when the clock jumps a day ahead or an hour back between any two steps [B-11.32]', async () => {
  const calm = await story(() => 0)
  const jumped: [string, Buyer][] = []
  for (const [name, jump] of [['a day ahead', DAY] as const, ['an hour back', -HOUR] as const]) {
    for (let before = 1; before < STEPS.length; before++)
      jumped.push([`${name} before step ${before}`, await story(step => (step === before ? jump : 0))])
  }
  jumped.push(['back and forth', await story(step => (step % 2 ? DAY : -HOUR))])
  jumped.push(['forth and back', await story(step => (step % 2 ? -HOUR : DAY))])

  // After the clock is right again, all postponed work is due, and every webhook is delivered once more.
  shop.clock.advance(2 * DAY)
  for (const [, { user }] of jumped) for (const payload of await at.webhooksOf(user)) await at.deliver(payload)
  await reconcileOrders(shop.system)
  await followRefunds(shop.system)
  await at.rest()

  const expected = await at.stateOf(calm)
  expect(expected).toMatchObject({
    orders: [{ standing: 'refunded', sales: 1, refunds: [{ status: 'succeeded', entries_removed: 1, told: true }] }],
    ...{ unfinished: 0, entries: 0, stock: [{ stock_on_hand: 5, held: 0 }], codes: [{ held: 0, used: 1, late: 0 }] },
    ...{ charged: [{}], paidBack: [{ status: 'succeeded' }], accounts: [{ issued: 0, available: 0, spent: 0 }] },
  })
  for (const [name, buyer] of jumped) expect(await at.stateOf(buyer), name).toEqual(expected)
  await at.expectAudited()
})
