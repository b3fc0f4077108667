import { expect } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'

/** From this value on, the settings ask for a second person. */
export const VALUABLE = 5000
export const ADDRESS = '12 Main Street\nProvo, UT 84601'

/** A test shop, a draw officer as the second person, and the register of cards through the API. */
export async function openRegister() {
  const giving = await openGivingShop()
  const { shop, asAdmin } = giving
  const second = await shop.addUser({ role: 'draw-officer', name: 'Kim Vale' })
  let senders = 0
  /** A card of a new sender unless the input names one. */
  const cardOf = (input: object = {}) => ({ name: `Sender ${++senders}`, address: ADDRESS, ...input })
  const recordRefused = (giveaway: { id: string }, input: object) =>
    asAdmin(`/api/admin/giveaways/${giveaway.id}/refused-cards`, input)
  const refuse = (number: number, reason: string, as: TestUser = second) =>
    shop.call(`/api/admin/cards/${number}/refuse`, { as, json: { reason } })
  const { confirmed, proposalsFor, decide } = secondPersonOf(shop)
  const cardNumbers = async () =>
    (await shop.services.db.selectFrom('mail_card').select('number').orderBy('number').execute()).map(row => row.number)

  return {
    ...giving,
    second,
    cardOf,
    type: (giveaway: { id: string }, input: object = {}) =>
      asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, cardOf(input)),
    recordRefused,
    refuse,
    /** Two persons refuse a card of a giveaway that takes two. */
    refuseByTwo: async (number: number, reason: string) => confirmed(await refuse(number, reason)),
    /** Two persons record a card of such a giveaway as no entry. @returns its number. */
    async recordByTwo(giveaway: { id: string }, input: object): Promise<number> {
      const { cardNumber } = (await recordRefused(giveaway, input)).json
      const [found] = await proposalsFor(second, `?subjectType=card&subjectId=${cardNumber}`)
      expect((await decide(found!.id, 'confirm', second)).status).toBe(200)
      return cardNumber
    },
    confirm: (number: number, as: TestUser = second) =>
      shop.call(`/api/admin/cards/${number}/confirm`, { as, method: 'POST' }),
    cardsOf: async (giveaway: { id: string }, query = '', as: TestUser = second) =>
      (await shop.call(`/api/admin/giveaways/${giveaway.id}/cards?${query}`, { as })).json.cards,
    mailedEntries: (giveaway: { id: string }) =>
      shop.services.db
        .selectFrom('giveaway_entry')
        .select(['slot_number', 'card_number', 'mail_sender_id', 'user_id'])
        .where('giveaway_id', '=', giveaway.id)
        .where('is_private', '=', true)
        .where('removed_at', 'is', null)
        .orderBy('slot_number')
        .execute(),
    cardNumbers,
    /** The register counts from 1 without a gap. */
    async expectNoGaps() {
      const numbers = await cardNumbers()
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    },
  }
}
