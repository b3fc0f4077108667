import { holderOf, markOf, parseEntryLeaf } from '@redoubt/draw/entries/entry-leaf.ts'
import { parseReceipt } from '@redoubt/draw/entries/receipt.ts'
import { parseTally } from '@redoubt/draw/log/log-leaf.ts'
import { parseNote } from '@redoubt/draw/log/note.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { sequenceEntries } from '#features/draw-log/tree/commands/sequence-entries.server.ts'
import { freeEntryData } from '#features/free-entry/personal-data.server.ts'
import { giveawaysData } from '#features/giveaways/personal-data.server.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import { transact } from '#kernel/transaction.server.ts'
import { daysAfter, shopDayOf } from '#kernel/values/shop-day.ts'
import { ADDRESS, openRegister, VALUABLE } from '../../testing/register.ts'
import { adoptMailEntries } from '../commands/adopt-mail-entries.server.ts'
import { closeRegister, tallyCards } from '../commands/tally-cards.server.ts'

const register = await openRegister()
const {
  shop,
  asAdmin,
  addGiveaway,
  second,
  type,
  recordRefused,
  confirm,
  refuseByTwo,
  recordByTwo,
  cardsOf,
  mailedEntries,
  expectNoGaps,
} = register
afterEach(register.expectAudited)

const talliesOf = async (giveaway: { id: string }) => {
  const rows = await shop.services.db
    .selectFrom('shop_log')
    .select('leaf')
    .where('giveaway_id', '=', giveaway.id)
    .where('kind', '=', 'tally')
    .orderBy('index')
    .execute()
  return rows.map(({ leaf }) => parseTally(leaf))
}

describe('what is published', () => {
  it('everyone reads how many cards came each day and what became of them [B-19.10]', async () => {
    const giveaway = await addGiveaway({ value: VALUABLE })
    const numbers = [await type(giveaway), await type(giveaway), await type(giveaway)].map(
      ({ json }) => json.cardNumber,
    )
    await confirm(numbers[0])
    await refuseByTwo(numbers[1], 'under_age')
    await recordByTwo(giveaway, { reason: 'unreadable' })
    const { json, text } = await shop.call(`/api/giveaways/${giveaway.slug}/cards`)
    const day = shopDayOf(shop.clock.now())
    expect(json).toEqual({
      ...{ received: 4, registered: 1, refused: 2, waiting: 1, reasons: { under_age: 1, unreadable: 1 } },
      byOnePerson: 0,
      days: [{ day, received: 4, registered: 1, refused: 2 }],
    })
    expect(text).not.toMatch(/Sender|Main Street/)
    const draft = await addGiveaway({ isDraft: true })
    expect((await shop.call(`/api/giveaways/${draft.id}/cards`)).status).toBe(404)
  })

  it('a closed register refuses the cards that still wait, and tallies the day at once [B-19.11]', async () => {
    const giveaway = await addGiveaway({ value: VALUABLE })
    await type(giveaway)
    await transact(shop.system, tx => closeRegister(tx, giveaway.id))
    expect(await cardsOf(giveaway)).toMatchObject([{ state: 'refused', reason: 'not_confirmed', decidedBy: null }])
    expect(await talliesOf(giveaway)).toMatchObject([{ received: 1, refused: 1, reasons: 'not_confirmed=1' }])
  })

  it('a frozen list takes no card: what waits is refused, later cards are recorded, and an account made later adopts nothing [B-19.8] [B-19.11]', async () => {
    const giveaway = await addGiveaway({ title: 'Frozen', value: VALUABLE, totalSlots: 10 })
    const first = (await type(giveaway, { email: 'frozen@example.com' })).json.cardNumber
    await confirm(first)
    const { cardNumber } = (await type(giveaway)).json
    const early = { title: 'Frozen', reason: 'A test' }
    const seal = () => asAdmin('/api/admin/select-automatic-winner', { giveawayId: giveaway.id, ...early })
    await secondPersonOf(shop).confirmed(await seal())
    const frozen = await seal()
    expect([frozen.status, frozen.json.status]).toEqual([202, 'frozen'])
    expect((await confirm(cardNumber)).json.code).toBe('already_frozen')
    expect((await type(giveaway)).json.code).toBe('already_frozen')
    expect((await recordRefused(giveaway, { reason: 'outside_window' })).status).toBe(200)
    expect(await cardsOf(giveaway)).toMatchObject([
      { reason: 'outside_window' },
      { number: cardNumber, state: 'refused', reason: 'not_confirmed' },
      { number: first, state: 'registered' },
    ])
    expect(await talliesOf(giveaway)).toMatchObject([{ received: 2, registered: 1, refused: 1 }])
    const user = await shop.addUser({ email: 'frozen@example.com' })
    await adoptMailEntries(shop.system, { userId: user.userId })
    expect(await mailedEntries(giveaway)).toMatchObject([{ card_number: first, user_id: null }])
    await expectNoGaps()
  })

  it('a registered card has a signed receipt, by e-mail or to print, whose leaf is in the tree [B-19.12]', async () => {
    const giveaway = await addGiveaway()
    const { cardNumber, slotNumber } = (await type(giveaway, { email: 'proof@example.com' })).json
    const read = () => shop.call(`/api/admin/cards/${cardNumber}/receipt`, { as: second })
    const { json } = await read()
    expect(json).toMatchObject({
      cardNumber,
      slotNumber,
      giveaway: { title: 'Field Kit' },
      sender: { address: ADDRESS },
    })
    const { body } = parseNote(json.receipt)
    const leaf = parseEntryLeaf(parseReceipt(body).leaves[0]!)
    const holder = holderOf(giveaway.id, json.holderSecret)
    expect(leaf).toMatchObject({ kind: 'mail', number: slotNumber, card: cardNumber, holder, mark: markOf(json.nonce) })
    const mail = await shop.services.db
      .selectFrom('message')
      .select(['body', 'attachments'])
      .where('recipient', '=', 'proof@example.com')
      .executeTakeFirstOrThrow()
    for (const line of json.receipt.trim().split('\n')) expect(mail.body).toContain(line)
    expect(JSON.stringify(mail.attachments)).toContain(json.holderSecret)
    await sequenceEntries(shop.system)
    const { leaf: line } = await shop.services.db
      .selectFrom('draw_leaf')
      .select('leaf')
      .where('giveaway_id', '=', giveaway.id)
      .where('leaf', 'like', 'mail %')
      .executeTakeFirstOrThrow()
    expect(json.receipt).toContain(`leaf ${line}`)
    // The entry comes to an account; the printed receipt stays the same.
    const user = await shop.addUser({ email: 'proof@example.com' })
    await adoptMailEntries(shop.system, { userId: user.userId })
    expect((await read()).json).toEqual(json)
    const refused = (await recordRefused(giveaway, { reason: 'unreadable' })).json.cardNumber
    const none = await shop.call(`/api/admin/cards/${refused}/receipt`, { as: second })
    expect(none.json.code).toBe('card_not_registered')
    const support = await shop.addUser({ role: 'support' })
    expect((await shop.call(`/api/admin/cards/${cardNumber}/receipt`, { as: support })).status).toBe(403)
  })
})

describe('the data of a sender', () => {
  it('an export names the cards; a deletion erases what was typed and keeps number, day and counts [B-19.13]', async () => {
    const [open, waiting] = [await addGiveaway({ totalSlots: 10 }), await addGiveaway({ value: VALUABLE })]
    const user = await shop.addUser({ name: 'Quill Tarn', email: 'quill.tarn@example.com' })
    const card = { name: 'Quill Tarn', address: '88 Tarn Road\nReno NV 89501', email: user.email }
    const registered = (await type(open, card)).json.cardNumber
    const untouched = (await type(waiting, card)).json.cardNumber
    const person = { userId: user.userId, email: user.email, phone: null }
    const { mailedCards } = (await freeEntryData.exportOf(shop.system, person)) as { mailedCards: object[] }
    expect(mailedCards).toMatchObject([
      { card: untouched, state: 'waiting', address: card.address },
      { card: registered, state: 'registered', name: 'Quill Tarn', giveaway: 'Field Kit' },
    ])
    const before = (await shop.call(`/api/giveaways/${open.id}/cards`)).json
    await transact(shop.system, async tx => {
      for (const part of [giveawaysData, freeEntryData]) await part.erase(tx, person)
    })
    expect((await shop.call(`/api/giveaways/${open.id}/cards`)).json).toEqual(before)
    expect(await cardsOf(waiting)).toMatchObject([{ number: untouched, state: 'refused', reason: 'withdrawn' }])
    expect((await cardsOf(open))[0]).toMatchObject({
      number: registered,
      state: 'registered',
      sender: { name: 'Former customer', address: null, email: null },
    })
    expect(await mailedEntries(open)).toEqual([])
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from mail_sender s where s::text ilike '%tarn%'`.execute(shop.services.db)
    expect(rows[0]!.found).toBe(0)
    await expectNoGaps()
  })

  it('the senders of a merged account belong to the account that stays', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10 })
    const [from, into] = [await shop.addUser({ email: 'old.box@example.com' }), await shop.addUser()]
    await type(giveaway, { email: from.email })
    const answer = await asAdmin('/api/admin/users/merge', {
      ...{ from: from.userId, into: into.userId, reason: 'One person' },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(await mailedEntries(giveaway)).toMatchObject([{ slot_number: 11, user_id: into.userId }])
    expect((await cardsOf(giveaway))[0].sender.userId).toBe(into.userId)
  })
})

it('a winner whose card has no e-mail address gets no e-mail and waits for a letter of staff', async () => {
  const giveaway = await addGiveaway({ title: 'By Letter', totalSlots: 10 })
  await type(giveaway)
  await register.drawnNow(giveaway)
  await shop.settleJobs()
  const winner = await shop.services.db
    .selectFrom('winner')
    .select(['state', 'notice_id'])
    .where('giveaway_id', '=', giveaway.id)
    .executeTakeFirstOrThrow()
  expect(winner).toEqual({ state: 'drawn', notice_id: null })
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from message where recipient = ''`.execute(
    shop.services.db,
  )
  expect(rows[0]!.n).toBe(0)
})

// Last, because the clock moves past the tokens of the users.
it('each day on which cards were opened or decided has one tally in the log, also by two processes [B-19.10]', async () => {
  const giveaway = await addGiveaway({ value: VALUABLE })
  const { cardNumber } = (await type(giveaway)).json
  await recordByTwo(giveaway, { reason: 'unreadable' })
  await recordByTwo(giveaway, { reason: 'duplicate' })
  const first = shopDayOf(shop.clock.now())
  await tallyCards(shop.system)
  expect(await talliesOf(giveaway)).toEqual([])
  shop.clock.advance(24 * 3_600_000)
  const officer = await shop.addUser({ role: 'draw-officer', name: 'Kim Vale' })
  await confirm(cardNumber, officer)
  await Promise.all([1, 2, 3, 4].map(() => tallyCards(shop.system)))
  const opened = { giveaway: giveaway.id, day: first, received: 3, registered: 0, refused: 2 }
  expect(await talliesOf(giveaway)).toEqual([{ ...opened, reasons: 'duplicate=1,unreadable=1' }])
  shop.clock.advance(24 * 3_600_000)
  await tallyCards(shop.system)
  const next = { received: 0, registered: 1, refused: 0, reasons: 'none' }
  expect((await talliesOf(giveaway))[1]).toEqual({ giveaway: giveaway.id, day: daysAfter(first, 1), ...next })
  await tallyCards(shop.system)
  expect(await talliesOf(giveaway)).toHaveLength(2)
})
