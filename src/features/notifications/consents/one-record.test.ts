import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import { transact } from '#kernel/transaction.server.ts'
import { notify } from '../commands/notify.server.ts'
import { readRecipients } from '../queries/recipients.server.ts'
import { wants } from '../rules.ts'
import { openTwilio } from '../testing/providers.ts'
import { signedSms } from '../testing/signed-sms.ts'

const twilio = await openTwilio()
const shop = await testShop({ connections: 12, env: twilio.env })
const shopping = payingIn(shop)
const { pool } = shop.services
const admin = await shop.addUser({ admin: true })

const call = async (path: string, as?: TestUser, json?: object, method?: string) => {
  const answer = await shop.call(path, { ...(as && { as }), ...(json && { json }), ...(method && { method }) })
  expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300)
  return answer.json
}
const recipient = async ({ userId }: TestUser) => (await readRecipients(shop.system, [userId])).get(userId)!
const ofStaff = async ({ email }: TestUser) => call(`/api/admin/users/profile?email=${email}`, admin)
const inList = async ({ email }: TestUser) => (await call(`/api/admin/users/search?q=${email}`, admin)).users[0]
const column = async (sql: string, { userId }: TestUser) => (await pool.query(sql, [userId])).rows[0]?.is
const exported = (as: TestUser) => call('/api/my/export', as)

/** A token of an e-mail's link. */
async function linkOf({ userId, email }: TestUser): Promise<string> {
  const message = { subject: 'Soon', body: ['Soon.'], action: { label: 'Go', url: 'http://shop.test/' } }
  const onceKey = crypto.randomUUID()
  await transact(shop.system, tx => notify(tx, { userId, kind: 'giveaway_alert', onceKey, email: message }))
  await shop.settleJobs()
  return /unsubscribe\?token=([\w.-]+)/.exec((await shop.outbox(email))[0]!.text)![1]!
}

/** A user with a new token. A merge ends older ones. */
async function signedIn({ userId, email }: Omit<TestUser, 'idToken'>): Promise<TestUser> {
  shop.clock.advance(1000)
  const claims = { userId, email, name: 'Riley Marsh', isAdmin: false, role: null, isSubscriber: false }
  return { userId, email, idToken: (await shop.idTokens.issue(claims)).idToken }
}

let phones = 0
async function newUser(): Promise<TestUser> {
  const user = await shop.addUser()
  const phone = `+1801556${String(1000 + phones++)}`
  await call('/api/my/profile', user, { phone })
  return user
}
const sms = async (user: TestUser, Body: string) => {
  const { phone: From } = await call('/api/my/profile', user)
  const MessageSid = `SM${crypto.randomUUID().replaceAll('-', '')}`
  const fields = { MessageSid, From, Body, To: '+18885550100', NumMedia: '0' }
  expect((await shop.call('/api/webhooks/sms', signedSms(shop, fields))).status).toBe(200)
}
async function checkout(user: TestUser, consents: object) {
  const { item } = await shopping.addProduct()
  expect((await shopping.checkout(user, [item], consents)).status).toBe(200)
}
const merge = async (user: TestUser, change: (other: TestUser) => Promise<unknown>) => {
  const other = await shop.addUser()
  await change(other)
  await call('/api/admin/users/merge', admin, { from: other.userId, into: user.userId, reason: 'Two accounts' })
}

type Write = [name: string, becomes: boolean, write: (user: TestUser) => Promise<unknown>]
type Choice = {
  /** Writes of one user in this order, so that each write meets the state that the previous write left. */
  writes: Write[]
  reads: Record<string, (user: TestUser) => Promise<unknown>>
  begin?: (user: TestUser) => Promise<unknown>
}

const profile = (json: object) => (user: TestUser) => call('/api/my/profile', user, json)
const settings = (preferences: object) => (user: TestUser) =>
  call('/api/push/preferences', user, { userId: user.userId, preferences }, 'PUT')

const CHOICES: Record<string, Choice> = {
  push: {
    writes: [
      ['settings on', true, settings({ optIn: true })],
      ['profile off', false, profile({ pushConsent: false })],
      ['checkout on', true, user => checkout(user, { pushConsent: true })],
      ['settings off', false, settings({ optIn: false })],
      ['another setting', false, settings({ cartReminders: false })],
      ['profile on', true, profile({ pushConsent: true })],
      ['an unticked checkout', true, user => checkout(user, { pushConsent: false })],
      ['another setting, again', true, settings({ timeZone: 'America/Denver' })],
      // The last release writes the flag of the settings, and the consent in the same transaction.
      ['the last release', false, user => oldSettings(user, false)],
      ['the last release, on', true, user => oldSettings(user, true)],
    ],
    reads: {
      profile: async user => (await call('/api/my/profile', user)).pushConsent,
      settings: async user => (await call(`/api/push/preferences/${user.userId}`, user)).optIn,
      staff: async user => (await call(`/api/push/preferences/${user.userId}`, admin)).optIn,
      'staff’s profile': async user => (await ofStaff(user)).pushConsent,
      delivery: async user => wants(await recipient(user), 'order_update', 'push'),
      export: async user => (await exported(user)).notificationPreferences.push_opt_in,
      'the last release': user =>
        column('select push_opt_in as is from notification_preference where user_id = $1', user),
    },
  },
  sms: {
    writes: [
      ['profile on', true, profile({ smsConsent: true })],
      ['STOP', false, user => sms(user, 'STOP')],
      ['a box ticked after STOP', false, profile({ smsConsent: true })],
      ['a checkout after STOP', false, user => checkout(user, { smsConsent: true })],
      ['START', true, user => sms(user, 'START')],
      ['profile off', false, profile({ smsConsent: false })],
      ['checkout on', true, user => checkout(user, { smsConsent: true })],
      ['another phone', false, profile({ phone: '+18015579999' })],
    ],
    reads: {
      profile: async user => (await call('/api/my/profile', user)).smsConsent,
      'staff’s profile': async user => {
        const { smsConsent, smsStopped } = await ofStaff(user)
        return smsConsent && !smsStopped
      },
      'staff’s list': async user => (await inList(user)).smsConsent,
      attribute: async user => (await inList(user)).attributes['custom:sms_opt_in'] === 'true',
      'staff’s filter': async user =>
        (await call('/api/admin/users?smsConsent=true&limit=100', admin)).users.some(
          ({ id }: { id: string }) => id === user.userId,
        ),
      delivery: async user => wants(await recipient(user), 'welcome', 'sms'),
    },
  },
  email: {
    writes: [
      ['settings off', false, settings({ emailOptIn: false })],
      ['settings on', true, settings({ emailOptIn: true })],
    ],
    reads: {
      settings: async user => (await call(`/api/push/preferences/${user.userId}`, user)).emailOptIn,
      link: async user => (await call(`/api/email-choices?token=${links.get(user.userId)}`)).emailOptIn,
      delivery: async user => wants(await recipient(user), 'giveaway_alert', 'email'),
      export: async user => (await exported(user)).notificationPreferences.email_opt_in,
    },
    begin: keepLink,
  },
  'promotional e-mails': {
    writes: [
      ['link on', true, user => chooseByLink(user, { promotionalOffers: true })],
      ['settings on', true, settings({ promotionalOffers: true })],
      ['settings off', false, settings({ promotionalOffers: false })],
    ],
    reads: {
      link: async user => (await call(`/api/email-choices?token=${links.get(user.userId)}`)).choices.promotionalOffers,
      delivery: async user => wants(await recipient(user), 'promotional_offer', 'email'),
    },
    begin: keepLink,
  },
  'auto-entry': {
    writes: [
      ['on', true, user => call('/api/my/auto-entry', user, { enabled: true })],
      ['off', false, user => call('/api/my/auto-entry', user, { enabled: false })],
    ],
    reads: {
      credits: async user => (await call('/api/credits', user)).autoEntryEnabled,
      'no opt-out': async user => !(await call('/api/credits', user)).autoEntryOptOut,
      subscription: async user => (await call('/api/my/subscription', user)).autoEntryEnabled,
    },
  },
}

/** The readers of pushes and of SMS, some of which have one name. */
const READS_OF_BOTH = ['push', 'sms'].flatMap(name => Object.entries(CHOICES[name]!.reads))

const links = new Map<string, string>()
async function keepLink(user: TestUser) {
  await settings({ cartReminders: true })(user)
  links.set(user.userId, await linkOf(user))
}
const chooseByLink = ({ userId }: TestUser, choices: object) =>
  call('/api/email-choices', undefined, { token: links.get(userId), choices }, 'PUT')

async function oldSettings({ userId }: TestUser, on: boolean) {
  await pool.query(
    'insert into notification_preference (user_id, push_opt_in) values ($1, $2) on conflict (user_id) do update set push_opt_in = $2',
    [userId, on],
  )
  await pool.query('update users set push_consent = $2 where id = $1 and push_consent <> $2', [userId, on])
}

describe('one choice is one record', () => {
  it.each(Object.keys(CHOICES))(
    '%s: after each door that writes it, all doors that read it agree [B-9.53]',
    async name => {
      const { writes, reads, begin } = CHOICES[name]!
      const user = name === 'auto-entry' ? await shop.addUser({ subscriber: true }) : await newUser()
      await begin?.(user)
      for (const [door, becomes, write] of writes) {
        await write(user)
        for (const [reader, read] of Object.entries(reads))
          expect(await read(user), `${door}, read by ${reader}`).toBe(becomes)
      }
    },
  )

  it('a consent of the registration is on for every reader [B-9.53]', async () => {
    const email = `new-${Date.now()}@example.com`
    const password = 'Redoubt-Test1!'
    await call('/api/auth/register', undefined, {
      ...{ email, password, name: 'Riley Marsh', phone: '8015550142', birthDate: '1988-04-09' },
      ...{ smsConsent: true, pushConsent: true },
    })
    await shop.settleJobs()
    const code = /\b\d{6}\b/.exec((await shop.outbox(email))[0]!.text)![0]
    await call('/api/auth/confirm', undefined, { email, code })
    const { rows } = await pool.query('select id from users where email = $1', [email])
    const userId = rows[0].id as string
    const user = await signedIn({ userId, email })
    for (const [reader, read] of READS_OF_BOTH) expect(await read(user), reader).toBe(true)
  })

  it('accounts that are merged keep what both agreed to, for every reader [B-9.53]', async () => {
    const user = await newUser()
    await profile({ pushConsent: true, smsConsent: true })(user)
    await merge(user, profile({ pushConsent: false }))
    const merged = await signedIn(user)
    for (const [reader, read] of READS_OF_BOTH) expect(await read(merged), reader).toBe(false)
  })

  it('one function writes each consent flag, and no code reads push_opt_in [B-9.53]', () => {
    const files = globSync('src/**/*.ts').filter(file => !/\.test\.|testing\/|tables\.ts/.test(file))
    const writers = (pattern: RegExp) => files.filter(file => pattern.test(readFileSync(file, 'utf8')))
    const erases = 'src/features/identity/personal-data.server.ts'
    const records = 'src/features/notifications/commands/record-consent.server.ts'
    expect(writers(/(sms|push)_consent\s*[=:]\s*(?!['"])/).toSorted()).toEqual([erases, records])
    expect(writers(/email_opt_in\s*[=:]\s*(?!['"])/)).toEqual([records])
    expect(writers(/push_opt_in/).toSorted()).toEqual(
      [records, 'src/features/notifications/personal-data.server.ts'].toSorted(),
    )
  })
})

it('where the two old flags disagree, off in either is off, and the log says so [B-9.53]', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, newUser))
  const [both, consentOnly, flagOnly, never] = people as [TestUser, TestUser, TestUser, TestUser]
  const off = 'alter table users disable trigger users_push_opt_in'
  await pool.query(off)
  await pool.query('update users set push_consent = true where id = any($1)', [
    [both, consentOnly, never].map(({ userId }) => userId),
  ])
  await pool.query(off.replace('disable', 'enable'))
  for (const [{ userId }, flag] of [
    [both, true],
    [consentOnly, false],
    [flagOnly, true],
  ] as const)
    await pool.query('insert into notification_preference (user_id, push_opt_in) values ($1, $2)', [userId, flag])
  await pool.query(readFileSync('db/migrations/0098_one_push_consent.sql', 'utf8'))
  for (const [user, is] of [
    [both, true],
    [consentOnly, false],
    [flagOnly, false],
    [never, true],
  ] as const)
    for (const [reader, read] of Object.entries(CHOICES.push!.reads)) expect(await read(user), reader).toBe(is)
  const { rows } = await pool.query(
    'select user_id from consent_record where source = $1 and not given and user_id = any($2)',
    ['one-record', people.map(({ userId }) => userId)],
  )
  expect(rows.map(row => row.user_id)).toEqual([consentOnly.userId])
})
