import { beforeEach, describe, expect, it } from 'vitest'
import { type TestShop, testShop } from '#app/testing/shop.ts'
import { sendMessage } from '../commands/send-message.server.ts'
import { openMailServer, openTwilio } from '../testing/providers.ts'
import { claimMessage } from './claim-messages.server.ts'
import { deliverDueMessages, deliverMessage } from './deliver-messages.server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PHONE = '+18015550199'
/** Every attempt so far still waits for its provider. */
const WITHOUT_OUTCOME = { state: 'waiting', reason: null }

let shop: TestShop
let twilio: Awaited<ReturnType<typeof openTwilio>>
let mail: Awaited<ReturnType<typeof openMailServer>>
beforeEach(async () => {
  twilio = await openTwilio()
  mail = await openMailServer()
  shop = await testShop({ connections: 20, env: { ...twilio.env, ...mail.env } })
})

const sendCode = () =>
  sendMessage(shop.system, { channel: 'sms', to: PHONE, subject: 'Code', text: 'Redoubt: your code is 123456.' })
const theMessage = () => shop.services.db.selectFrom('message').selectAll().executeTakeFirstOrThrow()

/** Writes a due SMS without a job that delivers it. @returns its id. */
async function writeDue(): Promise<string> {
  const id = crypto.randomUUID()
  const now = shop.clock.now()
  const text = { subject: 'Code', body: 'Redoubt: 123456' }
  const row = { id, channel: 'sms', recipient: PHONE, ...text, created_at: now, next_attempt_at: now }
  await shop.services.db.insertInto('message').values(row).execute()
  return id
}

describe('a message whose provider is down', () => {
  it('a message is tried again and sent once after three failures of its provider [B-9.47]', async () => {
    twilio.mood.answers = ['busy', 'busy', 'busy']
    await sendCode()
    await shop.settleJobs()
    const states: unknown[] = []
    for (const wait of [4, 2, 8, 4, 30]) {
      const { state, attempts } = await theMessage()
      states.push([state, attempts])
      shop.clock.advance(wait * 1000)
      await deliverDueMessages(shop.system, 'sms')
    }
    expect(states).toEqual([
      ['waiting', 1],
      ['waiting', 1],
      ['waiting', 2],
      ['waiting', 2],
      ['waiting', 3],
    ])
    await deliverDueMessages(shop.system, 'sms')
    expect(await theMessage()).toMatchObject({ state: 'sent', attempts: 4, reason: null, sent_at: shop.clock.now() })
    expect(twilio.sent).toEqual([{ to: PHONE, from: '+18885550100', body: 'Redoubt: your code is 123456.' }])
  })

  it('a message is tried again at least once an hour, and given up after a day, with its error stored [B-9.47]', async () => {
    twilio.mood.answers = Array(60).fill('busy')
    await sendCode()
    await shop.settleJobs()
    for (let hour = 0; hour < 24; hour++) {
      expect(await theMessage()).toMatchObject({
        state: 'waiting',
        reason: 'Twilio answered 503: try later',
        attempts: hour + 1,
      })
      shop.clock.advance(HOUR)
      await deliverDueMessages(shop.system, 'sms')
    }
    expect(await theMessage()).toMatchObject({
      state: 'failed',
      reason: 'Twilio answered 503: try later',
      sent_at: null,
    })
    twilio.mood.answers = []
    shop.clock.advance(24 * HOUR)
    await deliverDueMessages(shop.system, 'sms')
    expect(twilio.sent).toEqual([])
  })

  it('a message that its provider will never accept is not tried again', async () => {
    twilio.mood.answers = ['refused']
    mail.mood.answers = ['refused']
    await sendCode()
    await sendMessage(shop.system, { channel: 'email', to: 'nobody@example.com', subject: 'A', text: 'B' })
    await shop.settleJobs()
    const rows = await shop.services.db.selectFrom('message').selectAll().orderBy('channel').execute()
    expect(rows).toMatchObject([
      { channel: 'email', state: 'failed', reason: expect.stringContaining('550 no such address') },
      { channel: 'sms', state: 'failed', reason: expect.stringContaining('not a phone number') },
    ])
  })

  it('registering answers at once while the mail server is silent, and the code arrives later, once [B-9.46]', async () => {
    mail.mood.answers = ['silent']
    const registration = {
      email: 'patient@example.com',
      password: 'Redoubt-Test1!',
      name: 'Pat Ient',
      phone: '8015550123',
      birthDate: '1990-05-17',
    }
    expect((await shop.call('/api/auth/register', { json: registration })).status).toBe(200)
    const { id, ...message } = await theMessage()
    // The answer did not wait: the mail server still has its time to speak.
    expect(message).toMatchObject(WITHOUT_OUTCOME)
    // The waiting process is killed; its lease runs out.
    while ((await theMessage()).attempts === 0) await new Promise(done => setTimeout(done, 20))
    shop.clock.advance(3 * MINUTE)
    await deliverMessage(shop.system, id)
    expect(mail.mails.map(({ to }) => to)).toEqual([['patient@example.com']])
    expect(mail.mails[0]!.source).toContain(`<${id}@redoubt.test>`)
    mail.close()
  })
})

it('codes leave by SMS while the mail server is silent [B-9.46]', async () => {
  mail.mood.answers = Array(30).fill('silent')
  for (let n = 0; n < 30; n++)
    await sendMessage(shop.system, { channel: 'email', to: `crowd-${n}@example.com`, subject: 'A', text: 'B' })
  await sendCode()
  while (twilio.sent.length === 0) await new Promise(done => setTimeout(done, 20))
  const emails = await shop.services.db.selectFrom('message').selectAll().where('channel', '=', 'email').execute()
  expect(emails).toHaveLength(30)
  for (const sentEmail of emails) expect(sentEmail).toMatchObject(WITHOUT_OUTCOME)
  mail.close()
})

describe('a message in hand', () => {
  it('twenty concurrent workers send a message once [B-9.47]', async () => {
    await sendCode()
    const { id } = await theMessage()
    await Promise.all(Array.from({ length: 20 }, () => deliverMessage(shop.system, id)))
    await Promise.all(Array.from({ length: 5 }, () => deliverDueMessages(shop.system, 'sms')))
    await shop.settleJobs()
    expect(twilio.sent).toHaveLength(1)
  })

  it('a message stays with its worker, and another sends it after that worker was killed [B-9.47]', async () => {
    const id = await writeDue()
    expect(await claimMessage(shop.system, id)).toMatchObject({ id, attempts: 1 })
    shop.clock.advance(MINUTE)
    await deliverMessage(shop.system, id)
    await deliverDueMessages(shop.system, 'sms')
    expect(twilio.sent).toEqual([])
    shop.clock.advance(MINUTE + 1)
    await Promise.all(Array.from({ length: 5 }, () => deliverDueMessages(shop.system, 'sms')))
    expect(twilio.sent).toHaveLength(1)
    expect(await theMessage()).toMatchObject({ state: 'sent', attempts: 2 })
  })
})

it('a message whose row is locked for a moment is delivered by its own job, not a minute later', async () => {
  const id = await writeDue()
  const other = await shop.services.pool.connect()
  await other.query('begin')
  await other.query('select from message where id = $1 for update', [id])
  await deliverMessage(shop.system, id)
  expect(twilio.sent).toEqual([])
  await other.query('commit')
  other.release()
  await expect.poll(() => twilio.sent).toHaveLength(1)
})

it('production refuses a message without a provider, and stores the name of the missing setting', async () => {
  const { createDelivery } = await import('#adapters/messages/delivery.server.ts')
  const { readEnv } = await import('#platform/env.ts')
  const deliver = createDelivery({ ...readEnv({}), MODE: 'production' }, () => undefined)
  const sms = { id: '1', channel: 'sms', to: PHONE, subject: '', text: 'x' } as const
  await expect(deliver(sms)).rejects.toThrow('TWILIO_ACCOUNT_SID')
  await expect(deliver({ ...sms, channel: 'email' })).rejects.toThrow('SMTP_URL')
  expect(() => readEnv({ TWILIO_ACCOUNT_SID: 'AC1' })).toThrow('TWILIO_AUTH_TOKEN is missing')
})
