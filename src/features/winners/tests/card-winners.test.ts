import { afterEach, describe, expect, it } from 'vitest'
import { freeEntryData } from '#features/free-entry/personal-data.server.ts'
import { giveawaysData } from '#features/giveaways/personal-data.server.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import { transact } from '#kernel/transaction.server.ts'
import { HOME, openPrizeShop } from '../testing/prizes.ts'

const prizes = await openPrizeShop()
const { shop, asAdmin, placesOf, winner, tend } = prizes
const { confirmed } = secondPersonOf(shop)
afterEach(prizes.expectAudited)

type Card = { name: string; email?: string }

/** A drawn giveaway whose entrants all sent cards. */
async function drawnCards(value: number, cards: Card[]) {
  const giveaway = await prizes.addGiveaway({ value })
  for (const card of cards) {
    const typed = { address: '12 Main Street\nProvo, UT 84601', ...card }
    expect((await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, typed)).status).toBe(200)
  }
  await prizes.drawnNow(giveaway)
  await tend()
  return giveaway
}

const passOn = (id: string) =>
  asAdmin(`/api/admin/winners/${id}/pass-on`, { as: 'declined', reason: 'Does not want it' })
async function noteAnswer(id: string): Promise<string> {
  await confirmed(await asAdmin(`/api/admin/winners/${id}/accept`, { shipTo: HOME, reason: 'By letter' }))
  return (await winner(id)).state
}

describe('alternates who sent cards', () => {
  it('two senders without an e-mail address are two persons [B-18.18]', async () => {
    const giveaway = await drawnCards(80, [{ name: 'Ann Lee' }, { name: 'Bo Hart' }])
    const [first] = await placesOf(giveaway)
    await passOn(first.id)
    const [, second] = await placesOf(giveaway)
    expect(second).toMatchObject({ place: 2, state: 'drawn', task: 'tell', endedReason: null })
    expect(second.name).not.toBe(first.name)
  })

  it('an erased sender without an account has left [B-18.18]', async () => {
    const cards = ['ann', 'bo', 'cy'].map(name => ({ name, email: `${name}@example.com` }))
    const giveaway = await drawnCards(80, cards)
    const [first] = await placesOf(giveaway)
    for (const { email } of cards.filter(card => card.email !== first.email)) {
      const { userId } = await shop.addUser()
      await transact(shop.system, async tx => {
        for (const part of [giveawaysData, freeEntryData]) await part.erase(tx, { userId, email, phone: null })
      })
    }
    await passOn(first.id)
    const left = { state: 'disqualified', endedReason: 'The account was deleted.', email: '' }
    expect((await placesOf(giveaway)).slice(1)).toMatchObject([left, { ...left, task: 'nobody-left' }])
  })
})

describe('a winner without an e-mail address', () => {
  it('is told by letter, and no step writes an e-mail [B-13.106]', async () => {
    const giveaway = await drawnCards(80, [{ name: 'Dee Moss' }])
    const [{ id }] = await placesOf(giveaway)
    const tell = (json: object) => asAdmin(`/api/admin/winners/${id}/tell`, json)
    expect((await tell({ by: 'email' })).json).toMatchObject({
      code: 'email_missing',
      detail: 'This winner gave no e-mail address. Send a letter or call.',
    })
    const message = { subject: 'Hello', text: 'There' }
    expect((await asAdmin(`/api/admin/winners/${id}/messages`, message)).json.code).toBe('email_missing')
    expect((await tell({ by: 'otherwise', reason: 'By letter' })).json.state).toBe('notified')
    expect(await noteAnswer(id)).toBe('accepted')
    expect((await asAdmin(`/api/admin/winners/${id}/ship`, { carrier: 'UPS' })).json.state).toBe('shipped')
    expect((await winner(id)).messages).toEqual([])
    const sent = shop.services.db.selectFrom('message').select('subject').where('recipient', '=', '')
    expect(await sent.execute()).toEqual([])
  })

  it('is a person of the tax year by the sender of the card [B-29.4]', async () => {
    const won = async (name: string) => {
      const [{ id }] = await placesOf(await drawnCards(1500, [{ name }]))
      expect(await noteAnswer(id)).toBe('accepted')
    }
    const people = async () => (await asAdmin(`/api/admin/tax-years/${shop.clock.now().getUTCFullYear()}`)).json.people
    await won('Eve North')
    await won('Fay South')
    expect(await people()).toEqual([])
    await won('Eve North')
    expect(await people()).toMatchObject([{ name: 'Eve North', total: 3000 }])
  })
})
