import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openFreeEntries } from '#features/free-entry/testing/free-entries.ts'
import { openBrowser } from '#features/identity/testing/browser.ts'
import type { Email } from '#features/notifications/email.ts'
import { renderEmail } from '#features/notifications/render-email.server.ts'
import { shoppingIn } from '#features/orders/testing/shopping.ts'
import type { Context } from '#kernel/context.ts'
import { ORIGIN } from '../../testing/shop.ts'

const register = await openFreeEntries()
const { shop, addGiveaway } = register
const FEATURES = join(import.meta.dirname, '../../../features')
const ROOT = join(FEATURES, '../..')

type Definition = ((ctx: Context, data: unknown) => Email) & {
  preview: unknown
  unproven: 'no words' | 'own mailbox' | ((data: unknown) => unknown)
}

async function definitions(): Promise<[string, Definition][]> {
  const found: [string, Definition][] = []
  for await (const file of glob('**/*.ts', { cwd: FEATURES })) {
    if (!/= defineEmail\(/.test(readFileSync(join(FEATURES, file), 'utf8'))) continue
    for (const [name, value] of Object.entries(await import(join(FEATURES, file))))
      if (typeof value === 'function' && 'unproven' in value) found.push([`${file} › ${name}`, value as Definition])
  }
  return found
}
const all = await definitions()

/** A stranger's message, as a name may carry it. */
const MARKER = 'Win at evil。example'

/**
 * Texts that the shop, its staff, a bank or a carrier writes; every other text is a stranger's. `device` names a browser and a system from
 * lists, and `email` is the recipient's own address.
 */
const OURS = new Set(
  `title slug thing reason sentence change benefits waiting body text answer carrier trackingNumber prefix reference device
  code link sentences by role page url payUrl invoiceUrl trackingUrl email id orderId tier plan type kind status priority channel signedOut papers
  now nowWithFee before receivedOn first last shipBy at drawsAt manifestHash logKey`.split(/\s+/),
)
/** Parts of a preview that the shop makes as a whole: lines of an order, products of a review, receipts of entries. */
const OUR_PARTS = new Set([
  'lines',
  'products',
  'receipts',
  'checkpoint',
  'earned',
  'price',
  'dispute',
  'window',
  'about',
])
/** The subject that staff write to a winner or in a campaign. */
const BY_STAFF = /› (?:writtenEmail|offerCampaignEmail)$/

const strange = (value: unknown, name: string, key = ''): unknown => {
  if (OUR_PARTS.has(key) || OURS.has(key) || (key === 'subject' && BY_STAFF.test(name))) return value
  if (typeof value === 'string') return MARKER
  if (Array.isArray(value)) return value.map(part => strange(part, name, key))
  if (!value || typeof value !== 'object' || value instanceof Date || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, strange(part, name, field)]))
}

it('an e-mail to an unproven mailbox has no words of a stranger [B-9.54]', async () => {
  expect(all.length).toBeGreaterThan(55)
  const told: string[] = []
  let reduced = 0
  for (const [name, write] of all) {
    if (write.unproven === 'own mailbox') continue
    const email = write(shop.system, strange(write.preview, name))
    const shown = email.toUnproven?.() ?? email
    const { subject, text, html } = await renderEmail(shop.system, shown)
    const files = (shown.attachments ?? []).map(file => JSON.stringify(file))
    if ([subject, text, html, ...files].some(part => /evil/.test(part))) told.push(name)
    if (typeof write.unproven === 'function') {
      reduced++
      // Something is left out, so that the e-mail is not neutral by accident.
      const whole = await renderEmail(shop.system, email)
      expect(`${whole.subject}${whole.text}`, name).toContain(MARKER)
    }
  }
  expect(told).toEqual([])
  expect(reduced).toBeGreaterThan(35)
  expect(all.filter(([, { unproven }]) => unproven === 'own mailbox').map(([name]) => name)).toEqual([
    'support/desk/emails.server.ts › staffEmail',
    'support/desk/emails.server.ts › moreEmail',
  ])
})

it('only the functions that ask for the mailbox’s proof render e-mails', () => {
  const found = execFileSync('git', ['grep', '-l', 'renderEmail(', '--', 'src/features'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(
    found
      .trim()
      .split('\n')
      .filter(file => !file.endsWith('.test.ts'))
      .toSorted(),
  ).toEqual([
    'src/features/notifications/commands/notify.server.ts',
    'src/features/notifications/commands/send-email.server.ts',
    'src/features/notifications/render-email.server.ts',
  ])
})

/** Sealed text is random, so it can spell any word of four letters; `shop.outbox` has it opened. */
const SEALED = /sealed1\.[\w.-]+/g

const stored = async (to: string) => {
  await shop.settleJobs()
  const { rows } = await shop.services.pool.query<{ all: string }>(
    `select concat_ws(' ', subject, body, html, attachments) as all from message where recipient = $1`,
    [to],
  )
  return [
    ...rows.map(row => row.all.replaceAll(SEALED, '')),
    ...(await shop.outbox(to)).map(message => JSON.stringify(message)),
  ]
}

/** Expects e-mails to an address, all without the stranger's words. */
async function expectNeutral(to: string, least: number) {
  const messages = await stored(to)
  // Each message is read twice: as stored and as shown.
  expect(messages.length, to).toBeGreaterThanOrEqual(2 * least)
  expect(
    messages.filter(text => /evil/i.test(text)),
    to,
  ).toEqual([])
}

const AGENT = { 'user-agent': 'Evil/1.0 (win at evil.example; evil) Evil/2.0' }

it('a registration tells its mailbox no name, device or address of the stranger who made it [B-9.54]', async () => {
  const to = 'target.registered@example.com'
  const shippingAddress = { line1: MARKER, city: MARKER, state: 'UT', postalCode: '84601' }
  const json = { email: to, password: 'Correct-Horse9!', name: MARKER, phone: '8015550100', birthDate: '1990-05-17' }
  const browser = openBrowser(shop)
  const made = await browser.post('/api/auth/register', { ...json, shippingAddress }, AGENT)
  expect(made.status, made.text).toBe(200)
  await browser.post('/api/auth/resend-code', { email: to }, AGENT)
  await browser.post('/api/auth/email-codes', { email: to }, AGENT)
  await expectNeutral(to, 2)
})

/** An account with an unproven mailbox, and with words of the person who made it. */
async function addUnproven(email: string) {
  const user = await shop.addUser({ email, name: MARKER, credits: { Bronze: 3 } })
  await shop.services.pool.query('update users set mailbox_unproven = true where id = $1', [user.userId])
  await shop.services.pool.query('update shipping_address set city = $2, line1 = $2 where user_id = $1', [
    user.userId,
    MARKER,
  ])
  return user
}

it('an unproven account tells its mailbox no words of the person who holds it [B-9.54]', async () => {
  const to = 'target.unproven@example.com'
  const user = await addUnproven(to)
  const admin = await shop.addUser({ admin: true })
  const as = (path: string, json: unknown, method?: string) =>
    shop.call(path, { as: user, json, headers: { origin: ORIGIN, ...AGENT }, ...(method && { method }) })
  await as('/api/auth/forgot-password', { email: to })
  await openBrowser(shop).post('/api/auth/register', { ...PERSON_OF(to) }, AGENT)
  const ticket = await as('/api/support/tickets', { subject: MARKER, message: MARKER, priority: 'low' })
  expect(ticket.status, ticket.text).toBe(200)
  const { rows } = await shop.services.pool.query('select id from support_ticket where user_id = $1', [user.userId])
  const answered = await shop.call(`/api/admin/support/threads/${rows[0].id}/answers`, {
    as: admin,
    json: { message: 'Hello, we look at it.' },
  })
  expect(answered.status, answered.text).toBeLessThan(300)
  const { item } = await shoppingIn(shop).addProduct()
  const { json: session } = await shoppingIn(shop).checkout(user, [item])
  await shoppingIn(shop).pay(session.url)
  await shop.call(`/api/payments/verify-session?session_id=${session.id}`, { as: user })
  const giveaway = await addGiveaway({ totalSlots: 10 })
  expect((await as(`/api/giveaways/${giveaway.id}/entries`, { slots: [3] })).status).toBe(200)
  await shop.settleJobs()
  const cancelled = await shop.call(`/api/admin/giveaways/${giveaway.id}/cancel`, {
    as: admin,
    json: { title: giveaway.title, reason: 'The prize broke.' },
  })
  expect(cancelled.status, cancelled.text).toBe(200)
  await expectNeutral(to, 6)
  expect((await shop.outbox(to)).some(({ text }) => text.startsWith('Hello,'))).toBe(true)
})

const PERSON_OF = (email: string) => ({
  ...{ email, password: 'Correct-Horse9!', name: 'Robin Gale', phone: '8015550100', birthDate: '1990-05-17' },
})

it('a free entry and a card under the address of another person tell its mailbox no words of the sender [B-9.54]', async () => {
  const giveaway = await addGiveaway({ totalSlots: 10, entryLimit: 5 })
  const owner = await shop.addUser({ email: 'target.proved@example.com', name: 'Sam Porter' })
  for (const email of ['target.free@example.com', owner.email]) {
    const home = { name: MARKER, line1: `${email.length} ${MARKER}`, city: 'Reno', state: 'NV', postalCode: '89501' }
    const entered = await register.enterFree(giveaway, { ...home, email })
    expect(entered.status, entered.text).toBe(200)
    expect((await register.recordRefused(giveaway, { reason: 'duplicate', name: MARKER, email })).status).toBe(200)
    await expectNeutral(email, 3)
  }
  const typed = await register.type(giveaway, { name: MARKER, email: 'target.card@example.com' })
  expect(typed.status, typed.text).toBe(200)
  const admin = await shop.addUser({ admin: true })
  await shop.call(`/api/admin/giveaways/${giveaway.id}/cancel`, {
    as: admin,
    json: { title: giveaway.title, reason: 'The prize broke.' },
  })
  await expectNeutral('target.card@example.com', 2)
})

it('the owner of a proven mailbox is greeted by name', async () => {
  const user = await shop.addUser({ email: 'proved.owner@example.com', name: 'Sam Porter' })
  await shop.call('/api/auth/forgot-password', { json: { email: user.email }, headers: { origin: ORIGIN } })
  await shop.settleJobs()
  expect((await shop.outbox(user.email))[0]!.text).toMatch(/^Hello Sam Porter,/)
})
