import { beforeEach, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { isWhole } from '#app/testing/suites/again.ts'
import { addToCart, cart } from '#features/cart/browser/cart.ts'
import { MAX_QUANTITY } from '#features/cart/cart-item.ts'
import { withToasts } from '#ui/testing/in-browser.tsx'
import { shoppingIn } from '../../../testing/shopping.ts'
import { limitsIn } from '../ask-quote.ts'

const shop = await testShop()
const shopping = shoppingIn(shop)
const { db } = shop.services
const toasts = withToasts()
beforeEach(() => cart.clear())

type Line = { item: { productId: string; variantId: string; quantity: number }; left: number }

async function line(quantity: number, stock: number | null, left: number): Promise<Line> {
  const { item } = await shopping.addProduct({ stock: [stock] })
  return { item: { ...item, quantity }, left }
}

/** Every reason that a cart line of a new account is short, with the quantity that is left. */
const LIMITS: Record<string, () => Promise<Line>> = {
  async unavailable() {
    const found = await line(1, 9, 0)
    await db
      .updateTable('product')
      .set({ archived_at: shop.clock.now() })
      .where('id', '=', found.item.productId)
      .execute()
    return found
  },
  'sold out': () => line(2, 0, 0),
  'few left': () => line(5, 3, 3),
  'a first order': () => line(20, null, 10),
  'few left of a first order': () => line(20, 5, 5),
  'more left than a first order may have': () => line(20, 15, 10),
}
const NAMES = Object.keys(LIMITS)

it.each(NAMES)(
  '%s, beside each other limit: cart, quote and payment tell the same one first [B-10.109]',
  async first => {
    // Each two limits once, and with `--all` in both orders.
    for (const second of isWhole ? NAMES : NAMES.slice(NAMES.indexOf(first))) {
      const pair = `${first} and ${second}`
      const user = await shop.addUser()
      const lines = [await LIMITS[first]!(), await LIMITS[second]!()]
      const items = lines.map(({ item }) => item)
      const { json: quote } = await shop.call('/api/payments/quote', { as: user, json: { items } })
      const limits = limitsIn(quote)
      for (const { item, left } of lines)
        expect(limits.find(({ productId }) => productId === item.productId)?.left, pair).toBe(left)
      const { status, json } = await shopping.checkout(user, items)
      expect(status, pair).toBe(409)
      expect(limitsIn(json.quote), pair).toEqual(limits)
      // A refusal without the lines' names has the sentence of the first line.
      if (json.code === 'too_many_unpaid')
        expect(limits[0]!.message, pair).toMatch(
          /until your first order is paid, you can order at most 10 of one thing\./,
        )
      else expect(json.detail.startsWith(limits[0]!.message), pair).toBe(true)
      // The cart takes the quote's quantities, which can be bought.
      cart.replace(items.map(item => cartItem(item)))
      cart.fit(limits)
      expect(cart.get().map(({ quantity }) => quantity)).toEqual(lines.map(({ left }) => Math.max(1, left)))
      const rest = lines.filter(({ left }) => left > 0).map(({ item, left }) => ({ ...item, quantity: left }))
      if (rest.length > 0) expect((await shopping.checkout(user, rest)).status, pair).toBe(200)
    }
  },
)

const cartItem = ({ productId, variantId, quantity }: Line['item'], left?: number) => ({
  ...{ id: productId, variantId, name: 'Canteen', price: 40, quantity, entries: 2, image: null, left },
  ...{ tier: 'Silver' as const, isSubscription: false, interval: 'month' as const },
})

it.each([
  [60, 3, 'Only 3 left. Your cart has all of them.'],
  [60, 98, 'Only 98 left. Your cart has all of them.'],
  [60, 99, 'You can order at most 99 of one thing.'],
  [60, 150, 'You can order at most 99 of one thing.'],
  [60, undefined, 'You can order at most 99 of one thing.'],
])(
  'adding %i twice with %s left names the limit that holds, which the server has too [B-10.109]',
  async (count, left, says) => {
    const { item } = await shopping.addProduct({ stock: [left ?? null] })
    for (let times = 0; times < 2; times++) addToCart(cartItem({ ...item, quantity: count }, left))
    expect(toasts.at(-1)).toBe(says)
    const { quantity } = cart.get()[0]!
    expect(quantity).toBe(Math.min(MAX_QUANTITY, left ?? MAX_QUANTITY))
    const asked = (quantity: number) => shop.call('/api/payments/quote', { json: { items: [{ ...item, quantity }] } })
    expect((await asked(quantity)).json.lines[0].quantity).toBe(quantity)
    const more = await asked(quantity + 1)
    expect(more.json.notices?.length ?? more.json.errors['items.0.quantity']?.length).toBe(1)
  },
)
