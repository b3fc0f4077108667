import { describe, expect, it } from 'vitest'
import { openTestShop, testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DEMO_SETTINGS } from '../../../../db/demo/settings.ts'
import { keywordOf, smsReplies } from '../commands/receive-sms.server.ts'

const REPLIES = smsReplies(DEMO_SETTINGS)

import { openTwilio } from '../testing/providers.ts'
import { signedSms } from '../testing/signed-sms.ts'

const twilio = await openTwilio()
const shop = await testShop({ connections: 20, env: twilio.env })

let number = 0
const newPhone = () => `+1801555${String(1000 + number++)}`
const newSid = () => `SM${crypto.randomUUID().replaceAll('-', '')}`
async function addWith(phone: string, consents: boolean): Promise<TestUser> {
  const user = await shop.addUser()
  await shop.call('/api/my/profile', { as: user, json: { phone, ...(consents && { smsConsent: true }) } })
  return user
}
const write = (From: string, Body: string, MessageSid = newSid()) =>
  shop.call('/api/webhooks/sms', signedSms(shop, { MessageSid, From, Body, To: '+18885550100', NumMedia: '0' }))
const consentOf = async (user: TestUser) => (await shop.call('/api/my/profile', { as: user })).json.smsConsent
const sayingOf = (text: string) => /<Message>(.*)<\/Message>/.exec(text)?.[1]?.replaceAll('&amp;', '&')

describe('an inbound SMS', () => {
  it('STOP withdraws the consent of every user with that phone, with one confirmation [B-9.32]', async () => {
    const phone = newPhone()
    const people = [await addWith(phone, true), await addWith(phone, true), await addWith(phone, false)]
    const stranger = await addWith(newPhone(), true)
    const answer = await write(phone, ' Stop. ')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch('text/xml')
    expect(answer.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><Response>/)
    expect(sayingOf(answer.text)).toBe(REPLIES.STOP)
    expect(await Promise.all(people.map(consentOf))).toEqual([false, false, false])
    expect(await consentOf(stranger)).toBe(true)
    expect(sayingOf((await write(phone, 'STOP')).text)).toBeUndefined()
  })

  it('START gives consent back to the users who had it, and to no other [B-9.32]', async () => {
    const phone = newPhone()
    const [willing, never] = [await addWith(phone, true), await addWith(phone, false)]
    await write(phone, 'UNSUBSCRIBE')
    expect(sayingOf((await write(phone, 'Unstop')).text)).toBe(REPLIES.START)
    expect([await consentOf(willing), await consentOf(never)]).toEqual([true, false])
    expect(sayingOf((await write(phone, 'YES')).text)).toBeUndefined()
    const unknown = await write(newPhone(), 'START')
    expect([unknown.status, sayingOf(unknown.text)]).toEqual([200, undefined])
  })

  it('START is confirmed also when a box ticked after STOP changed nothing; the profile says so until then', async () => {
    const phone = newPhone()
    const user = await addWith(phone, true)
    const stopped = async () => (await shop.call('/api/my/profile', { as: user })).json.smsStopped
    expect(await stopped()).toBe(false)
    await write(phone, 'STOP')
    const ticked = await shop.call('/api/my/profile', { as: user, json: { smsConsent: true } })
    expect(ticked.json).toMatchObject({ smsConsent: false, smsStopped: true })
    expect(sayingOf((await write(phone, 'START')).text)).toBe(REPLIES.START)
    expect([await stopped(), await consentOf(user)]).toEqual([false, true])
    await write(phone, 'STOP')
    await shop.call('/api/my/profile', { as: user, json: { phone: newPhone() } })
    expect(await stopped()).toBe(false)
  })

  it('HELP is answered, other texts are not [B-9.32]', async () => {
    const phone = newPhone()
    expect(sayingOf((await write(phone, 'info')).text)).toBe(REPLIES.HELP)
    expect((await write(phone, 'When does it STOP raining?')).text).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
    )
  })

  it('a repeated delivery counts once and gets the same answer, also concurrently [B-9.32]', async () => {
    const phone = newPhone()
    const user = await addWith(phone, true)
    const sid = newSid()
    const answers = await Promise.all(Array.from({ length: 15 }, () => write(phone, 'STOP', sid)))
    expect(new Set(answers.map(({ text }) => sayingOf(text)))).toEqual(new Set([REPLIES.STOP]))
    await write(phone, 'START')
    await write(phone, 'STOP', sid)
    expect(await consentOf(user)).toBe(true)
    const records = await shop.services.db
      .selectFrom('consent_record')
      .select('source')
      .where('user_id', '=', user.userId)
      .orderBy('id')
      .execute()
    expect(records.map(({ source }) => source)).toEqual(['profile', 'sms-keyword', 'sms-keyword'])
  })

  it('an SMS with a forged, altered or missing signature is refused and changes nothing [B-9.32]', async () => {
    const phone = newPhone()
    const user = await addWith(phone, true)
    const fields = { MessageSid: newSid(), From: phone, Body: 'STOP' }
    const signed = signedSms(shop, fields)
    const refused = [
      await shop.call('/api/webhooks/sms', signedSms(shop, fields, 'token-of-somebody-else')),
      await shop.call('/api/webhooks/sms', { ...signed, body: `${signed.body}&More=1` }),
      await shop.call('/api/webhooks/sms', {
        ...signed,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      await shop.call('/api/webhooks/sms', { method: 'POST' }),
    ]
    for (const { status, json } of refused) expect([status, json.code]).toEqual([403, 'sms_webhook_refused'])
    expect(await consentOf(user)).toBe(true)
  })

  it('a body that is no SMS is refused', async () => {
    for (const fields of [
      { MessageSid: '', From: newPhone() },
      { MessageSid: newSid(), From: 'x\u0000' },
    ]) {
      expect((await shop.call('/api/webhooks/sms', signedSms(shop, fields as Record<string, string>))).status).toBe(400)
    }
  })
})

it('after STOP only START from that phone allows SMS there, whichever user enters its number [B-9.32]', async () => {
  const phone = newPhone()
  await addWith(phone, true)
  await write(phone, 'STOP')
  const stranger = await addWith(phone, true)
  const { notify } = await import('../commands/notify.server.ts')
  const tell = async (onceKey: string) => {
    await transact(shop.system, tx =>
      notify(tx, { userId: stranger.userId, kind: 'welcome', onceKey, sms: 'Welcome.' }),
    )
    await shop.settleJobs()
  }
  shop.clock.set('2026-03-02T18:00:00Z')
  await tell('1')
  expect(twilio.sent).toEqual([])
  await write(phone, 'START')
  await tell('2')
  expect(twilio.sent.map(({ to }) => to)).toEqual([phone])
})

it.each([
  ...[
    'STOP',
    'StopAll',
    'unsubscribe',
    'Cancel',
    'END',
    'quit',
    'OPTOUT',
    'opt-out',
    'Opt out',
    'REVOKE',
    '"stop"',
    'STOP!!!',
  ].map(body => [body, 'STOP'] as const),
  ...['START', 'unstop', 'Yes', 'yes.'].map(body => [body, 'START'] as const),
  ...['HELP', 'Info?'].map(body => [body, 'HELP'] as const),
  ...['', 'stop it', 'yesterday', 'no', 'ST0P', '1 END', 'please stop'].map(body => [body, undefined] as const),
])('“%s” counts as %s', (body, keyword) => {
  expect(keywordOf(body)).toBe(keyword)
})

it('a demo without Twilio accepts unsigned SMS from this machine only', async () => {
  const demo = await openTestShop()
  const sms = async (headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ MessageSid: newSid(), From: newPhone(), Body: 'HELP' }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await demo.call('/api/webhooks/sms', { method: 'POST', body, headers: { ...type, ...headers } })).status
  }
  expect(await sms()).toBe(200)
  // Through an undeclared proxy, and from a page of another site open in a browser on this machine.
  expect(await sms({ 'x-forwarded-for': '203.0.113.7' })).toBe(403)
  expect(await sms({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(403)
  await demo.close()
})
