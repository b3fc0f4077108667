import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPlainServer } from '#adapters/messages/testing/plain-server.ts'
import { openTestShop, testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { readMissing } from '#features/setup/opening/missing.server.ts'
import type { TxtAnswer } from '#kernel/ports/mail.ts'
import { MINUTE_MS } from '#kernel/values/durations.ts'
import { readEnv } from '#platform/env.ts'
import { closeAfter } from '#platform/testing/close-after.ts'

let refusal: string | undefined
const server = await startPlainServer('127.0.0.1', () => refusal)
closeAfter(async () => server.close())
const MAIL = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Old Shop <old@shop.example>' }

const zone = new Map<string, TxtAnswer>()
const readTxt = async (name: string): Promise<TxtAnswer> => zone.get(name) ?? { state: 'found', records: [] }
const shop = await testShop({ env: MAIL, readTxt })
let owner: TestUser

const NONE = { name: null, address: null, dkimSelector: null }
const OWN = { name: null, address: 'post@northline.com', dkimSelector: 's1' }
const patch = (sender: object) =>
  shop.call('/api/admin/settings', { as: owner, method: 'PATCH', json: { settings: { sender } } })
const test = (as = owner, headers = {}) => shop.call('/api/admin/settings/sender/test', { as, method: 'POST', headers })
const check = (as = owner) => shop.call('/api/admin/settings/sender', { as })
const fromOf = (email: string | undefined) => /^From: (.*)\r$/m.exec(email ?? '')?.[1]

beforeAll(async () => {
  owner = await shop.addUser({ admin: true, email: 'owner@northline.example' })
})
beforeEach(async () => {
  refusal = undefined
  zone.clear()
  server.emails.length = 0
  await shop.changeSettings({ sender: NONE, brand: { name: 'Redoubt' } })
})

describe('the sender of e-mails', () => {
  it('is a setting that staff read, with a history, and no fact of the public [B-13.116]', async () => {
    const changed = await patch({ name: 'Northline Post', address: ' Post@Northline.com ' })
    expect(changed.status, changed.text).toBe(200)
    expect(changed.json.settings.sender).toEqual({
      name: 'Northline Post',
      address: 'post@northline.com',
      dkimSelector: null,
    })
    expect((await shop.call('/api/settings')).text).not.toContain('northline.com')
    const [record] = (await shop.call('/api/admin/records?type=settings&id=shop&limit=1', { as: owner })).json.records
    expect(record.after).toMatchObject({ 'sender.name': 'Northline Post', 'sender.address': 'p•••@n•••.com' })
  })

  it.each([
    ['name', 'Northline\r\nBcc: all@evil.example'],
    ['name', 'Northline\u2028Bcc: x'],
    ['name', '\u202eenilhtroN'],
    ['name', '   '],
    ['name', 'x'.repeat(61)],
    ['address', 'post@northline.com\r\nBcc: all@evil.example'],
    ['address', 'Northline <post@northline.com>'],
    ['address', 'post@northline.com, all@evil.example'],
    ['address', 'post@northline'],
    ['address', 'post'],
    ['address', 7],
    ['dkimSelector', 's1._domainkey.northline.com.'],
    ['dkimSelector', '../s1'],
    ['dkimSelector', 's 1'],
    ['dkimSelector', 's'.repeat(64)],
  ])('a %s of %j is refused with a sentence [B-13.116]', async (field, value) => {
    const { status, json } = await patch({ [field]: value })
    expect([status, Object.keys(json.errors)]).toEqual([400, [`settings.sender.${field}`]])
    expect(json.errors[`settings.sender.${field}`][0]).toMatch(/^[A-Z].{5,}/)
  })

  it('is MAIL_FROM until the settings have one, and the name is the brand’s until they have one [B-13.116]', async () => {
    await test()
    await patch({ name: 'Summit' })
    await test()
    await patch({ ...OWN, name: null })
    await shop.changeSettings({ brand: { name: 'Müller & "Söhne"' } })
    await test()
    await patch({ name: 'Chen, "Lee"' })
    await test()
    const [first, second, third, fourth] = server.emails.map(fromOf)
    expect([first, second]).toEqual(['Old Shop <old@shop.example>', 'Summit <old@shop.example>'])
    expect(third).toMatch(/^=\?UTF-8\?.* <post@northline\.com>$/)
    expect(fourth).toBe('"Chen, \\"Lee\\"" <post@northline.com>')
  })

  it('of an existing shop may be an address alone, or a quoted name [B-13.116]', () => {
    const from = (text: string) => readEnv({ MAIL_FROM: text }).MAIL_FROM
    expect(from('hello@shop.example')).toEqual({ name: '', address: 'hello@shop.example' })
    expect(from('<hello@shop.example>')).toEqual({ name: '', address: 'hello@shop.example' })
    expect(from('"Shop, \\"Inc.\\"" <hello@shop.example>')).toEqual({
      name: 'Shop, "Inc."',
      address: 'hello@shop.example',
    })
    expect(readEnv({}).MAIL_FROM).toBeUndefined()
    for (const text of ['hello', 'Shop <hello>', 'a@b.example, c@d.example', 'Shop\r\nBcc: x <a@b.example>'])
      expect(() => readEnv({ MAIL_FROM: text }), text).toThrow(/^MAIL_FROM: a sender is an address/)
  })

  it('a change holds in every process without a restart [B-13.116]', async () => {
    const second = await openTestShop({ database: shop.database, env: MAIL })
    closeAfter(second.stop)
    await patch(OWN)
    await expect.poll(() => second.services.settings.sender.address).toBe(OWN.address)
    await second.services.deliver({ id: 'm1', channel: 'email', to: 'sam@example.com', subject: 'Hi', text: 'x' })
    expect(server.emails.map(fromOf)).toEqual(['Redoubt <post@northline.com>'])
  })
})

describe('a shop without a sender', () => {
  it('starts, keeps its e-mails, and sends them once it has one [B-13.116]', async () => {
    const alone = await testShop({ env: { SMTP_URL: MAIL.SMTP_URL } })
    const boss = await alone.addUser({ admin: true })
    await alone.changeSettings({ sender: NONE })
    const { status, json } = await alone.call('/api/admin/settings/sender/test', { as: boss, method: 'POST' })
    expect([status, json.code]).toEqual([409, 'no_sender'])
    expect((await alone.call('/api/admin/settings/sender', { as: boss })).json.code).toBe('no_sender')
    await alone.call('/api/admin/setup/test-message', { as: boss, json: { channel: 'email' } })
    await alone.settleJobs()
    const stateOf = async () => (await alone.services.pool.query('select state, reason from message')).rows[0]
    expect(await stateOf()).toEqual({ state: 'waiting', reason: expect.stringContaining('no sender of e-mails') })
    await alone.changeSettings({ sender: OWN })
    alone.clock.advance(10 * MINUTE_MS)
    const { deliverDueMessages } = await import('#features/notifications/delivery/deliver-messages.server.ts')
    await deliverDueMessages(alone.system, 'email')
    expect((await stateOf()).state).toBe('sent')
    expect(server.emails.map(fromOf)).toEqual(['Redoubt <post@northline.com>'])
  })
})

describe('a test e-mail', () => {
  it('goes to the caller by the way of every other, and the answer says that the mail server took it [B-13.117]', async () => {
    await patch(OWN)
    const { status, json } = await test()
    expect([status, json.state]).toEqual([200, 'sent'])
    expect(json.message).toBe(
      'A test e-mail to owner@northline.example left from Redoubt <post@northline.com>. 127.0.0.1 took it. Look whether it is in the inbox.',
    )
    expect(server.emails).toHaveLength(1)
    expect(server.emails[0]).toContain('To: owner@northline.example')
  })

  it('that the mail server refuses says so in the words of the server [B-13.117]', async () => {
    await patch(OWN)
    refusal = '550 5.7.60 post@northline.com is no sender of yours'
    const { status, json } = await test()
    expect([status, json.state]).toEqual([200, 'refused'])
    expect(json.message).toContain('The mail server refused the test e-mail from Redoubt <post@northline.com>: ')
    expect(json.message).toContain('550 5.7.60 post@northline.com is no sender of yours')
    refusal = '451 try later'
    expect((await test()).json.message).toMatch(
      /has not left; the shop tries it again\. The mail server said: .*451 try later/,
    )
    expect(server.emails).toEqual([])
  })

  it('leaves once for one Idempotency-Key, and for owners alone [B-13.117]', async () => {
    await patch(OWN)
    const key = { 'idempotency-key': 'sender-test-1' }
    const [first, again] = [await test(owner, key), await test(owner, key)]
    expect(again.json).toEqual(first.json)
    expect(server.emails).toHaveLength(1)
    const manager = await shop.addUser({ role: 'manager' })
    expect((await test(manager)).status).toBe(403)
    expect((await test(await shop.addUser())).status).toBe(403)
    expect((await check(await shop.addUser({ role: 'support' }))).status).toBe(403)
  })
})

describe('the check of DNS', () => {
  it('answers the sender and a sentence for each record [B-13.118]', async () => {
    await patch(OWN)
    zone.set('northline.com', { state: 'found', records: ['v=spf1 mx -all'] })
    zone.set('_dmarc.northline.com', { state: 'silent' })
    const { status, json } = await check()
    expect([status, json.sender]).toEqual([200, { name: 'Redoubt', address: 'post@northline.com' }])
    expect(json.checks.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
      ['spf', 'ok'],
      ['dkim', 'failed'],
      ['dmarc', 'warning'],
    ])
  })
})

describe('the opening', () => {
  const production = () =>
    Object.defineProperty({ ...shop.system, mode: 'production' as const }, 'settings', {
      get: () => shop.system.settings,
    })
  const senderIn = async (ctx = production()) => (await readMissing(ctx)).find(({ code }) => code === 'sender')

  it('waits for an address, a DNS that does not forbid it, and an e-mail that left [B-35.3]', async () => {
    await shop.services.pool.query('delete from message')
    const link = '/admin?tab=settings#settings-sender'
    const ctx = production()
    const noFrom = Object.defineProperty({ ...ctx, mail: { ...ctx.mail, from: undefined } }, 'settings', {
      get: () => shop.system.settings,
    })
    expect(await senderIn(noFrom)).toEqual({ code: 'sender', title: 'The sender of e-mails has no address', link })
    expect((await senderIn())!.title).toMatch(
      /^The sender of e-mails: shop\.example is not a domain of the public internet/,
    )
    await patch({ ...OWN, dkimSelector: null })
    zone.set('northline.com', { state: 'found', records: ['v=spf1 -all'] })
    expect((await senderIn())!.title).toBe(
      'The sender of e-mails: The SPF record of northline.com names no server that may send: add what your mail provider asks for',
    )
    // Warnings and a DNS that does not answer forbid nothing.
    zone.set('northline.com', { state: 'silent' })
    expect((await senderIn())!.title).toBe('No e-mail has left: send yourself a test e-mail')
    await test()
    expect(await senderIn()).toBeUndefined()
  })
})
