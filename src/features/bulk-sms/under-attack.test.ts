import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestShop } from '#app/testing/shop.ts'
import type { TestUser, UserOptions } from '#app/testing/users.ts'
import { deliverDueMessages } from '#features/notifications/commands/deliver-messages.server.ts'
import { recordConsent } from '#features/notifications/commands/record-consent.server.ts'
import { openTwilio } from '#features/notifications/testing/providers.ts'
import { signedSms } from '#features/notifications/testing/signed-sms.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { enqueueCampaignBatch, startCampaign, steerCampaign } from './commands/campaigns.server.ts'
import { campaignOf, reportOf } from './queries/campaigns.server.ts'

/** 11:00 in Utah. */
const MORNING = new Date('2026-03-02T18:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let shop: Awaited<ReturnType<typeof openTestShop>>
let twilio: Awaited<ReturnType<typeof openTwilio>>
beforeEach(async () => {
  twilio = await openTwilio()
  shop = await openTestShop({ connections: 20, now: MORNING, env: twilio.env })
})
afterEach(async () => {
  await shop.close()
  twilio.close()
})

/** The shop's context without jobs, so that only the test enqueues and delivers. */
const still = (): Context => ({ ...shop.system, jobs: { ...shop.system.jobs, enqueue: async () => {} } })

let number = 1000
async function addOptedIn(options: UserOptions & { phone?: string; timeZone?: string } = {}) {
  const user = await shop.addUser(options)
  const phone = options.phone ?? `+1801556${number++}`
  await setPhone(user, phone)
  if (options.timeZone) {
    const preferences = { user_id: user.userId, time_zone: options.timeZone }
    await shop.services.db.insertInto('notification_preference').values(preferences).execute()
  }
  return { ...user, phone }
}
type P = Awaited<ReturnType<typeof addOptedIn>>
const many = (count: number) => Promise.all(Array.from({ length: count }, () => addOptedIn()))

async function setPhone({ userId }: TestUser, phone: string): Promise<void> {
  await shop.services.db.updateTable('users').set({ phone }).where('id', '=', userId).execute()
  await transact(shop.system, tx => recordConsent(tx, { userId, channel: 'sms', given: true, source: 'profile' }))
}

/** Starts a campaign and enqueues its messages; nothing is delivered yet. */
async function queue(people: readonly TestUser[], message: string): Promise<string> {
  const ids = people.map(({ userId }) => userId)
  const campaignId = await startCampaign(still(), { to: 'selected', ids, filter: {}, message })
  await enqueueCampaignBatch(still(), { campaignId, from: null })
  return campaignId
}
const deliver = (ctx = still()) => deliverDueMessages(ctx, 'sms')
const report = (id: string) => reportOf(shop.system, id)

describe('consent between queueing and sending', () => {
  it('STOP, a withdrawn consent, a corrected birth date, and a disabled or deleted account end the sending to that user [B-13.50]', async () => {
    const people = [...(await many(5)), await addOptedIn()]
    const [stops, withdraws, disabled, leaves, young, stays] = people as [P, P, P, P, P, P]
    const id = await queue(people, 'Patches are back')
    await shop.call('/api/webhooks/sms', signedSms(shop, { MessageSid: 'SM9', From: stops.phone, Body: 'STOP' }))
    await shop.call('/api/my/profile', { as: withdraws, json: { smsConsent: false } })
    const { db } = shop.services
    await db.updateTable('users').set({ enabled: false }).where('id', '=', disabled.userId).execute()
    await db.updateTable('users').set({ birth_date: '2010-03-02' }).where('id', '=', young.userId).execute()
    const owner = await shop.addUser({ admin: true })
    const left = await shop.call('/api/admin/users', { as: owner, method: 'DELETE', json: { email: leaves.email } })
    expect(left.status).toBe(200)
    await deliver()
    expect(twilio.sent.map(({ to }) => to)).toEqual([stays.phone])
    expect(await report(id)).toMatchObject({
      state: 'done',
      sent: 1,
      dropped: 5,
      reasons: [
        { reason: 'not wanted any more', count: 3 },
        { reason: 'not of age by the birth date on file', count: 1 },
      ],
    })
  })

  it('two users who change to the same phone get one SMS, in either order [B-13.54]', async () => {
    const [one, two, alone] = [await addOptedIn(), await addOptedIn(), await addOptedIn()]
    const id = await queue([one, two, alone], 'Patches are back')
    await setPhone(two, one.phone)
    await setPhone(alone, '+18015569999')
    await Promise.all(Array.from({ length: 5 }, () => deliver()))
    expect(twilio.sent.map(({ to }) => to).sort()).toEqual([one.phone, '+18015569999'].sort())
    const reasons = [{ reason: 'the same phone as somebody else in it', count: 1 }]
    expect(await report(id)).toMatchObject({ sent: 2, dropped: 1, reasons })
  })

  it('a user who joins the filter ahead of the cursor gets the SMS, one who leaves does not, and none gets two', async () => {
    const people = await many(520)
    const audience = {
      to: 'filtered' as const,
      ids: [],
      filter: { smsConsent: 'true' as const },
      message: 'To who wants it',
    }
    const campaignId = await startCampaign(still(), audience)
    const step = (await enqueueCampaignBatch(still(), { campaignId, from: null }))!
    const later = people.filter(({ userId }) => userId > step.from!)
    const leaves = later[0]!
    const leaving = { userId: leaves.userId, channel: 'sms', given: false, source: 'profile' } as const
    await transact(shop.system, tx => recordConsent(tx, leaving))
    expect(await enqueueCampaignBatch(still(), step)).toBeNull()
    expect(await enqueueCampaignBatch(still(), step)).toBeNull()
    expect(await campaignOf(shop.system, campaignId)).toMatchObject({ processedCount: 519, queued: 519, leftOut: {} })
    await deliver()
    expect(new Set(twilio.sent.map(({ to }) => to)).size).toBe(519)
    expect(twilio.sent).toHaveLength(519)
  }, 60_000)
})

describe('a phone’s month', () => {
  it('the cap of a month holds for two concurrent campaigns, two accounts of one phone, and a phone changed in between [B-13.51]', async () => {
    const one = await addOptedIn()
    const twin = await addOptedIn({ phone: one.phone })
    for (const n of [1, 2, 3]) await queue([one], `Offer ${n}`)
    await deliver()
    const [a, b] = [await queue([one], 'Offer 4'), await queue([twin], 'Offer 4 for you')]
    await Promise.all([deliver(), deliver(), deliver()])
    expect(twilio.sent).toHaveLength(4)
    const both = [await report(a), await report(b)]
    expect(both.map(({ sent }) => sent).sort()).toEqual([0, 1])
    expect(both.flatMap(({ reasons }) => reasons)).toEqual([{ reason: '4 SMS this month already', count: 1 }])

    // Counted for the user's own phone, refused by the provider, then moved to the phone with a full month.
    const other = await addOptedIn()
    const moved = await queue([other], 'Offer 5')
    twilio.mood.answers = ['busy']
    await deliver()
    await setPhone(other, one.phone)
    shop.clock.advance(MINUTE)
    await deliver()
    expect(twilio.sent).toHaveLength(4)
    expect(await report(moved)).toMatchObject({ dropped: 1, reasons: [{ reason: '4 SMS this month already' }] })
  })
})

describe('the night', () => {
  it('quiet hours follow each recipient’s zone, on the evening on which the clocks change [B-13.51]', async () => {
    // 20:59 in New York and 17:59 in Los Angeles.
    shop.clock.set('2026-03-08T01:59:00Z')
    const [east, west] = [
      await addOptedIn({ timeZone: 'America/New_York' }),
      await addOptedIn({ timeZone: 'America/Los_Angeles' }),
    ]
    const id = await queue([east, west], 'Until nine')
    shop.clock.advance(MINUTE)
    await deliver()
    expect(twilio.sent.map(({ to }) => to)).toEqual([west.phone])
    // Daylight time begins, so 8:00 comes an hour sooner than on the day before.
    expect(await report(id)).toMatchObject({ state: 'sending', nextAt: '2026-03-08T12:00:00.000Z' })
    shop.clock.set('2026-03-08T11:59:59Z')
    await deliver()
    expect(twilio.sent).toHaveLength(1)
    shop.clock.set('2026-03-08T12:00:00Z')
    await deliver()
    expect(twilio.sent.map(({ to }) => to)).toEqual([west.phone, east.phone])
  })
})

describe('pausing and cancelling', () => {
  it('a campaign cancelled while it sends hands no further SMS to the provider, and accounts for every message [B-13.53]', async () => {
    const id = await queue(await many(120), 'On its way')
    const going = [deliver(), deliver(), deliver()]
    while (twilio.sent.length < 10) await new Promise(done => setTimeout(done, 2))
    await steerCampaign(still(), id, 'cancel')
    await Promise.all(going)
    const { queued, sent, dropped, failed, reasons } = await report(id)
    expect([queued, sent + dropped, failed]).toEqual([120, 120, 0])
    expect(twilio.sent).toHaveLength(sent)
    expect(sent).toBeLessThan(120)
    expect(reasons).toEqual([{ reason: 'cancelled', count: dropped }])
    shop.clock.advance(DAY)
    await deliver()
    expect(twilio.sent).toHaveLength(sent)
  }, 30_000)

  it('a campaign paused and resumed repeatedly while it sends sends each SMS once [B-13.53]', async () => {
    const id = await queue(await many(120), 'Back and forth')
    const going = [deliver(), deliver()]
    for (let round = 0; round < 20; round++) {
      await steerCampaign(still(), id, 'pause')
      going.push(deliver())
      await steerCampaign(still(), id, 'resume')
    }
    await Promise.all(going)
    // No minute passes: the last resume made every message due that a pause had held.
    await deliver()
    expect(await report(id)).toMatchObject({ state: 'done', sent: 120, dropped: 0, failed: 0 })
    expect(new Set(twilio.sent.map(({ to }) => to)).size).toBe(120)
    expect(twilio.sent).toHaveLength(120)
  }, 30_000)

  it('a resume while the provider answers does not report the claimed message as lost', async () => {
    const id = await queue([await addOptedIn()], 'In their hands')
    await steerCampaign(still(), id, 'pause')
    await deliver()
    await steerCampaign(still(), id, 'resume')
    await deliver({
      ...still(),
      deliver: async message => {
        await steerCampaign(still(), id, 'pause')
        await steerCampaign(still(), id, 'resume')
        await deliver()
        await shop.system.deliver(message)
      },
    })
    expect(twilio.sent).toHaveLength(1)
    expect(await report(id)).toMatchObject({ state: 'done', sent: 1, failed: 0 })
  })

  it('a campaign paused while it queues queues no more users, and continues at its cursor', async () => {
    const people = await many(120)
    const ids = people.map(({ userId }) => userId)
    const campaignId = await startCampaign(still(), { to: 'selected', ids, filter: {}, message: 'Stop there' })
    await steerCampaign(still(), campaignId, 'pause')
    expect(await enqueueCampaignBatch(still(), { campaignId, from: null })).toBeNull()
    expect(await campaignOf(shop.system, campaignId)).toMatchObject({ state: 'paused', queued: 0, processedCount: 0 })
    const steers = await Promise.allSettled([
      steerCampaign(shop.system, campaignId, 'resume'),
      steerCampaign(shop.system, campaignId, 'resume'),
      // With the shop's jobs: when this call wins, it is the one that enqueues the delivery.
      enqueueCampaignBatch(shop.system, { campaignId, from: null }),
    ])
    expect(steers.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    await shop.settleJobs()
    expect(twilio.sent).toHaveLength(120)
  }, 30_000)

  it('a pause longer than a day loses no SMS, because the day of retries begins with the provider’s failure', async () => {
    const one = await addOptedIn()
    const id = await queue([one], 'After the weekend')
    await steerCampaign(still(), id, 'pause')
    await deliver()
    shop.clock.advance(3 * DAY)
    await steerCampaign(still(), id, 'resume')
    twilio.mood.answers = ['busy']
    await deliver()
    expect(await report(id)).toMatchObject({ state: 'sending', failed: 0 })
    shop.clock.advance(MINUTE)
    await deliver()
    expect(await report(id)).toMatchObject({ state: 'done', sent: 1 })
  })
})

describe('sending at most once', () => {
  it('a process that dies between the provider’s answer and our record causes no second SMS, and the report says “not known” [B-13.54]', async () => {
    const one = await addOptedIn()
    const id = await queue([one], 'Only once')
    const dying: Context = {
      ...still(),
      deliver: async message => {
        await shop.system.deliver(message)
        await new Promise(() => {})
      },
    }
    void deliver(dying)
    while (twilio.sent.length === 0) await new Promise(done => setTimeout(done, 5))
    shop.clock.advance(3 * MINUTE)
    await Promise.all([deliver(), deliver(), deliver()])
    expect(twilio.sent).toHaveLength(1)
    const reasons = [{ reason: 'not known whether it left, so not sent again', count: 1 }]
    expect(await report(id)).toMatchObject({ state: 'done', sent: 0, failed: 1, reasons })
  })

  it('an SMS taken by a provider that did not answer is not sent again; one that never reached it is', async () => {
    const [one, two] = [await addOptedIn(), await addOptedIn()]
    const id = await queue([one], 'Hello?')
    twilio.mood.answers = ['cut']
    await deliver()
    shop.clock.advance(DAY)
    await deliver()
    expect(twilio.sent).toEqual([])
    expect(await report(id)).toMatchObject({ state: 'done', failed: 1 })

    const later = await queue([two], 'Anybody?')
    const unreachable: Context = {
      ...still(),
      deliver: async () => {
        throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
      },
    }
    await deliver(unreachable)
    shop.clock.advance(MINUTE)
    await deliver()
    expect(await report(later)).toMatchObject({ state: 'done', sent: 1 })
  })
})
