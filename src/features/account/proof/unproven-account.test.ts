import { beforeAll, describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { adoptMailEntries } from '#features/free-entry/cards/commands/adopt-mail-entries.server.ts'
import { openFreeEntries } from '#features/free-entry/testing/free-entries.ts'
import { VALUABLE } from '#features/free-entry/testing/register.ts'
import { mailboxProofs } from '#features/identity/mailbox-proof/testing/proofs.ts'
import { type Made, unprovenAccounts } from '#features/identity/mailbox-proof/testing/unproven.ts'
import { openBrowser, PASSWORD } from '#features/identity/testing/browser.ts'
import { newId } from '#platform/values/ids.server.ts'

const free = await openFreeEntries()
const { shop, admin, addGiveaway } = free
const { MADE } = unprovenAccounts(shop)
const { PROVED } = mailboxProofs(shop)

const BIRTH = '1988-04-09'
const STREET = '77 Quiet Lane'
const open = { waiting: { id: '' }, valuable: { id: '' } }
const product = { id: '' }
beforeAll(async () => {
  const json = { name: 'Tin Cup', price: 12, category: 'Gear', stock: 0, images: [], description: 'A cup.' }
  product.id = (await shop.call('/api/products', { as: admin, json })).json.id
  open.waiting = await addGiveaway({ title: 'Trail Pack' })
  open.valuable = await addGiveaway({ title: 'Big Crate', value: VALUABLE })
})

/** Rows of an address before it has an account: a free entry online, a mailed card, a waiting card, a guest's alert, a payment. */
async function actOf(email: string) {
  // Persons of one name and address share the limit and the period.
  const name = `Wren ${email.split('@')[0]}`
  const home = { line1: STREET, city: 'Reno', state: 'NV', postalCode: '89501' }
  const person = { name, email, birthDate: BIRTH, ...home }
  expect((await free.enterFree(open.waiting, person)).status).toBe(200)
  const card = { name, address: `${STREET}\nReno, NV 89501`, email }
  const entered = await addGiveaway()
  await expectTyped(entered, card)
  const waiting = (await free.type(open.valuable, card)).json
  expect(waiting.slotNumber).toBe(null)
  const now = shop.clock.now()
  const alert = { id: newId(), product_id: product.id, email, channel: 'email', created_at: now }
  await shop.services.db
    .insertInto('stock_alert')
    .values({ ...alert, expires_at: free.inDays(9) })
    .execute()
  const lost = { order_id: newId(), session_id: `cs_${email}`, email, payment_intent_id: `pi_${email}` }
  await shop.services.db
    .insertInto('lost_order')
    .values({ ...lost, amount_cents: 500, currency: 'usd', found_at: now })
    .execute()
  return { card, entered, waiting: waiting.cardNumber as number }
}

/** A card that is an entry at once. */
async function expectTyped(giveaway: { id: string }, card: object) {
  const typed = await free.type(giveaway, card)
  expect(typed.json.slotNumber, typed.text).toEqual(expect.any(Number))
}

const entriesOf = (email: string) =>
  shop.services.db
    .selectFrom('giveaway_entry')
    .select(['user_id', 'mail_email', 'removed_at'])
    .where('mail_email', '=', email)
    .execute()
const sendersOf = (email: string) =>
  shop.services.db
    .selectFrom('mail_sender')
    .select(['user_id', 'address', 'birth_date'])
    .where('email', '=', email)
    .execute()
const exportOf = (idToken: string) => shop.call('/api/my/export', { headers: { authorization: `Bearer ${idToken}` } })
const myEntries = async (idToken: string) =>
  (await shop.call('/api/my/entries', { headers: { authorization: `Bearer ${idToken}` } })).json

/** The data that waits for the proof, each with its state before: the account has none of its address's data. */
async function expectNothingOfTheAddress(made: Made, did: Awaited<ReturnType<typeof actOf>>) {
  await shop.settleJobs()
  // The job of the release before, and one that runs again.
  await adoptMailEntries(shop.system, { userId: made.userId })
  // A card that names the address of the account.
  const later = await addGiveaway()
  await expectTyped(later, did.card)
  expect((await free.confirm(did.waiting)).json.state).toBe('registered')
  await shop.settleJobs()
  expect((await entriesOf(made.email)).every(entry => entry.user_id === null && !entry.removed_at)).toBe(true)
  expect((await sendersOf(made.email)).every(sender => sender.user_id === null)).toBe(true)
  expect(await myEntries(made.idToken)).toMatchObject({ entries: [], total: 0 })
  const exported = await exportOf(made.idToken)
  expect(exported.json).toMatchObject({
    giveawayEntries: [],
    mailedCards: [],
    freeEntriesOnline: [],
    stockAlerts: [],
    paymentsReturned: [],
  })
  for (const secret of [STREET, BIRTH, 'Trail Pack']) expect(exported.text).not.toContain(secret)
  const preview = await shop.call(`/api/admin/users/${made.userId}/deletion`, { as: admin })
  expect(preview.json).toMatchObject({ openEntries: [], prizes: [] })
}

describe.each(Object.entries(MADE))('an account made %s', (way, make) => {
  const slug = way.replaceAll(/\W+/g, '-')

  it.each(firstOf(Object.entries(PROVED), 2))(
    'inherits nothing before the proof, and all after %s [B-31.8]',
    async (proof, { prove }) => {
      const email = `${slug}-${Object.keys(PROVED).indexOf(proof)}@example.com`
      const did = await actOf(email)
      const made = await make(email)
      await expectNothingOfTheAddress(made, did)

      const { json } = await prove(made)
      await shop.settleJobs()
      const entries = await entriesOf(email)
      expect(entries.length).toBeGreaterThanOrEqual(4)
      expect(entries.every(entry => entry.user_id === made.userId)).toBe(true)
      expect((await myEntries(json.idToken)).total).toBe(entries.length)
      const exported = await exportOf(json.idToken)
      expect(exported.json.mailedCards.length).toBeGreaterThanOrEqual(4)
      expect(exported.json).toMatchObject({
        freeEntriesOnline: [{ birthDate: BIRTH }],
        stockAlerts: [{ email }],
        paymentsReturned: [{ amount: 5 }],
      })
    },
  )

  it('leaves everything of the address when its maker deletes it [B-31.9]', async () => {
    const email = `${slug}-leaves@example.com`
    const did = await actOf(email)
    const made = await make(email)
    await expectNothingOfTheAddress(made, did)
    const before = await sendersOf(email)
    const gone = await made.maker
      .as(made.idToken)
      .post('/api/my/delete-account', { password: made.password, confirmation: 'DELETE' })
    expect(gone.status, gone.text).toBe(200)
    expect(await sendersOf(email)).toEqual(before)
    expect((await entriesOf(email)).every(entry => !entry.removed_at)).toBe(true)
    expect(await asked(email)).toBe(3)
  })

  it('leaves everything of the address when staff delete it [B-31.9]', async () => {
    const email = `${slug}-by-staff@example.com`
    await actOf(email)
    await make(email)
    await shop.settleJobs()
    const before = [await sendersOf(email), await entriesOf(email)]
    const gone = await shop.call('/api/admin/users', { as: admin, method: 'DELETE', json: { email } })
    expect(gone.status, gone.text).toBe(200)
    expect([await sendersOf(email), await entriesOf(email)]).toEqual(before)
    expect(await asked(email)).toBe(3)
  })
})

/** Rows of the address that no account has: the request of the free entry, the alert as a guest, the returned payment. */
async function asked(email: string) {
  const { db } = shop.services
  const counts = (['free_entry_request', 'stock_alert', 'lost_order'] as const).map(
    async table => (await db.selectFrom(table).select('email').where('email', '=', email).execute()).length,
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

describe('an unproven account', () => {
  it('exports and deletes its own rows alone [B-31.9]', async () => {
    const made = await MADE['by staff']('own-acts@example.com')
    const grant = { email: made.email, amount: 2, tier: 'Bronze' }
    await shop.call('/api/admin/credits/grant', { as: admin, json: grant })
    const giveaway = await addGiveaway()
    const me = made.maker.as(made.idToken)
    expect((await me.post(`/api/giveaways/${giveaway.id}/entries`, { pick: 1 })).status).toBe(200)
    expect((await exportOf(made.idToken)).json.giveawayEntries).toHaveLength(1)
    const gone = await me.post('/api/my/delete-account', { password: made.password, confirmation: 'DELETE' })
    expect(gone.status, gone.text).toBe(200)
    const left = await shop.services.db
      .selectFrom('giveaway_entry')
      .select('removed_at')
      .where('user_id', '=', made.userId)
      .execute()
    expect(left).toMatchObject([{ removed_at: expect.any(Date) }])
  })

  it('counts for the limit of the cards of its address, and its birth date for nothing [B-31.8]', async () => {
    const email = 'one-limit@example.com'
    const made = await MADE['by staff'](email)
    await shop.services.db
      .updateTable('users')
      .set({ birth_date: '2004-01-01' })
      .where('id', '=', made.userId)
      .execute()
    await shop.call('/api/admin/credits/grant', { as: admin, json: { email, amount: 2, tier: 'Bronze' } })
    const limited = await addGiveaway({ entryLimit: 1, minimumAge: 30 })
    const card = { name: 'Wren Vale', address: STREET, email }
    await expectTyped(limited, card)
    const other = await addGiveaway({ entryLimit: 1 })
    await shop.services.db
      .updateTable('users')
      .set({ birth_date: '1990-01-01' })
      .where('id', '=', made.userId)
      .execute()
    const entered = await made.maker.as(made.idToken).post(`/api/giveaways/${other.id}/entries`, { pick: 1 })
    expect(entered.status, entered.text).toBe(200)
    expect((await free.type(other, card)).json.code).toBe('card_over_cap')
  })

  it('returns entries that it took over before this release to the address, and shows them after the proof [B-31.9]', async () => {
    const email = 'took-over@example.com'
    await actOf(email)
    const maker = await adopted(email)
    const { idToken } = (await maker.token()).json
    expect(await myEntries(idToken)).toMatchObject({ total: 0 })
    expect((await exportOf(idToken)).json).toMatchObject({ mailedCards: [], freeEntriesOnline: [] })
    await maker.as(idToken).post('/api/my/delete-account', { password: PASSWORD, confirmation: 'DELETE' })
    expect((await entriesOf(email)).every(entry => entry.user_id === null && !entry.removed_at)).toBe(true)
    expect((await sendersOf(email)).every(sender => sender.user_id === null && sender.address)).toBe(true)
  })
})

/** An account of the release before: proven by its making, and unproven since the migration. */
async function adopted(email: string) {
  const maker = openBrowser(shop)
  const { user } = await maker.join(email)
  await shop.settleJobs()
  expect((await entriesOf(email)).every(entry => entry.user_id === user.id)).toBe(true)
  await shop.services.db.updateTable('users').set({ mailbox_unproven: true }).where('id', '=', user.id).execute()
  shop.clock.advance(1000)
  return maker
}
