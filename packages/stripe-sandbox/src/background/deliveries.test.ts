import { beforeEach, describe, expect, it } from 'vitest'
import { testShop } from '../testing/shop.ts'
import { CARDS, WEBHOOK_SECRET } from '../testing/test-sandbox.ts'

const shop = await testShop()
beforeEach(async () => {
  shop.endpoint.status = 200
  await shop.sandbox.deliverDue(shop.clock.now)
  shop.endpoint.received.length = 0
})

async function payOrder() {
  const { id, url } = await shop.open()
  await shop.pay(url, CARDS.pays)
  return id
}
const later = (seconds: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + seconds * 1000)
  return shop.clock.now
}

describe('webhooks', () => {
  it('arrive signed, once, and only those the endpoint is subscribed to', async () => {
    const id = await payOrder()
    await shop.sandbox.deliverDue(shop.clock.now)
    expect(await shop.sandbox.deliverDue(later(3600))).toBe(0)
    expect(shop.endpoint.received).toHaveLength(1)
    const { body, signature } = shop.endpoint.received[0]!
    const event = shop.stripe.webhooks.constructEvent(
      body,
      signature,
      WEBHOOK_SECRET,
      7200,
      undefined,
      shop.clock.now.getTime(),
    )
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      data: { object: { id, payment_status: 'paid' } },
    })
    expect(await shop.stripe.events.retrieve(event.id)).toMatchObject({ id: event.id })
    const all = await shop.stripe.events.list({ limit: 4 })
    expect(all.data.map(({ type }) => type)).toEqual([
      'checkout.session.completed',
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ])
  })

  it('webhooks are sent again with growing pauses until the endpoint accepts them', async () => {
    shop.endpoint.status = 500
    await payOrder()
    const tries: number[] = []
    for (let second = 0; second < 16; second++) {
      if ((await shop.sandbox.deliverDue(later(second === 0 ? 0 : 1))) > 0) tries.push(second)
    }
    expect(tries).toEqual([0, 1, 3, 7, 15])
    shop.endpoint.status = 204
    expect(await shop.sandbox.deliverDue(later(16))).toBe(1)
    expect(await shop.sandbox.deliverDue(later(86_400))).toBe(0)
    expect(new Set(shop.arrived().map(event => event.id)).size).toBe(1)
  })

  it('survive the server that wrote them, and arrive once from two servers at work', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, payOrder))
    const [first, second] = [shop.make(), shop.make()]
    await Promise.all([first.deliverDue(shop.clock.now), second.deliverDue(shop.clock.now)])
    const arrived = shop.arrived().map(event => (event.data.object as { id: string }).id)
    expect(arrived.sort()).toEqual(ids.sort())
  })

  it('leave by themselves soon after a change while the sandbox runs, and never after it stopped', async () => {
    shop.sandbox.start()
    await payOrder()
    await expect.poll(() => shop.endpoint.received.length).toBe(1)
    await shop.sandbox.stop()
    await payOrder()
    await new Promise(done => setTimeout(done, 60))
    expect(shop.endpoint.received).toHaveLength(1)
  })
})
