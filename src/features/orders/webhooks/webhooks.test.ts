import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestShop, testShop } from '#app/testing/shop.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { payingIn } from '../testing/paying.ts'
import { handleWaitingEvents } from './commands/payment-events.server.ts'

const MINUTE = 60_000

let shop: TestShop
let paying: ReturnType<typeof payingIn>
beforeEach(async () => {
  shop = await testShop({ connections: 20 })
  paying = payingIn(shop)
  await shop.settleJobs()
  await paying.loseWebhooks()
})
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))

describe('a webhook', () => {
  it('a forged, stale or altered webhook is refused and changes nothing', async () => {
    const as = await shop.addUser()
    const { session } = await paying.paidCheckout(as)
    const payload = await paying.newestWebhook()
    const refused = [
      await paying.deliver(payload, { secret: 'whsec_somebody_else' }),
      await paying.deliver(payload, { at: new Date(+shop.clock.now() - 6 * MINUTE) }),
      await paying.deliver(payload, { sent: payload.replace(session.id, 'cs_test_other') }),
      await paying.deliver('not json'),
      await shop.call('/api/webhooks/stripe', { method: 'POST', body: payload }),
    ]
    for (const answer of refused) expect(answer.json).toMatchObject({ status: 400, code: 'webhook_refused' })
    await shop.settleJobs()
    expect(await paying.orderRow(session.orderId)).toMatchObject({ status: 'pending' })
    const { rows } = await shop.services.pool.query('select from webhook_event')
    expect(rows).toHaveLength(0)
  })

  it('a webhook of 1 MB is read in pieces, with or without an idempotency key, and an altered one is refused [B-30.13]', async () => {
    const as = await shop.addUser()
    const { session } = await paying.paidCheckout(as)
    const event = await paying.newestWebhook()
    // Letters of two and of four bytes lie across the ends of pieces.
    const long = event.replace(/}$/, `,"more":"${'é🙂'.repeat(160_000)}"}`)
    expect(Buffer.byteLength(long)).toBeGreaterThan(900_000)
    const altered = await paying.deliver(long, { sent: long.replace(/🙂"}$/, '🙃"}') })
    expect(altered.json).toMatchObject({ status: 400, code: 'webhook_refused' })
    expect((await paying.deliver(long, { headers: { 'idempotency-key': crypto.randomUUID() } })).status).toBe(200)
    expect((await paying.deliver(long)).status).toBe(200)
    await shop.settleJobs()
    expect(await paying.orderRow(session.orderId)).toMatchObject({ status: 'paid' })
    const { rows } = await shop.services.pool.query('select body from webhook_event')
    expect(rows).toEqual([{ body: long }])
  })

  it('a repeated webhook is answered 200 and processed once', async () => {
    const as = await shop.addUser()
    const bought = await paying.paidCheckout(as)
    const payload = await paying.newestWebhook()
    const answers = await Promise.all(Array.from({ length: 30 }, () => paying.deliver(payload)))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    await shop.settleJobs()
    await paying.deliver(payload)
    const { rows } = await shop.services.pool.query(
      `select handled_at, body, (select count(*) from pgboss.job where name = 'payment-event') as jobs from webhook_event`,
    )
    expect(rows).toMatchObject([{ body: payload, jobs: 1 }])
    expect(rows[0].handled_at).toBeInstanceOf(Date)
    await paying.expectSettledOnce(as, bought)
  })

  it('a webhook stored without its job is processed by the reconciler', async () => {
    const as = await shop.addUser()
    const bought = await paying.paidCheckout(as)
    await paying.deliver(await paying.newestWebhook())
    await shop.services.pool.query(`delete from pgboss.job where name = 'payment-event'`)
    shop.clock.advance(2 * MINUTE)
    await handleWaitingEvents(shop.system)
    await shop.settleJobs()
    await paying.expectSettledOnce(as, bought)
  })

  it('a webhook after the shopper’s return enqueues no job', async () => {
    const as = await shop.addUser()
    const bought = await paying.paidCheckout(as)
    await paying.verify(as, bought.session.id)
    await paying.deliver(await paying.newestWebhook())
    const { rows } = await shop.services.pool.query(`select from pgboss.job where name = 'payment-event'`)
    expect(rows).toHaveLength(0)
    await shop.settleJobs()
    await paying.expectSettledOnce(as, bought)
  })

  it('a webhook of another kind is stored and ignored', async () => {
    const as = await shop.addUser()
    const { session } = await paying.paidCheckout(as)
    const payload = await paying.newestWebhook('payment_intent.created')
    expect((await paying.deliver(payload)).status).toBe(200)
    await shop.settleJobs()
    expect(await paying.orderRow(session.orderId)).toMatchObject({ status: 'pending' })
  })
})
