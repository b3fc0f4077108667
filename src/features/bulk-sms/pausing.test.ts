import { beforeEach, describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import { enqueueCampaignBatch, startCampaign, steerCampaign } from './commands/campaigns.server.ts'
import { readCampaign } from './queries/campaigns.server.ts'
import { openCampaignShop } from './testing/campaign-shop.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let sms: Awaited<ReturnType<typeof openCampaignShop>>
beforeEach(async () => {
  sms = await openCampaignShop()
})

describe('pausing and cancelling', () => {
  it('a campaign cancelled while it sends hands no further SMS to the provider, and accounts for every message [B-13.53]', async () => {
    const id = await sms.queue(await sms.addMany(120), 'On its way')
    const going = [sms.deliver(), sms.deliver(), sms.deliver()]
    while (sms.twilio.sent.length < 10) await new Promise(done => setTimeout(done, 2))
    await steerCampaign(sms.still(), id, 'cancel')
    await Promise.all(going)
    const { queued, sent, dropped, failed, reasons } = await sms.report(id)
    expect([queued, sent + dropped, failed]).toEqual([120, 120, 0])
    expect(sms.twilio.sent).toHaveLength(sent)
    expect(sent).toBeLessThan(120)
    expect(reasons).toEqual([{ reason: 'cancelled', count: dropped }])
    sms.shop.clock.advance(DAY)
    await sms.deliver()
    expect(sms.twilio.sent).toHaveLength(sent)
  })

  it('a campaign paused and resumed repeatedly while it sends sends each SMS once [B-13.53]', async () => {
    const id = await sms.queue(await sms.addMany(120), 'Back and forth')
    const going = [sms.deliver(), sms.deliver()]
    for (let round = 0; round < few(6, 20); round++) {
      await steerCampaign(sms.still(), id, 'pause')
      going.push(sms.deliver())
      await steerCampaign(sms.still(), id, 'resume')
    }
    await Promise.all(going)
    // No minute passes: the last resume made every message due that a pause had held.
    await sms.deliver()
    expect(await sms.report(id)).toMatchObject({ state: 'done', sent: 120, dropped: 0, failed: 0 })
    expect(new Set(sms.twilio.sent.map(({ to }) => to)).size).toBe(120)
    expect(sms.twilio.sent).toHaveLength(120)
  })

  it('a resume does not wait for a worker that holds a message, because that worker may wait for the batch', async () => {
    const id = await sms.queue(await sms.addMany(3), 'In a worker’s hands')
    await steerCampaign(sms.still(), id, 'pause')
    await sms.deliver()
    const worker = await sms.shop.services.pool.connect()
    await worker.query('begin')
    await worker.query('select from message where batch_id = $1 order by id limit 1 for update', [id])
    await steerCampaign(sms.still(), id, 'resume')
    // The worker's next statement: with the resume still waiting, this would be a deadlock.
    const { rows } = await worker.query('select state from message_batch where id = $1 for share', [id])
    expect(rows).toEqual([{ state: 'going' }])
    await worker.query('rollback')
    worker.release()
    await sms.deliver()
    expect(sms.twilio.sent).toHaveLength(2)
  })

  it('a resume while the provider answers does not report the claimed message as lost', async () => {
    const id = await sms.queue([await sms.addOptedIn()], 'In their hands')
    await steerCampaign(sms.still(), id, 'pause')
    await sms.deliver()
    await steerCampaign(sms.still(), id, 'resume')
    await sms.deliver({
      ...sms.still(),
      deliver: async message => {
        await steerCampaign(sms.still(), id, 'pause')
        await steerCampaign(sms.still(), id, 'resume')
        await sms.deliver()
        await sms.shop.system.deliver(message)
      },
    })
    expect(sms.twilio.sent).toHaveLength(1)
    expect(await sms.report(id)).toMatchObject({ state: 'done', sent: 1, failed: 0 })
  })

  it('a campaign paused while it queues queues no more users, and continues at its cursor', async () => {
    const people = await sms.addMany(120)
    const ids = people.map(({ userId }) => userId)
    const campaignId = await startCampaign(sms.still(), { to: 'selected', ids, filter: {}, message: 'Stop there' })
    await steerCampaign(sms.still(), campaignId, 'pause')
    expect(await enqueueCampaignBatch(sms.still(), { campaignId, from: null })).toBeNull()
    expect(await readCampaign(sms.shop.system, campaignId)).toMatchObject({
      state: 'paused',
      queued: 0,
      processedCount: 0,
    })
    const steers = await Promise.allSettled([
      steerCampaign(sms.shop.system, campaignId, 'resume'),
      steerCampaign(sms.shop.system, campaignId, 'resume'),
      // With the shop's jobs: when this call wins, it is the one that enqueues the delivery.
      enqueueCampaignBatch(sms.shop.system, { campaignId, from: null }),
    ])
    expect(steers.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    await sms.shop.settleJobs()
    expect(sms.twilio.sent).toHaveLength(120)
  })

  it('a pause longer than a day loses no SMS, because the day of retries begins with the provider’s failure', async () => {
    const one = await sms.addOptedIn()
    const id = await sms.queue([one], 'After the weekend')
    await steerCampaign(sms.still(), id, 'pause')
    await sms.deliver()
    sms.shop.clock.advance(3 * DAY)
    await steerCampaign(sms.still(), id, 'resume')
    sms.twilio.mood.answers = ['busy']
    await sms.deliver()
    expect(await sms.report(id)).toMatchObject({ state: 'sending', failed: 0 })
    sms.shop.clock.advance(MINUTE)
    await sms.deliver()
    expect(await sms.report(id)).toMatchObject({ state: 'done', sent: 1 })
  })
})
