import { holderOf } from '@redoubt/draw/entries/entry-leaf.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { adoptMailEntries } from '../../cards/commands/adopt-mail-entries.server.ts'
import { openFreeEntries } from '../../testing/free-entries.ts'

const shopOfEntries = await openFreeEntries()
const { shop, second, addGiveaway, type, mailedEntries, slotsOf, enterFree, confirm, refuse, expectNoGaps } =
  shopOfEntries
afterEach(shopOfEntries.expectAudited)

let houses = 0
/** Name and address of a person as the form and as a card has them, and two mailboxes: the person's and another's. */
function household() {
  const n = ++houses
  return {
    form: { name: `Vera Quist ${n}`, line1: `${n} Birch Street`, city: 'Reno', state: 'NV', postalCode: '89501' },
    card: { name: `Vera Quist ${n}`, address: `${n} Birch St.\nReno, NV 89501` },
    own: `vera-${n}@example.com`,
    other: `mallory-${n}@example.com`,
  }
}
const wide = { totalSlots: 10, entryLimit: 5 }
const ownersOf = async (giveaway: { id: string }) => (await mailedEntries(giveaway)).map(entry => entry.user_id)
const mineOf = async (giveaway: { id: string }, as: Parameters<typeof slotsOf>[1]) => (await slotsOf(giveaway, as)).mine
const receiptsTo = async (email: string) =>
  (await shop.outbox(email)).filter(({ subject }) => subject.startsWith('Your free entry'))

describe('an entry under the name and address of another person', () => {
  it('takes no entry of a person without an account [B-24.13]', async () => {
    const { form, card, own, other } = household()
    const [bare, written, open] = [await addGiveaway(wide), await addGiveaway(wide), await addGiveaway(wide)]
    await type(bare, card)
    await type(written, { ...card, email: own })
    const mallory = await shop.addUser({ email: other })
    expect((await enterFree(open, { ...form, email: other })).json.numbers).toEqual([11])
    await shop.settleJobs()
    expect(await ownersOf(bare)).toEqual([null])
    expect(await ownersOf(written)).toEqual([null])
    expect(await mineOf(open, mallory)).toEqual([11])
    expect(await receiptsTo(other)).toHaveLength(1)
    const vera = await shop.addUser({ email: own })
    await adoptMailEntries(shop.system, { userId: vera.userId })
    expect(await mineOf(written, vera)).toEqual([11])
    expect(await mineOf(open, vera)).toEqual([])
  })

  it('is not an entry of that person’s account, and its receipt names another holder [B-24.13]', async () => {
    const { form, card, own, other } = household()
    const [mailed, open] = [await addGiveaway(wide), await addGiveaway(wide)]
    const vera = await shop.addUser({ email: own })
    const { cardNumber } = (await type(mailed, { ...card, email: own })).json
    expect(await mineOf(mailed, vera)).toEqual([11])
    await enterFree(open, { ...form, email: other })
    await shop.settleJobs()
    expect(await ownersOf(open)).toEqual([null])
    expect(await mineOf(open, vera)).toEqual([])
    const { receipt, holderSecret } = (await shop.call(`/api/admin/cards/${cardNumber}/receipt`, { as: second })).json
    expect(receipt).toContain(holderOf(mailed.id, holderSecret))
    const [message, ...more] = await receiptsTo(other)
    expect(more).toEqual([])
    expect(message!.text).not.toContain(holderOf(open.id, holderSecret))
    const [first] = await mailedEntries(mailed)
    const [later] = await mailedEntries(open)
    expect(later!.mail_sender_id).not.toBe(first!.mail_sender_id)
  })

  it('gets no card that the person mails afterwards, with an e-mail address or without [B-24.13]', async () => {
    const { form, card, own, other } = household()
    const [open, bare, written] = [await addGiveaway(wide), await addGiveaway(wide), await addGiveaway(wide)]
    const mallory = await shop.addUser({ email: other })
    await enterFree(open, { ...form, email: other })
    await type(bare, card)
    await type(written, { ...card, email: own })
    await shop.settleJobs()
    expect(await mineOf(open, mallory)).toEqual([11])
    expect(await ownersOf(bare)).toEqual([null])
    expect(await ownersOf(written)).toEqual([null])
    expect(await receiptsTo(other)).toHaveLength(1)
    expect(await receiptsTo(own)).toHaveLength(1)
  })

  it('on a card takes no earlier entry, confirmed or refused [B-19.16]', async () => {
    const { card, other } = household()
    const [mailed, valuable] = [await addGiveaway(wide), await addGiveaway({ ...wide, value: 5000 })]
    await type(mailed, card)
    const mallory = await shop.addUser({ email: other })
    await refuse((await type(valuable, { ...card, email: other })).json.cardNumber, 'other')
    await confirm((await type(valuable, { ...card, email: other })).json.cardNumber)
    await shop.settleJobs()
    expect(await ownersOf(mailed)).toEqual([null])
    expect(await ownersOf(valuable)).toEqual([mallory.userId])
  })

  it('on a card without an address does not join a sender of that e-mail address and another name [B-19.16]', async () => {
    const { card, own } = household()
    const giveaway = await addGiveaway(wide)
    await type(giveaway, { ...card, name: 'Mallory Reed', email: own })
    await type(giveaway, { name: card.name, address: '', email: own })
    const entries = await mailedEntries(giveaway)
    expect(entries[0]!.mail_sender_id).not.toBe(entries[1]!.mail_sender_id)
  })
})

describe('one name and address with several mailboxes', () => {
  it('has one free entry a period, also after a card [B-24.2]', async () => {
    const { form, card, own, other } = household()
    const giveaway = await addGiveaway(wide)
    await type(giveaway, card)
    expect((await enterFree(giveaway, { ...form, email: own })).status).toBe(200)
    expect((await enterFree(giveaway, { ...form, email: other })).json.code).toBe('free_entry_used')
    expect(await mailedEntries(giveaway)).toHaveLength(2)
    await expectNoGaps()
  })

  it('has one limit, with the entries that its accounts bought [B-19.6] [B-24.2]', async () => {
    const { form, card, own, other } = household()
    const giveaway = await addGiveaway({ totalSlots: 10, entryLimit: 3 })
    const vera = await shop.addUser({ email: own, credits: { Bronze: 1 } })
    await shopOfEntries.enter(giveaway, vera, { slots: [1] })
    await type(giveaway, { ...card, email: own })
    await type(giveaway, card)
    expect((await enterFree(giveaway, { ...form, email: other })).json.code).toBe('free_entry_limit')
    expect((await type(giveaway, { ...card, email: other })).json.code).toBe('card_over_cap')
    expect(await shopOfEntries.cardsOf(giveaway)).toMatchObject([{ senderEntries: 3 }, { senderEntries: 3 }])
  })

  it('has one age: a card without an e-mail address shows whose the next one is [B-19.6]', async () => {
    const { card, own } = household()
    const giveaway = await addGiveaway(wide)
    await type(giveaway, card)
    await shop.services.db
      .updateTable('mail_sender')
      .set({ birth_date: '2012-01-01' })
      .where('name', '=', card.name)
      .execute()
    expect((await type(giveaway, { ...card, email: own })).json.code).toBe('sender_under_age')
  })
})

it('the own confirmed address finds the sender of a mailed card, and a later account gets both [B-19.8] [B-24.4]', async () => {
  const { form, card, own } = household()
  const [mailed, open] = [await addGiveaway(wide), await addGiveaway(wide)]
  await type(mailed, { ...card, email: own })
  await enterFree(open, { ...form, email: own })
  const [first] = await mailedEntries(mailed)
  const [later] = await mailedEntries(open)
  expect(later!.mail_sender_id).toBe(first!.mail_sender_id)
  const vera = await shop.addUser({ email: own })
  await adoptMailEntries(shop.system, { userId: vera.userId })
  expect([await mineOf(mailed, vera), await mineOf(open, vera)]).toEqual([[11], [11]])
})
