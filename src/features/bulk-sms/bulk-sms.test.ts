import { beforeEach, describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { deliverDueMessages } from '#features/notifications/delivery/deliver-messages.server.ts'
import { signedSms } from '#features/notifications/testing/signed-sms.ts'
import type { Context } from '#kernel/context.ts'
import { enqueueCampaignBatch, resumeCampaigns, startCampaign } from './commands/campaigns.server.ts'
import { listNextIds } from './queries/audience.server.ts'
import { MORNING, openCampaignShop } from './testing/campaign-shop.ts'

type CampaignShop = Awaited<ReturnType<typeof openCampaignShop>>

let shop: CampaignShop['shop']
let twilio: CampaignShop['twilio']
let addOptedIn: CampaignShop['addOptedIn']
let manager: TestUser
beforeEach(async () => {
  ;({ shop, twilio, addOptedIn } = await openCampaignShop())
  manager = await shop.addUser({ role: 'manager' })
})

const post = (path: string, json: unknown, as = manager) => shop.call(`/api/admin/sms/${path}`, { as, json })
const bulk = (people: TestUser[], more: object = {}) =>
  post('bulk', {
    recipients: people.map(({ userId, email }) => ({ id: userId, email, phone: '+15550000000', name: 'x' })),
    message: 'New packs today',
    source: 'admin',
    ...more,
  })
const read = async (id: string) => (await shop.call(`/api/admin/sms/campaigns/${id}`, { as: manager })).json
const press = (id: string, how: string) =>
  shop.call(`/api/admin/sms/campaigns/${id}/${how}`, { as: manager, method: 'POST' })

describe('POST /admin/sms/bulk', () => {
  it('answers sent, failed and messageIds, and sends to opted-in users at their stored phone [B-12.26] [B-12.61] [B-12.102] [B-12.106] [B-12.123] [B-12.142] [B-13.49] [B-13.52]', async () => {
    const [one, two, never] = [await addOptedIn(), await addOptedIn(), await shop.addUser()]
    const { status, json } = await bulk([one, two, never])
    expect(status).toBe(200)
    expect(json).toMatchObject({ sent: 2, failed: 1 })
    expect(json.messageIds).toHaveLength(2)
    await shop.settleJobs()
    expect(twilio.sent.map(({ to }) => to).sort()).toEqual([one.phone, two.phone].sort())
    expect(twilio.sent[0]!.body).toBe('Redoubt: New packs today Msg&data rates may apply. Reply STOP to unsubscribe.')
    const report = await read(json.campaignId)
    expect(report).toMatchObject({ state: 'done', queued: 2, sent: 2, processedCount: 3, leftOut: { no_consent: 1 } })
    const records = await shop.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', json.campaignId)
      .execute()
    expect(records).toEqual([{ action: 'sent SMS' }])
  })

  it('leaves out users who are disabled, have no phone, said STOP, are too young, are deleted, or share a phone [B-12.102] [B-13.50]', async () => {
    const { db } = shop.services
    const [fine, disabled, phoneless, stopped, young] = [
      await addOptedIn(),
      await addOptedIn(),
      await addOptedIn(),
      await addOptedIn(),
      await addOptedIn({ birthDate: '2010-01-01' }),
    ]
    const twin = await addOptedIn({ phone: fine.phone })
    await db.updateTable('users').set({ enabled: false }).where('id', '=', disabled.userId).execute()
    await db.updateTable('users').set({ phone: null }).where('id', '=', phoneless.userId).execute()
    await shop.call('/api/webhooks/sms', signedSms(shop, { MessageSid: 'SM1', From: stopped.phone, Body: 'STOP' }))
    // A box that was ticked after STOP in the last release.
    await db.updateTable('users').set({ sms_consent: true }).where('id', '=', stopped.userId).execute()
    const gone = { ...fine, userId: crypto.randomUUID() }
    const all = [fine, twin, disabled, phoneless, stopped, young, gone, { ...fine, userId: 'president@example.com' }]
    const { json } = await bulk(all)
    expect(json).toMatchObject({ sent: 1, failed: 7 })
    const { leftOut } = await read(json.campaignId)
    expect(leftOut).toEqual({ same_phone: 1, disabled: 1, no_phone: 1, stopped: 1, minor: 1, gone: 1 })
  })

  it('refuses with its own messages [B-12.100] [B-12.101]', async () => {
    const one = await addOptedIn()
    const errors = async (more: object) => (await bulk([one], more)).json.errors
    for (const message of ['', '  \n', undefined])
      expect(await errors({ message })).toEqual({ message: ['Please enter a message'] })
    expect(await errors({ message: 'x'.repeat(90) })).toEqual({ message: ['Over limit by 1'] })
    expect((await bulk([one], { message: 'x'.repeat(89) })).status).toBe(200)
    for (const people of [[], [await shop.addUser()]])
      expect((await bulk(people)).json).toMatchObject({
        status: 400,
        detail: 'No users with SMS opt-in found in selection',
      })
  })

  it('requires the right and a recent reauthentication [B-13.12]', async () => {
    const one = await addOptedIn()
    for (const as of [one, await shop.addUser({ role: 'support' })]) {
      const { status } = await post('bulk', { recipients: [{ id: one.userId }], message: 'x', source: 'admin' }, as)
      expect(status).toBe(403)
    }
    shop.clock.advance(16 * 60_000)
    expect((await bulk([one])).json.code).toBe('ReauthenticationRequired')
  })

  it('asks for a confirmation when the same text was sent within 24 hours, also for two concurrent calls [B-13.54]', async () => {
    const people = [await addOptedIn(), await addOptedIn()]
    const both = await Promise.all(people.map(one => bulk([one])))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const again = await bulk(people, { message: ' new  PACKS today ' })
    expect(again.json).toMatchObject({ code: 'same_text', sentAt: MORNING.toISOString() })
    expect((await bulk(people, { again: again.json.campaignId })).json.sent).toBe(2)
  })
})

describe('a campaign', () => {
  const addCrowd = (n: number) =>
    shop.services.pool.query(
      `insert into users (id, email, name, phone, birth_date, sms_consent)
       select gen_random_uuid(), 'crowd-' || n || '@example.com', 'Crowd', '+1385' || (1000000 + n % ${n - 50}), '1990-01-01', true
       from generate_series(1, ${n}) n`,
    )

  it('a campaign to all sends to no user and no phone twice, with 10 workers and one crash [B-12.123] [B-13.52] [B-13.54]', async () => {
    // Two pieces of the audience, of 500 at most.
    await addCrowd(650)
    const audience = { to: 'all' as const, ids: [], filter: {}, message: 'To everybody' }
    // Starts no job of its own, so that the workers of this test enqueue the batches.
    const idle: Context = { ...shop.system, jobs: { ...shop.system.jobs, enqueue: async () => {} } }
    const campaignId = await startCampaign(idle, audience)
    const dying: Context = {
      ...idle,
      jobs: {
        ...shop.system.jobs,
        enqueue: async () => {
          throw new Error('killed')
        },
      },
    }
    await expect(enqueueCampaignBatch(dying, { campaignId, from: null })).rejects.toThrow('killed')
    expect(await read(campaignId)).toMatchObject({ processedCount: 0, queued: 0 })
    for (let from: string | null = null, rounds = 0; rounds < 5; rounds++) {
      const steps = await Promise.all(
        Array.from({ length: 10 }, () => enqueueCampaignBatch(idle, { campaignId, from })),
      )
      const next = steps.filter(step => step !== null)
      if (next.length === 0) break
      expect(next).toHaveLength(1)
      from = next[0]!.from
    }
    const report = await read(campaignId)
    expect(report).toMatchObject({ queued: 600, leftOut: { same_phone: 50 }, processedCount: 651 })
    await Promise.all(Array.from({ length: 4 }, () => deliverDueMessages(shop.system, 'sms')))
    expect(new Set(twilio.sent.map(({ to }) => to)).size).toBe(600)
    expect(twilio.sent).toHaveLength(600)
    expect(await read(campaignId)).toMatchObject({ state: 'done', sent: 600 })
  })

  it('a campaign whose job was lost is resumed by the job of every minute [B-13.53]', async () => {
    const one = await addOptedIn()
    const idle: Context = { ...shop.system, jobs: { ...shop.system.jobs, enqueue: async () => {} } }
    const ids = [one.userId]
    await startCampaign(idle, { to: 'selected', ids, filter: {}, message: 'Lost' })
    await resumeCampaigns(shop.system)
    await shop.settleJobs()
    expect(twilio.sent).toHaveLength(1)
  })

  it('a campaign to a filter sends to the users whom the list of users finds [B-12.123] [B-13.52]', async () => {
    const [member] = [await addOptedIn({ subscriber: true, name: 'Mara Member' }), await addOptedIn()]
    const { json: preview } = await post('preview', { to: 'filtered', filter: { membership: 'member' } })
    expect(preview).toEqual({ reachable: 1, processedCount: 1, isComplete: true, leftOut: {} })
    const started = await post('campaigns', {
      to: 'filtered',
      filter: { membership: 'member' },
      message: 'For members',
    })
    expect(started.status).toBe(200)
    await post('campaigns', { to: 'filtered', filter: { q: 'mara mem' }, message: 'For Mara' })
    await shop.settleJobs()
    expect(twilio.sent.map(({ to }) => to)).toEqual([member.phone, member.phone])
    // Once all recipients are checked, the campaign's ids and search words are deleted.
    const { rows } = await shop.services.pool.query(`select filter from sms_campaign where text = 'For Mara'`)
    expect(rows).toEqual([{ filter: {} }])
  })

  it('a campaign to a search has every match, also beyond the 500 that the list shows [B-13.52]', async () => {
    await shop.services.pool.query(
      `insert into users (id, email, email_verified, name, created_at, updated_at)
       select gen_random_uuid(), 'crowd' || n || '@example.com', true, 'Zora Crowd ' || n, now(), now() from generate_series(1, 501) n`,
    )
    const audience = { to: 'filtered' as const, ids: [], filter: { q: 'zora crowd' } }
    const first = await listNextIds(shop.system, audience, null)
    const second = await listNextIds(shop.system, audience, first.next)
    expect([first.piece.length, second.piece.length, second.next]).toEqual([500, 1, null])
    expect(new Set([...first.piece, ...second.piece]).size).toBe(501)
  })

  it('a campaign pauses, resumes, and is cancelled for good, for every message that has not left [B-13.53]', async () => {
    const people = [await addOptedIn(), await addOptedIn(), await addOptedIn()]
    twilio.mood.answers = ['busy', 'busy', 'busy']
    const { campaignId } = (await bulk(people)).json
    expect((await press(campaignId, 'pause')).json).toMatchObject({ state: 'paused' })
    await shop.settleJobs()
    twilio.mood.answers = []
    shop.clock.advance(60_000)
    await deliverDueMessages(shop.system, 'sms')
    expect(twilio.sent).toEqual([])
    expect((await press(campaignId, 'pause')).json.code).toBe('campaign_state')
    expect((await press(campaignId, 'resume')).json.state).toBe('sending')
    await shop.settleJobs()
    expect(twilio.sent).toHaveLength(3)
    expect(await read(campaignId)).toMatchObject({ state: 'done', sent: 3 })

    // 23:00 in Utah, so the messages leave in the morning.
    shop.clock.set('2026-03-03T06:00:00Z')
    const fresh = await shop.addUser({ role: 'manager' })
    const night = (
      await post('bulk', { recipients: people.map(({ userId }) => ({ id: userId })), message: 'Night' }, fresh)
    ).json
    expect(night.sent).toBe(3)
    await shop.settleJobs()
    const path = `/api/admin/sms/campaigns/${night.campaignId}`
    expect((await shop.call(path, { as: fresh })).json).toMatchObject({
      state: 'sending',
      nextAt: '2026-03-03T15:00:00.000Z',
    })
    const cancelled = await shop.call(`${path}/cancel`, { as: fresh, method: 'POST' })
    expect(cancelled.json).toMatchObject({ state: 'cancelled', dropped: 3 })
    shop.clock.set('2026-03-03T15:00:00Z')
    await deliverDueMessages(shop.system, 'sms')
    expect(twilio.sent).toHaveLength(3)
  })

  it('a campaign counts towards the four SMS of a month, and its report says why other messages did not leave [B-12.231] [B-13.51]', async () => {
    const one = await addOptedIn()
    for (const n of [1, 2, 3, 4]) expect((await bulk([one], { message: `Offer ${n}` })).json.sent).toBe(1)
    await shop.settleJobs()
    const { campaignId } = (await bulk([one], { message: 'Offer 5' })).json
    await shop.settleJobs()
    expect(twilio.sent).toHaveLength(4)
    expect(await read(campaignId)).toMatchObject({
      state: 'done',
      sent: 0,
      dropped: 1,
      reasons: [{ reason: '4 SMS this month already', count: 1 }],
    })
    const people = await shop.call(`/api/admin/sms/campaigns/${campaignId}/recipients`, { as: manager })
    expect(people.json.recipients).toMatchObject([{ email: one.email, state: 'dropped' }])
  })
})

describe('starting', () => {
  it('starts one campaign for many concurrent calls, and one more for many calls that confirm the repetition [B-13.54]', async () => {
    const still: Context = { ...shop.system, jobs: { ...shop.system.jobs, enqueue: async () => {} } }
    const one = await addOptedIn()
    const begin = (again?: string) =>
      startCampaign(still, { to: 'selected', ids: [one.userId], filter: {}, message: 'Pressed twice', again })
    // The shop's 20 connections collide with the first; all later calls find a campaign that has begun.
    const many = (again?: string) => Promise.allSettled(Array.from({ length: few(100, 300) }, () => begin(again)))
    const began = (results: PromiseSettledResult<string>[]) =>
      results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    const first = began(await many())
    expect(first).toHaveLength(1)
    expect(began(await many(first[0]))).toHaveLength(1)
    const refused = await begin(first[0]).catch(error => error)
    expect(refused).toMatchObject({ code: 'same_text', details: { queued: 0 } })
    expect(refused.details.campaignId).not.toBe(first[0])
  })
})
