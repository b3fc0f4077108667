import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { ADDRESS, openRegister, VALUABLE } from '../../testing/register.ts'

const register = await openRegister()
const { shop, admin, second, addGiveaway, confirm, mailedEntries, asAdmin } = register
beforeEach(() => allow(true))
afterEach(register.expectAudited)

const allow = (onePersonDesk: boolean) => shop.changeSettings({ draw: { onePersonDesk } })
let writers = 0
const opened = async (giveaway: { id: string }): Promise<number> =>
  (await asAdmin('/api/admin/mail-desk/cards', { giveaway: giveaway.id })).json.numbers[0]
const typed = (number: number, as: TestUser = admin) =>
  shop.call(`/api/admin/cards/${number}/type`, { as, json: { name: `Writer ${++writers}`, address: ADDRESS } })
const countsOf = async (giveaway: { id: string }) => (await shop.call(`/api/giveaways/${giveaway.id}/cards`)).json
const next = async (as: TestUser) =>
  (await shop.call('/api/admin/mail-desk/next', { as, json: { stage: 'waiting' } })).json.card

it('a shop of one person confirms its own card below the value, and everyone reads so [B-25.18]', async () => {
  const giveaway = await addGiveaway({ value: VALUABLE - 1 })
  const number = await opened(giveaway)
  expect((await typed(number)).json.message).toBe(`Card ${number} waits for its confirmation`)
  expect(await next(admin)).toMatchObject({ number, canConfirm: true, needsSecond: false })
  expect((await confirm(number, admin)).json.state).toBe('registered')
  const other = await opened(giveaway)
  await typed(other)
  await confirm(other)
  expect(await countsOf(giveaway)).toMatchObject({ registered: 2, byOnePerson: 1 })
  const rows = await shop.services.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'added by mail')
    .orderBy('id')
    .execute()
  expect(rows.map(({ after }) => after)).toMatchObject([
    { card: number, isByOnePerson: true },
    { card: other, isByOnePerson: false },
  ])
})

it('from the value on, and without the setting, two persons stay obligatory [B-25.4] [B-25.18]', async () => {
  const valuable = await addGiveaway({ value: VALUABLE, isDraft: true })
  await shop.services.db
    .updateTable('giveaway')
    .set({ published_at: shop.clock.now() })
    .where('id', '=', valuable.id)
    .execute()
  const large = await opened(valuable)
  await typed(large)
  expect((await confirm(large, admin)).json.code).toBe('own_card')

  await allow(false)
  const giveaway = await addGiveaway()
  const before = await opened(giveaway)
  await typed(before)
  await allow(true)
  // Typed under the former rule: the database keeps it.
  expect((await confirm(before, admin)).json.code).toBe('own_card')
  const update = shop.services.db.updateTable('mail_card').set({ needs_second: false }).where('number', '=', before)
  await expect(update.execute()).rejects.toThrow('the register of cards keeps card')

  const later = await addGiveaway()
  const typedByOne = await opened(later)
  await typed(typedByOne)
  await allow(false)
  expect((await confirm(typedByOne, admin)).json.code).toBe('own_card')
  expect((await shop.call(`/api/admin/cards/${typedByOne}`, { as: admin })).json.canConfirm).toBe(false)
  await allow(true)
  // Switched off for a moment and on again: the giveaway keeps the rule of two persons.
  expect((await confirm(typedByOne, admin)).json.code).toBe('own_card')
  expect((await confirm(typedByOne)).json.state).toBe('registered')
  expect(await countsOf(later)).toMatchObject({ registered: 1, byOnePerson: 0, waiting: 0 })

  const raised = await addGiveaway()
  const beforeTheRaise = await opened(raised)
  await typed(beforeTheRaise)
  const setValue = (value_cents: number) =>
    shop.services.db.updateTable('giveaway').set({ value_cents }).where('id', '=', raised.id).execute()
  await setValue(VALUABLE * 100)
  await setValue(100)
  expect((await confirm(beforeTheRaise, admin)).json.code).toBe('own_card')
})

it('of ten confirmations at once, by the typist and by another, one counts [B-25.18]', async () => {
  const giveaway = await addGiveaway()
  const number = await opened(giveaway)
  await typed(number)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => confirm(number, at % 2 ? admin : second)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.flatMap(({ status, json }) => (status === 200 ? [] : [json.code]))).toEqual(
    Array(9).fill('card_decided'),
  )
  expect(await mailedEntries(giveaway)).toHaveLength(1)
})
