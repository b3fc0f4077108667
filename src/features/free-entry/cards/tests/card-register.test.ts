import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { ADDRESS, openRegister, VALUABLE } from '../../testing/register.ts'
import { adoptMailEntries } from '../commands/adopt-mail-entries.server.ts'

const register = await openRegister()
const {
  shop,
  addGiveaway,
  inDays,
  enter,
  slotsOf,
  endedDaysAgo,
  cardOf,
  cardNumbers,
  type,
  recordRefused,
  confirm,
  refuse,
  refuseByTwo,
  recordByTwo,
  cardsOf,
  mailedEntries,
  expectNoGaps,
} = register
afterEach(register.expectAudited)

describe('a typed card', () => {
  it('a card for a prize below the value enters at once, with the next number of the shop [B-19.1]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10, value: VALUABLE - 1 })
    const first = await type(giveaway)
    expect(first.json).toMatchObject({ message: 'Private entry added: Slot 11', slotNumber: 11, tempPassword: null })
    const other = await addGiveaway({ totalSlots: 20 })
    expect((await type(other)).json.cardNumber).toBe(first.json.cardNumber + 1)
    const [card] = await cardsOf(giveaway)
    expect(card).toMatchObject({
      state: 'registered',
      slotNumber: 11,
      needsSecond: false,
      canConfirm: false,
      hints: [],
    })
    expect(card.sender).toMatchObject({ address: ADDRESS, email: null, userId: null })
    await expectNoGaps()
  })

  it('a card for a valuable prize waits until a second person confirms it [B-19.2]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10, value: VALUABLE })
    const { json } = await type(giveaway, { email: 'waits@example.com' })
    expect(json).toMatchObject({ message: `Card ${json.cardNumber} waits for a second person`, slotNumber: null })
    expect(await mailedEntries(giveaway)).toEqual([])
    expect((await cardsOf(giveaway, 'state=waiting', register.admin))[0]).toMatchObject({ canConfirm: false })
    expect((await cardsOf(giveaway, 'state=waiting'))[0]).toMatchObject({ canConfirm: true })
    expect((await confirm(json.cardNumber, register.admin)).json).toMatchObject({
      code: 'own_card',
      detail: 'You typed this card. A second person confirms it.',
    })
    expect((await confirm(json.cardNumber)).json).toMatchObject({ state: 'registered', slotNumber: 11 })
    expect((await confirm(json.cardNumber)).json.code).toBe('card_decided')
    expect(await mailedEntries(giveaway)).toMatchObject([{ slot_number: 11, card_number: json.cardNumber }])
    const mails = await shop.services.db
      .selectFrom('message')
      .select('subject')
      .where('recipient', '=', 'waits@example.com')
      .execute()
    expect(mails).toEqual([{ subject: 'Your free entry: Field Kit' }])
    expect((await confirm(2_000_000)).json.code).toBe('card_not_found')
  })

  it('a refused card keeps its number and its reason, and is no entry [B-19.3]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10, value: VALUABLE })
    const { cardNumber } = (await type(giveaway)).json
    await refuseByTwo(cardNumber, 'duplicate')
    expect(await recordByTwo(giveaway, { reason: 'unreadable' })).toBe(cardNumber + 1)
    expect((await confirm(cardNumber)).json).toMatchObject({ code: 'card_decided' })
    expect(await cardsOf(giveaway, 'state=refused')).toMatchObject([
      { number: cardNumber + 1, reason: 'unreadable', sender: null },
      { number: cardNumber, reason: 'duplicate', sender: { name: expect.stringContaining('Sender') } },
    ])
    expect(await mailedEntries(giveaway)).toEqual([])
    expect((await recordRefused(giveaway, { reason: 'ugly' })).json.errors).toHaveProperty('reason')
    await expectNoGaps()
  })

  it('a card of the last day of the window counts whole, also after the moment of the close [B-19.4]', async () => {
    const giveaway = await addGiveaway()
    await endedDaysAgo(giveaway, 7)
    shop.clock.advance(60_000)
    const today = shop.clock.now().toLocaleDateString('en-CA', { timeZone: 'America/Denver' })
    expect((await type(giveaway, { receivedOn: today })).status).toBe(200)
    await endedDaysAgo(giveaway, 9)
    expect((await type(giveaway)).json.code).toBe('mail_too_late')
    expect((await recordRefused(giveaway, { reason: 'outside_window', ...cardOf() })).status).toBe(200)
    await expectNoGaps()
  })

  it('no text of a card is in the audit log', async () => {
    const giveaway = await addGiveaway({ value: VALUABLE })
    const { cardNumber } = (
      await type(giveaway, { name: 'Quill Ostrander', address: '7 Secret Lane', email: 'quill@example.com' })
    ).json
    await confirm(cardNumber)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_log where (after::text || subject_label) ~ 'Quill|Secret Lane|quill@'`.execute(
      shop.services.db,
    )
    expect(rows[0]!.n).toBe(0)
  })
})

describe('the sender', () => {
  it('a sender is found again by name, address and e-mail address, however they are written [B-19.5]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10, entryLimit: 3 })
    await type(giveaway, {
      name: 'José Nuñez',
      address: '12 North Main Street, Apt. 4\nProvo, UT 84601',
      email: 'Jose@example.com',
    })
    await type(giveaway, {
      name: 'jose nunez',
      address: '12 N Main St #4, Provo UT 84601-1234, USA',
      email: 'jose@example.com',
    })
    const entries = await mailedEntries(giveaway)
    expect(entries).toHaveLength(2)
    expect(entries[0]!.mail_sender_id).toBe(entries[1]!.mail_sender_id)
    // Of another e-mail address, or of none, it is another sender, who counts as the same person.
    const written = { name: 'José Nuñez', address: '12 N Main St #4, Provo UT 84601' }
    await type(giveaway, written)
    expect((await mailedEntries(giveaway))[2]!.mail_sender_id).not.toBe(entries[0]!.mail_sender_id)
    expect((await type(giveaway, { ...written, email: 'jose.two@example.com' })).json.code).toBe('card_over_cap')
  })

  it('a sender without a postal address is found again by name and e-mail address [B-19.5]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10, entryLimit: 2 })
    const card = { name: 'Ann Orr', address: '', email: 'ann.orr@example.com' }
    await type(giveaway, card)
    await type(giveaway, { ...card, name: 'ANN ORR' })
    const entries = await mailedEntries(giveaway)
    expect(entries[0]!.mail_sender_id).toBe(entries[1]!.mail_sender_id)
    expect((await type(giveaway, { ...card, address: '3 Orr Lane, Provo UT 84601' })).json.code).toBe('card_over_cap')
  })

  it('the entry limit counts bought and mailed entries of a person together [B-19.6]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 5 } })
    const giveaway = await addGiveaway({ entryLimit: 3 })
    await enter(giveaway, user, { slots: [1, 2] })
    const own = { name: 'Sam Porter', email: user.email }
    expect((await type(giveaway, own)).status).toBe(200)
    expect((await type(giveaway, own)).json).toMatchObject({
      code: 'card_over_cap',
      detail: 'Maximum 3 entries per person (this sender has 3). Refuse the card as over the cap.',
    })
    // Without the e-mail address, the sender is the one of that name and address.
    expect((await type(giveaway, { name: 'Sam Porter' })).json.code).toBe('card_over_cap')
    expect((await slotsOf(giveaway, user)).mine).toEqual([1, 2, 101])
    await expectNoGaps()
  })

  it('a sender whose account is of a person under age is refused', async () => {
    const giveaway = await addGiveaway()
    const child = await shop.addUser({ birthDate: '2012-01-01' })
    expect((await type(giveaway, { email: child.email })).json.code).toBe('sender_under_age')
  })

  it('hints name a card typed twice, an account of that name and address, and an account of another name [B-19.7]', async () => {
    const giveaway = await addGiveaway({ value: VALUABLE })
    const user = await shop.addUser({ name: 'Robin Vance' })
    await type(giveaway, { name: 'Robin Vance', address: '1 Fort St., Provo UT 84601' })
    await type(giveaway, { name: 'Robin Vance', address: '1 Fort Street\nProvo, UT 84601' })
    await type(giveaway, { name: 'Other Name', email: user.email })
    const hints = (await cardsOf(giveaway, 'state=waiting')).map((card: { hints: string[] }) => card.hints)
    expect(hints).toEqual([['other_name'], ['same_day', 'known_account'], ['same_day', 'known_account']])
  })

  it('an account that is made with the sender’s e-mail address gets the entries, while their list is open [B-19.8]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10 })
    await type(giveaway, { email: 'later@example.com' })
    const user = await shop.addUser({ email: 'later@example.com' })
    await adoptMailEntries(shop.system, { userId: user.userId })
    await adoptMailEntries(shop.system, { userId: user.userId })
    expect((await slotsOf(giveaway, user)).mine).toEqual([11])
    const [sender] = await cardsOf(giveaway)
    expect(sender.sender.userId).toBe(user.userId)
    const { rows } = await sql<{ kind: string }>`
      select kind from draw_event where giveaway_id = ${giveaway.id} and kind = 'same'`.execute(shop.services.db)
    expect(rows).toHaveLength(1)
  })
})

describe('the register', () => {
  it('a card is neither deleted nor rewritten, by the owner of the table either [B-19.9]', async () => {
    const giveaway = await addGiveaway({ value: VALUABLE })
    const { cardNumber } = (await type(giveaway)).json
    const { db } = shop.services
    const attempts = [
      sql`delete from mail_card where number = ${cardNumber}`,
      sql`update mail_card set received_on = received_on - 1 where number = ${cardNumber}`,
      sql`update mail_card set number = 9999 where number = ${cardNumber}`,
      sql`truncate mail_card cascade`,
    ]
    for (const attempt of attempts) await expect(attempt.execute(db)).rejects.toMatchObject({ code: '23001' })
    const alone = sql`update mail_card set state = 'registered', entry_id = gen_random_uuid(), decided_at = now(), decided_by = typed_by
      where number = ${cardNumber}`
    await expect(alone.execute(db)).rejects.toMatchObject({ constraint: 'card_two_persons' })
    await refuseByTwo(cardNumber, 'other')
    await expect(
      sql`update mail_card set reason = 'duplicate' where number = ${cardNumber}`.execute(db),
    ).rejects.toMatchObject({ code: '23001' })
  })

  it('an entry by mail of the release before the register gets a card and a sender', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10 })
    const id = crypto.randomUUID()
    await shop.services.db
      .insertInto('giveaway_entry')
      .values({
        ...{ id, giveaway_id: giveaway.id, slot_number: 11, is_private: true, created_at: shop.clock.now() },
        ...{ mail_name: 'Old Clerk', mail_email: 'Old@Example.com', mail_received_on: inDays(0).slice(0, 10) },
      })
      .execute()
    const [entry] = await mailedEntries(giveaway)
    expect(entry!.mail_sender_id).not.toBeNull()
    expect(await cardsOf(giveaway)).toMatchObject([{ number: entry!.card_number, state: 'registered', slotNumber: 11 }])
    await expectNoGaps()
  })
})

describe('at the same time', () => {
  it('30 confirmations of one card make one entry [B-19.2]', async () => {
    const giveaway = await addGiveaway({ value: VALUABLE })
    const { cardNumber } = (await type(giveaway)).json
    const answers = await Promise.all(Array.from({ length: 30 }, () => confirm(cardNumber)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === 'card_decided')).toHaveLength(29)
    expect(await mailedEntries(giveaway)).toHaveLength(1)
  })

  it('the typist never confirms, also beside the second person and a refusal [B-19.2]', async () => {
    const giveaway = await addGiveaway({ value: VALUABLE })
    for (let round = 0; round < 8; round++) {
      const { cardNumber } = (await type(giveaway)).json
      const calls = [1, 2, 3, 4, 5].flatMap(() => [confirm(cardNumber, register.admin), confirm(cardNumber)])
      const answers = await Promise.all([...calls, refuse(cardNumber, 'other')])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(calls.length).toBe(10)
    }
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from mail_card where state = 'registered' and needs_second and decided_by = typed_by`.execute(
      shop.services.db,
    )
    expect(rows[0]!.n).toBe(0)
  })

  it('cards and claims of one person never pass the limit by a card [B-19.6]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 10 } })
    const giveaway = await addGiveaway({ entryLimit: 4 })
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => type(giveaway, { name: 'Sam Porter', email: user.email })),
      ...[1, 2].map(slot => enter(giveaway, user, { slots: [slot] })),
    ])
    const codes = answers.map(({ status, json }) => json.code ?? status)
    expect(codes.filter(code => code === 200 || code === 'card_over_cap')).toHaveLength(14)
    const mailed = (await mailedEntries(giveaway)).length
    expect(mailed).toBeGreaterThanOrEqual(2)
    expect(mailed).toBeLessThanOrEqual(4)
    expect((await type(giveaway, { name: 'Sam Porter', email: user.email })).json.code).toBe('card_over_cap')
    const stranger = await addGiveaway({ entryLimit: 2 })
    const cards = await Promise.all(Array.from({ length: 12 }, () => type(stranger, { name: 'One Sender' })))
    expect(cards.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await mailedEntries(stranger)).toHaveLength(2)
  })

  it('numbers have no gap after 60 concurrent cards in three giveaways, half of them refused by a rule [B-19.1]', async () => {
    const giveaways = await Promise.all([1, 2, 3].map(() => addGiveaway({ entryLimit: 1 })))
    const before = (await cardNumbers()).length
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 2 ? type(giveaways[n % 3]!) : type(giveaways[n % 3]!, { name: `Twin ${n % 4}`, address: '9 Twin Lane' }),
      ),
    )
    const typed = answers.filter(({ status }) => status === 200)
    expect(typed.length).toBeGreaterThanOrEqual(30)
    expect(typed.length).toBeLessThan(60)
    await expectNoGaps()
    expect(await cardNumbers()).toHaveLength(before + typed.length)
  })
})
