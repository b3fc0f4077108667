import { beforeEach, describe, expect, it } from 'vitest'
import { type TestShop, testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser, UserOptions } from '#app/testing/users.ts'
import { transact } from '#kernel/transaction.server.ts'
import { type Notice, notify } from '../commands/notify.server.ts'
import { recordConsent } from '../commands/record-consent.server.ts'
import { sendEmail } from '../commands/send-email.server.ts'
import { sendMessage } from '../commands/send-message.server.ts'
import { sendOfferCampaign } from '../commands/send-offer-campaign.server.ts'
import { openMailServer, openTwilio, readable } from '../testing/providers.ts'
import { signedSms } from '../testing/signed-sms.ts'
import { deliverDueMessages, deliverMessage } from './deliver-messages.server.ts'

/** 11:00 in Utah, where the users of these tests live. */
const MORNING = new Date('2026-03-02T18:00:00Z')
const HOUR = 3_600_000

let shop: TestShop
let twilio: Awaited<ReturnType<typeof openTwilio>>
let mail: Awaited<ReturnType<typeof openMailServer>>
beforeEach(async () => {
  twilio = await openTwilio()
  mail = await openMailServer()
  shop = await testShop({ connections: 30, now: MORNING, env: { ...twilio.env, ...mail.env } })
})

const SCRIPT = '<script>alert(1)</script>'
const notice = (onceKey: string): Notice => ({
  kind: 'giveaway_alert',
  onceKey,
  sms: `Field Kit opens soon (${onceKey}).`,
  email: {
    subject: 'Soon: Field Kit',
    body: [`Hello ${SCRIPT},`, 'it opens soon.'],
    action: { label: 'See the giveaway', url: 'http://shop.test/giveaways/field-kit' },
  },
})
async function addConsenting(options?: UserOptions): Promise<TestUser> {
  const user = await shop.addUser(options)
  await transact(shop.system, tx =>
    recordConsent(tx, { userId: user.userId, channel: 'sms', given: true, source: 'profile' }),
  )
  return user
}
const tell = ({ userId }: TestUser, onceKey: string) =>
  transact(shop.system, tx => notify(tx, { userId, ...notice(onceKey) }))
const messagesOf = (channel: string) =>
  shop.services.db.selectFrom('message').selectAll().where('channel', '=', channel).orderBy('id').execute()

describe('notify', () => {
  it('notify sends a notice once by each channel, for repeated and concurrent calls [B-9.37]', async () => {
    const user = await addConsenting()
    await Promise.all(Array.from({ length: 40 }, () => tell(user, 'once')))
    await shop.settleJobs()
    await tell(user, 'once')
    await shop.settleJobs()
    expect(twilio.sent).toHaveLength(1)
    expect(mail.mails).toHaveLength(1)
  })

  it('every SMS names the sender and how to stop, as plain text', async () => {
    const user = await addConsenting()
    await transact(shop.system, tx =>
      notify(tx, { userId: user.userId, kind: 'cart_reminder', onceKey: 'a', sms: `“Kit” ${SCRIPT} 🎯` }),
    )
    await shop.settleJobs()
    expect(twilio.sent[0]!.body).toBe(`Redoubt: "Kit" ${SCRIPT} Msg&data rates may apply. Reply STOP to unsubscribe.`)
  })

  it('promotional e-mails have one-click headers and a link at the end, and show markup as text [B-9.31]', async () => {
    await tell(await shop.addUser(), 'mail')
    await shop.settleJobs()
    const raw = mail.mails[0]!.source
    const source = readable(raw)
    const headers = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll('\r\n', '\n')
    expect(headers).toMatch(/^List-Unsubscribe: <http:\/\/shop\.test\/api\/unsubscribe\?token=[\w.-]+>$/m)
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(source).toMatch(/Unsubscribe or choose what you get: http:\/\/shop\.test\/unsubscribe\?token=/)
    expect(source).toMatch(/<a href="http:\/\/shop\.test\/unsubscribe\?token=[\w.-]+">Unsubscribe/)
    expect(source).toContain('PO Box 2100')
    const html = source.slice(source.indexOf('<!doctype html>'))
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).not.toContain('<script')
  })

  it('an e-mail without a kind has the one-click headers of its own address [B-21.14] [B-21.24]', async () => {
    const unsubscribeUrl = 'http://shop.test/api/price-alerts/unsubscribe?token=1'
    const words = { subject: 'Less', body: ['Less.'] }
    await transact(shop.system, tx => sendEmail(tx, { to: 'guest@example.com', unsubscribeUrl }, words))
    await transact(shop.system, tx => sendEmail(tx, { to: 'guest@example.com' }, words))
    await shop.settleJobs()
    const headers = mail.mails.map(({ source }) => source.slice(0, source.indexOf('\r\n\r\n')).replaceAll('\r\n', '\n'))
    expect(headers.filter(text => text.includes(`List-Unsubscribe: <${unsubscribeUrl}>\n`))).toHaveLength(1)
    expect(headers.filter(text => text.includes('List-Unsubscribe-Post: List-Unsubscribe=One-Click'))).toHaveLength(1)
  })

  it('notify skips users who are disabled, without consent, or do not want the kind [B-9.37]', async () => {
    const [disabled, unwilling, plain] = [await addConsenting(), await addConsenting(), await shop.addUser()]
    const { db } = shop.services
    await db.updateTable('users').set({ enabled: false }).where('id', '=', disabled.userId).execute()
    await db
      .insertInto('notification_preference')
      .values({ user_id: unwilling.userId, giveaway_alerts: false })
      .execute()
    for (const user of [disabled, unwilling, plain]) await tell(user, 'a')
    await shop.settleJobs()
    expect(twilio.sent).toEqual([])
    expect(mail.mails.map(({ to }) => to[0])).toEqual([plain.email])
  })
})

describe('the cap of four SMS a month', () => {
  const PAIRS = few(30, 250)

  it('the cap holds when many are sent concurrently, and codes are exempt [B-9.39] [B-13.51]', async () => {
    const user = await addConsenting()
    // Two accounts share one phone, so they share its cap.
    const twin = await addConsenting()
    await Promise.all(Array.from({ length: PAIRS }, (_, n) => Promise.all([tell(user, `${n}`), tell(twin, `${n}`)])))
    const messages = await messagesOf('sms')
    expect(messages).toHaveLength(2 * PAIRS)
    await Promise.all(messages.map(({ id }) => deliverMessage(shop.system, id)))
    await shop.settleJobs()
    const states = (await messagesOf('sms')).map(({ state, reason }) => `${state} ${reason}`)
    expect(states.filter(state => state === 'sent null')).toHaveLength(4)
    expect(states.filter(state => state === 'dropped 4 SMS this month already')).toHaveLength(2 * PAIRS - 4)
    expect(twilio.sent).toHaveLength(4)

    await sendMessage(shop.system, { channel: 'sms', to: '+18015550100', subject: 'Code', text: 'Redoubt: 123456' })
    await shop.settleJobs()
    expect(twilio.sent).toHaveLength(5)
  })

  it('the cap starts over with the recipient’s month, and a failed try is not counted twice [B-9.39]', async () => {
    const user = await addConsenting()
    shop.clock.set('2026-03-31T20:00:00Z')
    twilio.mood.answers = ['busy', 'busy']
    for (const n of [1, 2, 3, 4, 5]) await tell(user, `march ${n}`)
    await shop.settleJobs()
    shop.clock.advance(60_000)
    await deliverDueMessages(shop.system, 'sms')
    expect(twilio.sent).toHaveLength(4)
    // April in UTC, still March in Utah.
    shop.clock.set('2026-04-01T01:00:00Z')
    await tell(user, 'march 6')
    await shop.settleJobs()
    expect(twilio.sent).toHaveLength(4)
    shop.clock.set('2026-04-01T18:00:00Z')
    await tell(user, 'april 1')
    await shop.settleJobs()
    expect(twilio.sent).toHaveLength(5)
  })
})

describe('at night', () => {
  it('SMS wait for 8 in the morning at the recipient, e-mails and codes do not [B-9.38] [B-13.51]', async () => {
    const user = await addConsenting()
    // 23:00 in Utah, in the night when daylight time begins.
    shop.clock.set('2026-03-08T06:00:00Z')
    await tell(user, 'night')
    await sendMessage(shop.system, { channel: 'sms', to: '+18015550100', subject: 'Code', text: 'Redoubt: 123456' })
    await shop.settleJobs()
    expect(mail.mails).toHaveLength(1)
    expect(twilio.sent.map(({ body }) => body)).toEqual(['Redoubt: 123456'])
    shop.clock.set('2026-03-08T13:59:59Z')
    await deliverDueMessages(shop.system, 'sms')
    expect(twilio.sent).toHaveLength(1)
    shop.clock.set('2026-03-08T14:00:00Z')
    await deliverDueMessages(shop.system, 'sms')
    expect(twilio.sent).toHaveLength(2)
  })

  it('a message delayed by its provider until night waits too [B-9.38]', async () => {
    const user = await addConsenting()
    shop.clock.set('2026-03-03T03:59:00Z')
    twilio.mood.answers = ['busy']
    await tell(user, 'late')
    await shop.settleJobs()
    shop.clock.set('2026-03-03T04:00:00Z')
    await deliverDueMessages(shop.system, 'sms')
    expect(twilio.sent).toEqual([])
    shop.clock.set('2026-03-03T15:00:00Z')
    await deliverDueMessages(shop.system, 'sms')
    expect(twilio.sent).toHaveLength(1)
  })
})

describe('a wish that changes before the message leaves', () => {
  it('stops queued messages to a user who replies STOP or unsubscribes [B-9.37] [B-13.50]', async () => {
    const user = await addConsenting()
    twilio.mood.answers = ['busy']
    mail.mood.answers = ['busy']
    await tell(user, 'under way')
    await shop.settleJobs()
    await shop.call('/api/webhooks/sms', signedSms(shop, { MessageSid: 'SM1', From: '+18015550100', Body: 'stop' }))
    await transact(shop.system, tx =>
      recordConsent(tx, { userId: user.userId, channel: 'email', given: false, source: 'profile' }),
    )
    shop.clock.advance(HOUR)
    await deliverDueMessages(shop.system, 'sms')
    await deliverDueMessages(shop.system, 'email')
    expect([...(await messagesOf('sms')), ...(await messagesOf('email'))]).toMatchObject([
      { state: 'dropped', reason: 'no longer wanted' },
      { state: 'dropped', reason: 'no longer wanted' },
    ])
    expect(twilio.sent).toEqual([])
    expect(mail.mails).toEqual([])
  })
})

it('an offer reaches every user who wants offers, in batches, each once [B-9.36]', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => shop.addUser()))
  await shop.services.pool.query(
    `insert into users (id, email, name) select gen_random_uuid(), 'crowd-' || n || '@example.com', 'Crowd' from generate_series(1, 600) n`,
  )
  await shop.services.pool.query(
    `insert into notification_preference (user_id, promotional_offers) select id, true from users where email like 'crowd-%' or id = $1`,
    [people[0]!.userId],
  )
  await sendOfferCampaign(shop.system, { subject: 'New packs', body: 'They are here.\n\nCome and see.' })
  await shop.settleJobs()
  const { rows } = await shop.services.pool.query<{ n: number; people: number }>(
    'select count(*) n, count(distinct user_id) people from message where kind = $1',
    ['promotional_offer'],
  )
  expect(rows[0]).toEqual({ n: 601, people: 601 })
  expect(new Set(mail.mails.map(({ to }) => to[0])).size).toBe(601)
  expect(mail.mails).toHaveLength(601)
})

it('an offer that the last release stores by the old name of the table is a campaign of this one', async () => {
  const { rows } = await shop.services.pool.query<{ id: string }>(
    `insert into promotion (id, subject, body, created_at) values (gen_random_uuid(), 'Old name', 'Same rows.', now()) returning id`,
  )
  const stored = await shop.services.db
    .selectFrom('offer_campaign')
    .select('subject')
    .where('id', '=', rows[0]!.id)
    .execute()
  expect(stored).toEqual([{ subject: 'Old name' }])
})
