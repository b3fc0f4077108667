import { expect } from 'vitest'
import type { TestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { shoppingIn } from './shopping.ts'

export const VISA = '4242 4242 4242 4242'

/** Shoppers with saved cards in a shop under test. */
export function cardholdersIn(shop: TestShop) {
  const shopping = shoppingIn(shop)

  /** A card typed on the payment page, whose box to save it is ticked. */
  async function payAndSave(url: string, number: string) {
    const form = new URLSearchParams({ number, exp: '12/34', cvc: '123', name: 'Sam Porter', save: 'yes' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await shop.call(url, { method: 'POST', body: form.toString(), headers })).status).toBe(303)
  }

  const cardsOf = async (as: TestUser) => (await shop.call('/api/my/cards', { as })).json.cards

  /** A shopper who saved a card with an earlier order, and a product with five units. */
  async function cardholder(number = VISA) {
    const as = await shop.addUser()
    const first = await shopping.addProduct()
    const { json } = await shopping.checkout(as, [first.item])
    await payAndSave(json.url, number)
    expect((await shopping.verify(as, json.id)).json.status).toBe('paid')
    const [card] = await cardsOf(as)
    const { item, variantId } = await shopping.addProduct({ stock: [5], tier: 'Gold', entries: 3 })
    const payByCard = (extra: object = {}) => shopping.checkout(as, [item], { cardId: card.id, ...extra })
    return { as, card, item, variantId, payByCard }
  }

  return { payAndSave, cardsOf, cardholder }
}
