import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { tallyCards } from '../../cards/commands/tally-cards.server.ts'
import { ADDRESS, openRegister } from '../../testing/register.ts'
import { cardCodeOf, digitsOfCardCode, qrTextOf } from '../card-code.ts'

const register = await openRegister()
const { shop, admin, second, addGiveaway, endedDaysAgo, asAdmin, confirm, refuse, mailedEntries, expectNoGaps } =
  register
const { db } = shop.services
const typist = await shop.addUser({ role: 'manager', name: 'Lee Ward' })
afterEach(register.expectAudited)

const open = (giveaway: { id: string }, input: object = {}, as: TestUser = admin) =>
  shop.call('/api/admin/mail-desk/cards', { as, json: { giveaway: giveaway.id, ...input } })
const opened = async (giveaway: { id: string }, input: object = {}): Promise<number> =>
  (await open(giveaway, input)).json.numbers[0]
let senders = 0
const typed = (number: number, input: object = {}, as: TestUser = typist) =>
  shop.call(`/api/admin/cards/${number}/type`, {
    as,
    json: { name: `Writer ${++senders}`, address: ADDRESS, ...input },
  })
const cardOf = async (number: number, as: TestUser = second) =>
  (await shop.call(`/api/admin/cards/${number}`, { as })).json
const next = async (stage: string, as: TestUser, input: object = {}) =>
  (await shop.call('/api/admin/mail-desk/next', { as, json: { stage, ...input } })).json.card
const listed = async (query: string) => (await shop.call(`/api/admin/mail-desk/cards?${query}`, { as: second })).json
const mailsTo = (recipient: string) =>
  db.selectFrom('message').select(['subject', 'body as text']).where('recipient', '=', recipient).execute()
const finish = async (giveaway: { id: string }) => {
  for (const { number } of await db
    .selectFrom('mail_card')
    .select('number')
    .where('giveaway_id', '=', giveaway.id)
    .where('state', 'in', ['opened', 'waiting'])
    .execute())
    await refuse(number, 'other')
}

describe('the way of a card', () => {
  it('an opened card is typed by one person, confirmed by another, and told by e-mail [B-25.1] [B-25.4] [B-25.6]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 10 })
    const number = await opened(giveaway)
    expect((await confirm(number)).json).toMatchObject({ code: 'card_not_typed' })
    const answer = await typed(number, { name: 'Ada Marsh', email: 'ada@example.com', birthDate: '1990-05-17' })
    expect(answer.json).toMatchObject({
      state: 'waiting',
      problem: null,
      message: `Card ${number} waits for a second person`,
    })
    expect(await cardOf(number, typist)).toMatchObject({ canConfirm: false, needsSecond: true })
    expect((await confirm(number, typist)).json).toMatchObject({ code: 'own_card' })
    expect(await cardOf(number)).toMatchObject({ canConfirm: true, sender: { name: 'Ada Marsh' }, household: [] })
    expect((await confirm(number)).json).toMatchObject({ state: 'registered', slotNumber: 11 })
    expect(await mailedEntries(giveaway)).toMatchObject([{ slot_number: 11, card_number: number }])
    expect((await mailsTo('ada@example.com')).map(({ subject }) => subject)).toEqual(['Your free entry: Field Kit'])
    // Without an e-mail address, the printed slip is the confirmation.
    const other = await opened(giveaway)
    await typed(other)
    await confirm(other)
    const slip = await shop.call(`/api/admin/cards/${other}/receipt`, { as: second })
    expect(slip.json).toMatchObject({ cardNumber: other, slotNumber: 12 })
  })

  it('two desks that type one card: the second gets a sentence and changes nothing [B-25.5]', async () => {
    const giveaway = await addGiveaway()
    const number = await opened(giveaway)
    const answers = await Promise.all(
      [typist, admin, typist, admin].map((as, at) => typed(number, { name: `Desk ${at}` }, as)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refusal = answers.find(({ status }) => status !== 200)!
    expect(refusal.json.code).toBe('card_typed')
    expect(refusal.json.detail).toMatch(
      new RegExp(`^Card ${number} was already typed by .+\\. Your text is still in the form`),
    )
    const { sender } = await cardOf(number)
    expect(answers.map(({ status }) => status).indexOf(200)).toBe(Number(sender.name.split(' ')[1]))
    await finish(giveaway)
  })

  it('each desk gets a card of its own, and never one to confirm that it typed [B-25.5]', async () => {
    const giveaway = await addGiveaway()
    const first = (await open(giveaway, { count: 3 })).json.numbers as number[]
    const desks = await Promise.all([admin, typist].map(as => next('opened', as, { giveawayId: giveaway.id })))
    expect(desks.map(card => card.number).sort()).toEqual(first.slice(0, 2))
    expect(
      (await listed(`stage=opened&giveawayId=${giveaway.id}`)).cards.map((card: { takenBy: string }) => card.takenBy),
    ).toEqual([expect.any(String), expect.any(String), null])
    for (const number of first) await typed(number)
    expect(await next('waiting', typist, { giveawayId: giveaway.id })).toBeNull()
    expect((await next('waiting', second, { giveawayId: giveaway.id })).number).toBe(first[0])
    expect((await next('waiting', second, { giveawayId: giveaway.id, after: first[0] })).number).toBe(first[1])
    // A desk that was left gives its card back.
    expect((await next('waiting', admin, { giveawayId: giveaway.id })).number).toBe(first[2])
    shop.clock.advance(6 * 60_000)
    expect((await next('waiting', admin, { giveawayId: giveaway.id })).number).toBe(first[0])
    await finish(giveaway)
  })

  it('50 concurrent receptions leave no gap, and a failed one returns its numbers [B-25.2]', async () => {
    const [one, other] = [await addGiveaway(), await addGiveaway()]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        at % 10 === 9 ? open(one, { receivedOn: '2999-01-01' }) : open(at % 2 ? one : other, { count: 1 + (at % 3) }),
      ),
    )
    const numbers = answers.flatMap(({ json }) => json.numbers ?? [])
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    // The numbers of one stack follow each other.
    for (const { json } of answers)
      if (json.numbers) expect(json.numbers.at(-1) - json.numbers[0]).toBe(json.numbers.length - 1)
    await expectNoGaps()
  })
})

describe('what refuses a card', () => {
  it('a late card is numbered, marked, typed, refused and told; its postmark changes nothing [B-25.7]', async () => {
    const giveaway = await addGiveaway()
    await endedDaysAgo(giveaway, 9)
    const { json } = await open(giveaway)
    expect(json.notice).toBe(
      'This card came late, after the mail-in window. It is kept in the register, and its sender is told.',
    )
    const [number] = json.numbers
    expect((await listed(`stage=opened&giveawayId=${giveaway.id}`)).cards).toMatchObject([{ number, isLate: true }])
    const postmarkedOn = (await cardOf(number)).window.last
    const answer = await typed(number, { email: 'late@example.com', postmarkedOn })
    expect(answer.json).toMatchObject({ state: 'refused', problem: { reason: 'outside_window' } })
    const [mail] = await mailsTo('late@example.com')
    expect(mail!.subject).toBe('Your card does not count: Field Kit')
    expect(mail!.text).toContain('A postmark is not enough.')
    const letter = (await shop.call(`/api/admin/cards/${number}/letter`, { as: second })).json
    expect(letter).toMatchObject({ wasMailed: true, sender: { address: ADDRESS } })
    expect(letter.lines.join(' ')).toContain(`It is number ${number} of our register, and it is no entry.`)
    expect((await typed(number)).json.code).toBe('card_typed')
  })

  it('a card for a cancelled, a draft, a sealed or a members-only giveaway gets its sentence [B-25.8]', async () => {
    const [cancelled, members, sealed] = [
      await addGiveaway(),
      await addGiveaway({ subscriptionVisibilityOnly: true }),
      await addGiveaway(),
    ]
    await asAdmin(`/api/admin/giveaways/${cancelled.id}/cancel`, { reason: 'No permit', title: 'Field Kit' })
    expect((await open(cancelled)).json.notice).toMatch(/^This giveaway was cancelled\./)
    expect((await typed(await opened(cancelled))).json).toMatchObject({
      state: 'refused',
      problem: { reason: 'other' },
    })
    expect((await open(members)).json.notice).toMatch(/^This giveaway is for members\. A card counts all the same/)
    const counts = await opened(members)
    await typed(counts)
    expect((await confirm(counts)).status).toBe(200)
    const [before, after] = [await opened(sealed), await opened(sealed)]
    await typed(before)
    expect((await confirm(before)).status).toBe(200)
    await register.drawnNow(sealed)
    // The freeze refused the card that was not typed, because nothing can be added any more.
    expect(await cardOf(after)).toMatchObject({ state: 'refused', reason: 'not_confirmed' })
    const draft = await addGiveaway({ isDraft: true })
    expect((await open(draft)).status).toBe(404)
    expect((await open({ id: '7f1c2a52-3c58-4d0b-9d3c-0c2f9a7b6e51' })).json.code).toBe('giveaway_not_found')
    await finish(cancelled)
    await finish(members)
  })

  it.each([
    [
      'an excluded state',
      { address: '1 Fort St\nReno, NV 89501' },
      'other',
      /^This giveaway is not open to residents of Nevada/,
    ],
    [
      'an address abroad',
      { address: '1 Fort St\nToronto, Canada' },
      'other',
      /^Giveaways are open to residents of the United States/,
    ],
    ['a birth date under age', { birthDate: '2010-01-01' }, 'under_age', /under 21/],
  ])('%s is told to both persons and cannot be confirmed [B-25.9]', async (_, input, reason, sentence) => {
    const giveaway = await addGiveaway({ eligibleStates: ['UT'] })
    const number = await opened(giveaway)
    const told = (await typed(number, { ...input, email: `${reason}@example.com` })).json
    expect(told.problem).toMatchObject({ reason, sentence: expect.stringMatching(sentence) })
    expect((await cardOf(number)).problem).toEqual(told.problem)
    expect((await confirm(number)).json.detail).toMatch(sentence)
    expect((await refuse(number, reason)).json.state).toBe('refused')
    expect((await mailsTo(`${reason}@example.com`)).length).toBeGreaterThan(0)
    expect(await mailedEntries(giveaway)).toEqual([])
  })

  it('three envelopes of one person pass a limit of two only twice [B-25.9]', async () => {
    const giveaway = await addGiveaway({ entryLimit: 2 })
    const numbers = (await open(giveaway, { count: 3 })).json.numbers as number[]
    for (const number of numbers) await typed(number, { name: 'Sam Porter' })
    const answers = await Promise.all(numbers.map(number => confirm(number)))
    expect(answers.map(({ json }) => json.code ?? 'entered').sort()).toEqual(['card_over_cap', 'entered', 'entered'])
    expect(await mailedEntries(giveaway)).toHaveLength(2)
    await finish(giveaway)
  })

  it('a household with two surnames at one address is named, and staff decide [B-25.10]', async () => {
    const giveaway = await addGiveaway()
    const [one, other] = (await open(giveaway, { count: 2 })).json.numbers as [number, number]
    await typed(one, { name: 'Ada Marsh', address: '7 North Hill Street\nProvo, UT 84601' })
    await confirm(one)
    await typed(other, { name: 'Jon Keller', address: '7 N Hill St., Provo UT 84601-1234' })
    expect(await cardOf(other)).toMatchObject({ problem: null, household: [{ name: 'Ada Marsh', entries: 1 }] })
    expect((await confirm(other)).status).toBe(200)
  })
})

describe('the register of the desk', () => {
  it('an opened card cannot count without a typist, nor be typed again, by the owner of the table either [B-19.9]', async () => {
    const giveaway = await addGiveaway()
    const number = await opened(giveaway)
    const alone = sql`update mail_card set state = 'registered', entry_id = gen_random_uuid(), decided_at = now(), decided_by = opened_by,
      sender_id = (select id from mail_sender limit 1) where number = ${number}`
    await expect(alone.execute(db)).rejects.toMatchObject({ constraint: 'card_typed_at_desk' })
    await typed(number)
    const attempts = [
      sql`update mail_card set state = 'opened' where number = ${number}`,
      sql`update mail_card set typed_by = null where number = ${number}`,
      sql`update mail_card set opened_at = now() where number = ${number}`,
    ]
    for (const attempt of attempts) await expect(attempt.execute(db)).rejects.toMatchObject({ code: '23001' })
    await finish(giveaway)
  })

  it('the code of a printed card names its giveaway, typed or read by a camera [B-25.11]', async () => {
    const giveaway = await addGiveaway({ title: 'Coded Kit' })
    const code = cardCodeOf(giveaway.id)
    expect(code).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{2}$/)
    const texts = [code, code.toLowerCase().replaceAll('-', ' '), qrTextOf(giveaway.id), code.replaceAll('0', 'O')]
    for (const text of texts) {
      const { json } = await shop.call(`/api/admin/mail-desk/code?code=${encodeURIComponent(text)}`, { as: second })
      expect(json).toMatchObject({ id: giveaway.id, title: 'Coded Kit', notice: null })
    }
    expect((await open({ id: code })).status).toBe(200)
    expect(digitsOfCardCode('https://elsewhere.example')).toBeNull()
    const wrong = await shop.call('/api/admin/mail-desk/code?code=0000-0000-00', { as: second })
    expect(wrong.json).toMatchObject({ code: 'card_code_unknown' })
    await finish(giveaway)
  })

  it('the queue is paged by number, and counted [B-25.12]', async () => {
    const giveaway = await addGiveaway()
    const numbers = (await open(giveaway, { count: 5 })).json.numbers as number[]
    const page = await listed(`giveawayId=${giveaway.id}&limit=3`)
    expect(page.cards.map((card: { number: number }) => card.number)).toEqual(numbers.slice(0, 3))
    const rest = await listed(`giveawayId=${giveaway.id}&limit=3&cursor=${page.nextCursor}`)
    expect(rest.cards.map((card: { number: number }) => card.number)).toEqual(numbers.slice(3))
    expect(rest.nextCursor).toBeNull()
    const { json } = await shop.call('/api/admin/mail-desk/counts', { as: second })
    expect(json.counts.opened).toBeGreaterThanOrEqual(5)
    const offered = (await shop.call('/api/admin/mail-desk/giveaways', { as: second })).json.giveaways
    expect(offered.find((one: { id: string }) => one.id === giveaway.id)).toMatchObject({ isOpen: true, notice: null })
  })

  it('opening and decision are in the tally of their own days [B-25.3]', async () => {
    const giveaway = await addGiveaway()
    const [first, more] = (await open(giveaway, { count: 2 })).json.numbers as [number, number]
    shop.clock.advance(24 * 3_600_000)
    // Sign-ins of the day before have ended.
    const [clerk, officer] = [await shop.addUser({ role: 'manager' }), await shop.addUser({ role: 'draw-officer' })]
    await typed(first, {}, clerk)
    await confirm(first, officer)
    await refuse(more, 'unreadable', officer)
    shop.clock.advance(24 * 3_600_000)
    await tallyCards(shop.system)
    const leaves = await db
      .selectFrom('shop_log')
      .select('leaf')
      .where('giveaway_id', '=', giveaway.id)
      .where('kind', '=', 'tally')
      .orderBy('index')
      .execute()
    const lines = leaves.map(({ leaf }) =>
      leaf.split('\n').filter(line => /^(received|registered|refused|reasons) /.test(line)),
    )
    expect(lines).toEqual([
      ['received 2', 'registered 0', 'refused 0', 'reasons none'],
      ['received 0', 'registered 1', 'refused 1', 'reasons unreadable=1'],
    ])
    const { json } = await shop.call(`/api/giveaways/${giveaway.id}/cards`)
    expect(json).toMatchObject({ received: 2, registered: 1, refused: 1, waiting: 0 })
    expect(json.days).toHaveLength(2)
  })
})
