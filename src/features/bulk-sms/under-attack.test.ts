import { beforeEach, describe, expect, it } from 'vitest'
import { recordConsent } from '#features/notifications/commands/record-consent.server.ts'
import { signedSms } from '#features/notifications/testing/signed-sms.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { enqueueCampaignBatch, startCampaign } from './commands/campaigns.server.ts'
import { readCampaign } from './queries/campaigns.server.ts'
import { openCampaignShop } from './testing/campaign-shop.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let sms: Awaited<ReturnType<typeof openCampaignShop>>
beforeEach(async () => {
  sms = await openCampaignShop()
})
type P = Awaited<ReturnType<typeof sms.addOptedIn>>

describe('consent between queueing and sending', () => {
  it('STOP, a withdrawn consent, a corrected birth date, and a disabled or deleted account end the sending to that user [B-13.50]', async () => {
    const people = [...(await sms.addMany(5)), await sms.addOptedIn()]
    const [stops, withdraws, disabled, leaves, young, stays] = people as [P, P, P, P, P, P]
    const id = await sms.queue(people, 'Patches are back')
    await sms.shop.call(
      '/api/webhooks/sms',
      signedSms(sms.shop, { MessageSid: 'SM9', From: stops.phone, Body: 'STOP' }),
    )
    await sms.shop.call('/api/my/profile', { as: withdraws, json: { smsConsent: false } })
    const { db } = sms.shop.services
    await db.updateTable('users').set({ enabled: false }).where('id', '=', disabled.userId).execute()
    await db.updateTable('users').set({ birth_date: '2010-03-02' }).where('id', '=', young.userId).execute()
    const owner = await sms.shop.addUser({ admin: true })
    const left = await sms.shop.call('/api/admin/users', { as: owner, method: 'DELETE', json: { email: leaves.email } })
    expect(left.status).toBe(200)
    await sms.deliver()
    expect(sms.twilio.sent.map(({ to }) => to)).toEqual([stays.phone])
    expect(await sms.report(id)).toMatchObject({
      state: 'done',
      sent: 1,
      dropped: 5,
      reasons: [
        { reason: 'no longer wanted', count: 3 },
        { reason: 'under age by the birth date on file', count: 1 },
      ],
    })
  })

  it('two users who change to the same phone get one SMS, in either order [B-13.54]', async () => {
    const [one, two, alone] = [await sms.addOptedIn(), await sms.addOptedIn(), await sms.addOptedIn()]
    const id = await sms.queue([one, two, alone], 'Patches are back')
    await sms.setPhone(two, one.phone)
    await sms.setPhone(alone, '+18015569999')
    await Promise.all(Array.from({ length: 5 }, () => sms.deliver()))
    expect(sms.twilio.sent.map(({ to }) => to).sort()).toEqual([one.phone, '+18015569999'].sort())
    const reasons = [{ reason: 'duplicate phone number', count: 1 }]
    expect(await sms.report(id)).toMatchObject({ sent: 2, dropped: 1, reasons })
  })

  it('a user who joins the filter ahead of the cursor gets the SMS, one who leaves does not, and none gets two', async () => {
    const people = await sms.addMany(520)
    const audience = {
      to: 'filtered' as const,
      ids: [],
      filter: { smsConsent: 'true' as const },
      message: 'To who wants it',
    }
    const campaignId = await startCampaign(sms.still(), audience)
    const step = (await enqueueCampaignBatch(sms.still(), { campaignId, from: null }))!
    const later = people.filter(({ userId }) => userId > step.from!)
    const leaves = later[0]!
    const leaving = { userId: leaves.userId, channel: 'sms', given: false, source: 'profile' } as const
    await transact(sms.shop.system, tx => recordConsent(tx, leaving))
    expect(await enqueueCampaignBatch(sms.still(), step)).toBeNull()
    expect(await enqueueCampaignBatch(sms.still(), step)).toBeNull()
    expect(await readCampaign(sms.shop.system, campaignId)).toMatchObject({
      processedCount: 519,
      queued: 519,
      leftOut: {},
    })
    await sms.deliver()
    expect(new Set(sms.twilio.sent.map(({ to }) => to)).size).toBe(519)
    expect(sms.twilio.sent).toHaveLength(519)
  })
})

describe('a phone’s month', () => {
  it('the cap of a month holds for two concurrent campaigns, two accounts of one phone, and a phone changed in between [B-13.51]', async () => {
    const one = await sms.addOptedIn()
    const twin = await sms.addOptedIn({ phone: one.phone })
    for (const n of [1, 2, 3]) await sms.queue([one], `Offer ${n}`)
    await sms.deliver()
    const [a, b] = [await sms.queue([one], 'Offer 4'), await sms.queue([twin], 'Offer 4 for you')]
    await Promise.all([sms.deliver(), sms.deliver(), sms.deliver()])
    expect(sms.twilio.sent).toHaveLength(4)
    const both = [await sms.report(a), await sms.report(b)]
    expect(both.map(({ sent }) => sent).sort()).toEqual([0, 1])
    expect(both.flatMap(({ reasons }) => reasons)).toEqual([{ reason: '4 SMS this month already', count: 1 }])

    // Counted for the user's own phone, refused by the provider, then moved to the phone with a full month.
    const other = await sms.addOptedIn()
    const moved = await sms.queue([other], 'Offer 5')
    sms.twilio.mood.answers = ['busy']
    await sms.deliver()
    await sms.setPhone(other, one.phone)
    sms.shop.clock.advance(MINUTE)
    await sms.deliver()
    expect(sms.twilio.sent).toHaveLength(4)
    expect(await sms.report(moved)).toMatchObject({ dropped: 1, reasons: [{ reason: '4 SMS this month already' }] })
  })
})

describe('the night', () => {
  it('quiet hours follow each recipient’s zone, on the evening on which the clocks change [B-13.51]', async () => {
    // 20:59 in New York and 17:59 in Los Angeles.
    sms.shop.clock.set('2026-03-08T01:59:00Z')
    const [east, west] = [
      await sms.addOptedIn({ timeZone: 'America/New_York' }),
      await sms.addOptedIn({ timeZone: 'America/Los_Angeles' }),
    ]
    const id = await sms.queue([east, west], 'Until nine')
    sms.shop.clock.advance(MINUTE)
    await sms.deliver()
    expect(sms.twilio.sent.map(({ to }) => to)).toEqual([west.phone])
    // Daylight time begins, so 8:00 comes an hour sooner than on the day before.
    expect(await sms.report(id)).toMatchObject({ state: 'sending', nextAt: '2026-03-08T12:00:00.000Z' })
    sms.shop.clock.set('2026-03-08T11:59:59Z')
    await sms.deliver()
    expect(sms.twilio.sent).toHaveLength(1)
    sms.shop.clock.set('2026-03-08T12:00:00Z')
    await sms.deliver()
    expect(sms.twilio.sent.map(({ to }) => to)).toEqual([west.phone, east.phone])
  })
})

describe('sending at most once', () => {
  it('a process that dies between the provider’s answer and our record causes no second SMS, and the report says “not known” [B-13.54]', async () => {
    const one = await sms.addOptedIn()
    const id = await sms.queue([one], 'Only once')
    const dying: Context = {
      ...sms.still(),
      deliver: async message => {
        await sms.shop.system.deliver(message)
        await new Promise(() => {})
      },
    }
    void sms.deliver(dying)
    while (sms.twilio.sent.length === 0) await new Promise(done => setTimeout(done, 5))
    sms.shop.clock.advance(3 * MINUTE)
    await Promise.all([sms.deliver(), sms.deliver(), sms.deliver()])
    expect(sms.twilio.sent).toHaveLength(1)
    const reasons = [{ reason: 'not known whether it left, so not sent again', count: 1 }]
    expect(await sms.report(id)).toMatchObject({ state: 'done', sent: 0, failed: 1, reasons })
  })

  it('an SMS taken by a provider that did not answer is not sent again; one that never reached it is', async () => {
    const [one, two] = [await sms.addOptedIn(), await sms.addOptedIn()]
    const id = await sms.queue([one], 'Hello?')
    sms.twilio.mood.answers = ['cut']
    await sms.deliver()
    sms.shop.clock.advance(DAY)
    await sms.deliver()
    expect(sms.twilio.sent).toEqual([])
    expect(await sms.report(id)).toMatchObject({ state: 'done', failed: 1 })

    const later = await sms.queue([two], 'Anybody?')
    const unreachable: Context = {
      ...sms.still(),
      deliver: async () => {
        throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
      },
    }
    await sms.deliver(unreachable)
    sms.shop.clock.advance(MINUTE)
    await sms.deliver()
    expect(await sms.report(later)).toMatchObject({ state: 'done', sent: 1 })
  })
})
