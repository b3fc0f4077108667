import { afterAll, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser, UserOptions } from '#app/testing/users.ts'
import { openPushService } from '#features/notifications/push/testing/push-service.ts'
import type { GiveawayInput } from '../giveaway/admin-contract.ts'
import { alertUsers, beginAlerts } from './commands/alert-users.server.ts'

/** 11:00 in Utah, the zone of the users in these tests. */
const NOW = new Date('2026-03-02T18:00:00Z')
const HOUR = 3_600_000

const shop = await testShop({ now: NOW, connections: 20, env: { PUSH_LOCAL_ENDPOINTS: 'on' } })
const service = await openPushService()
const admin = await shop.addUser({ admin: true })
const member = await addReachable('member', { name: '<b>Mem</b> Ber', subscriber: true })
const free = await addReachable('free', { name: 'Fran Free' })
afterAll(() => service.close())

/** Adds a user who wants alerts by every channel. */
async function addReachable(device: string, options: UserOptions): Promise<TestUser> {
  const as = await shop.addUser(options)
  const { userId } = as
  const phone = `+1801555${1000 + Math.floor(Math.random() * 9000)}`
  await shop.call('/api/my/profile', { as, json: { phone, smsConsent: true, pushConsent: true } })
  await shop.call('/api/push/register', {
    as,
    json: { userId, subscription: service.subscription(device), channelType: 'PUSH' },
  })
  await shop.call('/api/push/preferences', { as, method: 'PUT', json: { userId, preferences: { optIn: true } } })
  return as
}

async function announce(input: Partial<GiveawayInput> = {}, hours = 48): Promise<{ id: string; slug: string }> {
  const startDate = new Date(+shop.clock.now() + hours * HOUR).toISOString()
  const json = { title: 'Field Kit', description: 'Eight goods in one box.', startDate, ...input }
  return (await shop.call('/api/giveaways', { as: admin, json })).json
}
async function runAlerts() {
  await beginAlerts(shop.system)
  await shop.settleJobs()
}
/** Channels by which each user was told of a giveaway. */
async function toldOf({ id }: { id: string }) {
  const rows = await shop.services.db
    .selectFrom('message')
    .select(['user_id', 'channel'])
    .where('kind', '=', 'giveaway_alert')
    .where('once_key', 'like', `giveaway_alert:${id}:%`)
    .orderBy('channel')
    .execute()
  const channelsOf = ({ userId }: TestUser) => rows.filter(row => row.user_id === userId).map(({ channel }) => channel)
  return { member: channelsOf(member), free: channelsOf(free), all: rows.length }
}
const ALL = { sendPremiumEmails: true, sendFreeUserEmails: true, sendPremiumSMS: true, sendFreeUserSMS: true }

describe('a giveaway alert', () => {
  it.each([
    ['no flag', {}, ['push'], ['push']],
    ['sendPremiumEmails', { sendPremiumEmails: true }, ['email', 'push'], ['push']],
    ['sendFreeUserEmails', { sendFreeUserEmails: true }, ['push'], ['email', 'push']],
    ['sendPremiumSMS', { sendPremiumSMS: true }, ['push', 'sms'], ['push']],
    ['sendFreeUserSMS', { sendFreeUserSMS: true }, ['push'], ['push', 'sms']],
    ['all flags, for members only', { ...ALL, subscriptionVisibilityOnly: true }, ['email', 'push', 'sms'], []],
  ] as const)('an alert with %s goes to its audience [B-12.48] [B-13.16]', async (_, flags, toMember, toFree) => {
    const giveaway = await announce(flags)
    await runAlerts()
    const told = await toldOf(giveaway)
    expect([told.member, told.free]).toEqual([toMember, toFree])
  })

  it('an alert is sent 48 hours before the start and not earlier [B-9.33]', async () => {
    const giveaway = await announce(ALL, 49)
    await runAlerts()
    expect((await toldOf(giveaway)).all).toBe(0)
    shop.clock.advance(HOUR)
    await runAlerts()
    expect((await toldOf(giveaway)).member).toEqual(['email', 'push', 'sms'])
    shop.clock.set(NOW)
  })

  it('an alert is sent once, however often its job runs and in however many processes [B-9.33]', async () => {
    const giveaway = await announce(ALL)
    await Promise.all(Array.from({ length: 8 }, () => beginAlerts(shop.system)))
    await shop.settleJobs()
    const step = { giveawayId: giveaway.id, after: null }
    await Promise.all(Array.from({ length: 8 }, () => alertUsers(shop.system, step)))
    // The start moves away and back.
    const moved = { startDate: new Date(+NOW + 90 * HOUR).toISOString() }
    await shop.call(`/api/giveaways/${giveaway.id}`, { as: admin, method: 'PUT', json: moved })
    shop.clock.advance(50 * HOUR)
    await runAlerts()
    shop.clock.set(NOW)
    const told = await toldOf(giveaway)
    expect([told.member, told.free]).toEqual([
      ['email', 'push', 'sms'],
      ['email', 'push', 'sms'],
    ])
  })

  it('no alert is sent for a deleted or started giveaway [B-9.33]', async () => {
    const [gone, begun] = [await announce(ALL), await announce(ALL, 1)]
    await shop.services.db.updateTable('giveaway').set({ archived_at: NOW }).where('id', '=', gone.id).execute()
    shop.clock.advance(HOUR)
    await runAlerts()
    await alertUsers(shop.system, { giveawayId: begun.id, after: null })
    expect([(await toldOf(gone)).all, (await toldOf(begun)).all]).toEqual([0, 0])
    shop.clock.set(NOW)
  })

  it('a giveaway published after its start is announced at once as open, if an audience is chosen [B-13.16]', async () => {
    const [ticked, silent] = [await announce({ sendFreeUserEmails: true }, -1), await announce({}, -1)]
    const draft = await announce({ ...ALL, isDraft: true })
    await runAlerts()
    const told = [await toldOf(ticked), await toldOf(silent), await toldOf(draft)]
    expect(told.map(one => one.free)).toEqual([['email', 'push'], [], []])
    const emails = await shop.outbox(free.email)
    expect(emails.map(({ subject }) => subject)).toContain('Open now: Field Kit')
  })

  it('an alert shows names and titles as text, the recipient’s local time, and a link to the giveaway [B-9.29]', async () => {
    const title = '<script>alert(1)</script> “Pack”'
    const giveaway = await announce({ ...ALL, title })
    await runAlerts()
    const [mail] = (await shop.outbox(member.email)).filter(({ subject }) => subject.includes('“Pack”'))
    expect(mail!.html).toContain('Hello &lt;b&gt;Mem&lt;/b&gt; Ber,')
    expect(mail!.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; “Pack”')
    expect(mail!.html).not.toMatch(/<script|<b>/)
    expect(mail!.text).toContain('Early access for members opens Mon, Mar 2, 11:00 AM MST')
    expect(mail!.text).toContain(`See the giveaway: http://shop.test/giveaways/${giveaway.slug}`)
    const push = service.taken().find(({ payload }) => payload.title === title)
    expect(push!.payload.data).toEqual({ type: 'giveaway', giveawayId: giveaway.id })
    const sms = await shop.services.db
      .selectFrom('message')
      .select('body')
      .where('once_key', '=', `giveaway_alert:${giveaway.id}:${free.userId}:sms`)
      .executeTakeFirstOrThrow()
    expect(sms.body).toMatch(
      /^Redoubt: <script>.*: opens Wed, Mar 4, 11:00 AM MST\. http:\/\/shop\.test\/giveaways Msg&data/,
    )
    expect(sms.body.length).toBeLessThanOrEqual(160)
  })

  it('an alert reaches every recipient of a crowd, in batches [B-9.33]', async () => {
    await shop.services.pool.query(
      `insert into users (id, email, name) select gen_random_uuid(), 'crowd-' || n || '@example.com', 'Crowd' from generate_series(1, 600) n`,
    )
    const giveaway = await announce({ sendFreeUserEmails: true })
    await runAlerts()
    const { rows } = await shop.services.pool.query<{ n: number; people: number }>(
      `select count(*) n, count(distinct user_id) people from message where once_key like $1 and channel = 'email'`,
      [`giveaway_alert:${giveaway.id}:%`],
    )
    expect(rows[0]!.n).toBe(rows[0]!.people)
    // The 600 users of the crowd, the free user, and the admin, who is not a member.
    expect(rows[0]!.people).toBe(602)
    await shop.services.pool.query(`update users set enabled = false where email like 'crowd-%'`)
  })
})
