import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { expectTreeEqualsRows } from '#features/draw-log/tree/testing/replayed-tree.ts'
import { freeEntryData } from '#features/free-entry/personal-data.server.ts'
import { giveawaysData } from '#features/giveaways/personal-data.server.ts'
import { addProduct } from '#features/orders/testing/shopping.ts'
import { transact } from '#kernel/transaction.server.ts'
import { HOUR_MS } from '#kernel/values/durations.ts'
import { adoptMailEntries } from '../../cards/commands/adopt-mail-entries.server.ts'
import { beginSimulations, simulateParity } from '../../parity/commands/simulate-parity.server.ts'
import { openFreeEntries } from '../../testing/free-entries.ts'
import { forgetFreeEntryRequests } from '../commands/forget-requests.server.ts'

const register = await openFreeEntries()
const { shop, addGiveaway, enter, mailedEntries, expectNoGaps, cardsOf, type, slotsOf } = register
const { ask, tokenTo, follow, enterFree } = register
afterEach(register.expectAudited)

describe('a free entry online', () => {
  it('is an entry with a number, a receipt and a leaf once its e-mail address is confirmed [B-24.1]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10 })
    const email = 'free.one@example.com'
    const asked = await ask(giveaway, { email })
    expect(asked.json).toEqual({
      success: true,
      message: 'Check your e-mail and confirm there. Your entry counts from then on.',
    })
    const token = await tokenTo(email)
    const link = (await shop.call(`/api/free-entries/link?token=${encodeURIComponent(token)}`)).json
    expect(link).toMatchObject({ state: 'unconfirmed', numbers: [], giveaway: { title: 'Field Kit' } })
    expect(await mailedEntries(giveaway)).toEqual([])
    expect((await follow(token)).json).toMatchObject({ state: 'entered', numbers: [11] })
    const [card] = await cardsOf(giveaway)
    expect(card).toMatchObject({ state: 'registered', channel: 'online', extraOf: null, typedBy: null, slotNumber: 11 })
    const receipt = (await shop.outbox(email)).find(({ subject }) => subject.startsWith('Your free entry'))
    expect(receipt!.text).toContain('redoubt/receipt/2')
    expect(receipt!.text).toMatch(/leaf mail \d+ 11 /)
    expect((await shop.call(`/api/giveaways/${giveaway.id}/cards`)).json).toMatchObject({ received: 1, registered: 1 })
    await expectTreeEqualsRows(shop.system, giveaway.id)
    await expectNoGaps()
  })

  it('counts once a period, by mailbox and by name and address [B-24.2]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10, entryLimit: 3 })
    const home = { name: 'Ida Lund', line1: '8 Oak Street', city: 'Reno', state: 'NV', postalCode: '89501' }
    expect((await enterFree(giveaway, { ...home, email: 'ida.lund@gmail.com' })).status).toBe(200)
    const again = await enterFree(giveaway, { email: 'idalund+2@gmail.com' })
    expect(again.json).toMatchObject({ code: 'free_entry_used' })
    expect(again.json.detail).toMatch(
      /^You already have a free entry of this period\. The next one is possible from \w/,
    )
    const other = await enterFree(giveaway, { ...home, line1: '8 Oak St.', email: 'other.box@example.com' })
    expect(other.json.code).toBe('free_entry_used')
    // The same letters with an invisible one, and the same mailbox in another spelling.
    const unseen = await enterFree(giveaway, { ...home, name: 'I\u200bda Lund', email: 'third.box@example.com' })
    expect(unseen.json.code).toBe('free_entry_used')
    const respelled = await ask(giveaway, { email: '<ida.lund@gmail.com' })
    expect(respelled.json.errors).toEqual({ email: ['Please enter a valid email address'] })
    expect(await mailedEntries(giveaway)).toHaveLength(1)
    await expectNoGaps()
  })

  it('gives as many entries as the cheapest purchase of the tier, as a card does, up to the limit [B-24.3]', async () => {
    const add = (entries: number, priceCents: number) =>
      addProduct(shop.services.db, { tier: 'Platinum', entries, priceCents })
    await add(3, 90)
    await add(2, 40)
    const giveaway = await addGiveaway({ totalSlots: 10, tier: 'Platinum', entryLimit: 3 })
    const terms = (await shop.call(`/api/giveaways/${giveaway.id}/free-entries`)).json
    expect(terms).toEqual({ isOnline: true, closed: null, entries: 2, everyDays: 1, entryLimit: 3 })
    expect((await enterFree(giveaway, { email: 'double@example.com' })).json.numbers).toEqual([11, 12])
    const card = await type(giveaway, { email: 'double@example.com' })
    expect(card.json.message).toBe('Private entry added: Slots 13, 14')
    // An offer that makes the cheapest purchase give more raises the free entries too.
    await add(4, 30)
    expect((await enterFree(giveaway, { email: 'raised@example.com' })).json.numbers).toEqual([15, 16, 17])
    await expectNoGaps()
    await expectTreeEqualsRows(shop.system, giveaway.id)
  })

  it('joins an account of the confirmed address, also one that is made later [B-24.4]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10 })
    const known = await shop.addUser({ email: 'known.free@example.com' })
    await enterFree(giveaway, { email: known.email })
    expect((await slotsOf(giveaway, known)).mine).toEqual([11])
    await enterFree(giveaway, { email: 'later.free@example.com' })
    const later = await shop.addUser({ email: 'later.free@example.com' })
    await adoptMailEntries(shop.system, { userId: later.userId })
    expect((await slotsOf(giveaway, later)).mine).toEqual([12])
  })

  it('is refused in one sentence for each rule, before any e-mail leaves [B-5.35] [B-24.5]', async () => {
    const open = await addGiveaway()
    const refused = async (giveaway: { id: string }, input: object = {}) => (await ask(giveaway, input)).json
    const today = shop.clock.now()
    const young = `${today.getUTCFullYear() - 20}-01-01`
    expect(await refused(open, { birthDate: young })).toMatchObject({
      code: 'under_age',
      detail: 'You must be 21 or older to enter giveaways.',
    })
    expect((await refused(open, { birthDate: '0000-01-01' })).errors).toEqual({
      birthDate: ['Please check the year of your birth date'],
    })
    expect((await refused(open, { state: 'PR', postalCode: '00901' })).detail).toBe(
      'This giveaway is not open to residents of Puerto Rico.',
    )
    expect((await refused(open, { state: 'QC' })).errors.state[0]).toMatch(/Please choose a state/)
    expect((await refused(open, { postalCode: 'K1A 0B1' })).errors.postalCode[0]).toMatch(/US ZIP code/)
    const closed = await addGiveaway()
    await register.endedDaysAgo(closed, 1)
    expect((await refused(closed)).code).toBe('giveaway_ended')
    const early = await addGiveaway({ startDate: register.inDays(3) })
    expect((await refused(early)).code).toBe('free_entry_not_yet')
    const members = await addGiveaway({ subscriptionVisibilityOnly: true })
    expect((await refused(members)).detail).toContain('A card by mail counts in it.')
    const cancelled = await addGiveaway()
    await register.asAdmin(`/api/admin/giveaways/${cancelled.id}/cancel`, { title: 'Field Kit', reason: 'A test' })
    expect((await refused(cancelled)).code).toBe('giveaway_cancelled')
    await shop.changeSettings({ freeEntry: { online: false } })
    expect((await refused(open)).code).toBe('free_entry_off')
    await shop.changeSettings({ freeEntry: { online: true } })
    expect(
      await shop.services.db
        .selectFrom('message')
        .select('id')
        .where('subject', 'like', 'Confirm your free%')
        .where('recipient', 'like', 'person-%')
        .execute(),
    ).toEqual([])
  })

  it('is not made by a link that expired, or after the giveaway closed [B-24.6]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10 })
    await ask(giveaway, { email: 'slow@example.com' })
    const token = await tokenTo('slow@example.com')
    await register.endedDaysAgo(giveaway, 1)
    expect((await follow(token)).json.code).toBe('giveaway_ended')
    expect((await follow(`${token}x`)).json.code).toBe('free_entry_link_invalid')
    const now = shop.clock.now()
    shop.clock.advance(49 * HOUR_MS)
    expect((await follow(token)).json.code).toBe('free_entry_link_over')
    await forgetFreeEntryRequests(shop.system)
    expect((await shop.call(`/api/free-entries/link?token=${token}`)).json).toMatchObject({ state: 'over' })
    shop.clock.set(now)
    expect(await mailedEntries(giveaway)).toEqual([])
  })

  it('counts bought and free entries together for the limit [B-24.2]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10, entryLimit: 1 })
    const user = await shop.addUser({ credits: { Bronze: 1 }, email: 'bought@example.com' })
    await enter(giveaway, user, { slots: [1] })
    expect((await enterFree(giveaway, { email: user.email })).json).toMatchObject({
      code: 'free_entry_limit',
      detail: 'You have 1 entry in this giveaway, and the limit is 1.',
    })
    const wide = await addGiveaway({ totalSlots: 10, entryLimit: 2 })
    const other = await shop.addUser({ credits: { Bronze: 2 }, email: 'bought-two@example.com' })
    await enter(wide, other, { slots: [1, 2] })
    expect((await enterFree(wide, { email: other.email })).json.detail).toBe(
      'You have 2 entries in this giveaway, and the limit is 2.',
    )
  })
})

it('bought and free entries stand side by side with the outcome of simulated draws [B-24.11]', async () => {
  const giveaway = await addGiveaway({ totalSlots: 10 })
  const user = await shop.addUser({ credits: { Bronze: 3 } })
  await enter(giveaway, user, { slots: [1, 2, 3] })
  const read = async () => (await shop.call(`/api/giveaways/${giveaway.id}/parity`)).json
  expect(await read()).toEqual({ bought: 3, free: 0, entriesEach: 1, simulation: null })
  await enterFree(giveaway, { email: 'parity@example.com' })
  await simulateParity(shop.system, giveaway.id, 5000)
  const { simulation, ...now } = await read()
  expect(now).toEqual({ bought: 3, free: 1, entriesEach: 1 })
  expect(simulation).toMatchObject({ bought: 3, free: 1, draws: 5000 })
  expect(simulation.boughtWins + simulation.freeWins).toBe(5000)
  // Five standard deviations of 3,750.
  expect(Math.abs(simulation.boughtWins - 3750)).toBeLessThan(153)
  await simulateParity(shop.system, giveaway.id, 5000)
  expect((await read()).simulation).toEqual(simulation)
})

it('the nightly job enqueues a simulation of each giveaway that is not drawn [B-24.11]', async () => {
  const { id } = await addGiveaway({ totalSlots: 10 })
  await beginSimulations(shop.system)
  const queued = await shop.services.pool.query<{ id: string }>(
    "select data->>'giveawayId' as id from pgboss.job where name = 'simulate-parity' and state = 'created'",
  )
  expect(queued.rows.map(row => row.id)).toContain(id)
})

describe('at the same time', () => {
  it('one person who confirms 20 times has one entry [B-24.7]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10 })
    const email = 'eager@example.com'
    await ask(giveaway, { email })
    const token = await tokenTo(email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(token)))
    expect(answers.map(({ json }) => json.numbers)).toEqual(Array(20).fill([11]))
    expect(await mailedEntries(giveaway)).toHaveLength(1)
    await expectNoGaps()
  })

  it('one person with 20 requests from 20 mailboxes has one entry [B-24.7]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10 })
    const home = { name: 'Una Bell', line1: '9 Pine Street', city: 'Reno', state: 'NV', postalCode: '89501' }
    const emails = Array.from({ length: 20 }, (_, n) => `una-${n}@example.com`)
    for (const email of emails) await ask(giveaway, { ...home, email })
    const tokens = await Promise.all(emails.map(tokenTo))
    const answers = await Promise.all(tokens.map(follow))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === 'free_entry_used')).toHaveLength(19)
    expect(await mailedEntries(giveaway)).toHaveLength(1)
    await expectNoGaps()
  })
})

it('its e-mails repeat no name [B-24.14]', async () => {
  const giveaway = await addGiveaway({ totalSlots: 10 })
  const greetings: string[] = []
  for (const name of ['Robin Gale', 'Free rifle at evil.example/win', 'https://evil.example', 'prize@evil.example']) {
    const email = `target-${greetings.length}@example.com`
    await enterFree(giveaway, { email, name })
    const refused = await register.recordRefused(giveaway, { reason: 'duplicate', name, email })
    expect(refused.status, refused.text).toBe(200)
    const sentEmails = await shop.outbox(email)
    expect(sentEmails).toHaveLength(3)
    greetings.push(...new Set(sentEmails.map(({ text }) => text.split('\n')[0]!)))
  }
  expect(greetings).toEqual(Array(4).fill('Hello,'))
})

it('the data of a free entry is exported and erased with the account [B-24.8]', async () => {
  const giveaway = await addGiveaway({ totalSlots: 10 })
  const user = await shop.addUser({ email: 'erased.free@example.com' })
  await enterFree(giveaway, { email: user.email, name: 'Quill Tarn' })
  const person = { userId: user.userId, email: user.email, phone: null }
  expect(await freeEntryData.exportOf(shop.system, person)).toMatchObject({
    freeEntriesOnline: [{ name: 'Quill Tarn', birthDate: '1990-05-04' }],
  })
  await transact(shop.system, async tx => {
    for (const part of [giveawaysData, freeEntryData]) await part.erase(tx, person)
  })
  const { rows } = await sql<{ found: number }>`
    select ((select count(*) from mail_sender s where s::text ilike '%tarn%')
      + (select count(*) from free_entry_request r where r::text ilike '%tarn%'))::int as found`.execute(
    shop.services.db,
  )
  expect(rows[0]!.found).toBe(0)
  expect(await mailedEntries(giveaway)).toEqual([])
})
