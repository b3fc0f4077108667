import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ORIGIN, testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { shoppingIn } from '#features/orders/testing/shopping.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { CartApi } from '../api.server.ts'
import type { CartItem } from '../cart-item.ts'
import { createCartStore } from './cart-store.ts'
import { addedSince, followSavedCart, isSameCart, mergeCarts } from './saved-cart.ts'

const shop = await testShop()

const [STICKER, TEE, PREMIUM] = [newId(), newId(), newId()]
const line = (id: string, quantity = 1): CartItem => ({
  id,
  name: id,
  price: 20,
  quantity,
  entries: 1,
  tier: 'Bronze',
  image: null,
  isSubscription: id === PREMIUM,
  interval: 'month',
})

/** A browser with its storage, in which users sign in and out. */
function device() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const store = createCartStore(storage)
  const statuses: number[] = []
  /** @param isLeft the user leaves the page during a save: the response never arrives. */
  function signIn({ userId, idToken }: TestUser, isLeft = () => false) {
    const fetch = async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(new URL(String(input), ORIGIN), init)
      request.headers.set('authorization', `Bearer ${idToken}`)
      const answer = await shop.web.app.fetch(request)
      statuses.push(answer.status)
      if (request.method === 'PUT' && isLeft()) throw new TypeError('The page was left.')
      return answer
    }
    const api = clientOf<CartApi>(fetch).my.cart
    return followSavedCart({
      userId,
      store,
      storage,
      read: () => call(api.$get()),
      write: json => call(api.$put({ json })),
      lookUp: async items => items.map(({ productId, quantity }) => line(productId, quantity)),
      alone: work => work(),
    })
  }
  const holds = () => Object.fromEntries(store.get().map(({ id, quantity }) => [id, quantity]))
  return { store, signIn, holds, statuses }
}
const savedFor = async (as: TestUser) => {
  const { json } = await shop.call('/api/my/cart', { as })
  return Object.fromEntries(
    json.items.map((item: { productId: string; quantity: number }) => [item.productId, item.quantity]),
  )
}

describe('a cart of a user with an account', () => {
  it('carts merged at sign-in hold at most the units left [B-10.61]', async () => {
    const user = await shop.addUser()
    const { id } = await shoppingIn(shop).addProduct({ stock: [3] })
    const [phone, desk] = [device(), device()]
    phone.store.add(line(id, 2))
    await phone.signIn(user).look()
    desk.store.add(line(id, 5))
    await desk.signIn(user).look()
    expect(await savedFor(user)).toEqual({ [id]: 3 })
  })

  it('the cart follows its user to another device, with every change and removal', async () => {
    const user = await shop.addUser()
    const [phone, desk] = [device(), device()]
    phone.store.add(line(STICKER, 2))
    phone.store.add(line(TEE))
    const onPhone = phone.signIn(user)
    await onPhone.look()
    const onDesk = desk.signIn(user)
    await onDesk.look()
    expect(desk.holds()).toEqual({ [STICKER]: 2, [TEE]: 1 })

    desk.store.setQuantity(STICKER, 0)
    await onDesk.flush()
    await onPhone.look()
    expect([phone.holds(), await savedFor(user)]).toEqual([{ [TEE]: 1 }, { [TEE]: 1 }])
    onPhone.stop()
    onDesk.stop()
  })

  it('a save interrupted by leaving the page counts nothing twice', async () => {
    const user = await shop.addUser()
    const browser = device()
    let isLeft = false
    const before = browser.signIn(user, () => isLeft)
    await before.look()
    browser.store.add(line(STICKER, 2))
    isLeft = true
    await before.flush()
    before.stop()
    expect(await savedFor(user)).toEqual({ [STICKER]: 2 })

    browser.store.add(line(TEE))
    const after = browser.signIn(user)
    await after.look()
    expect([browser.holds(), await savedFor(user)]).toEqual([
      { [STICKER]: 2, [TEE]: 1 },
      { [STICKER]: 2, [TEE]: 1 },
    ])
    after.stop()
  })

  it('a guest’s cart is merged at sign-in, with the larger quantity of shared lines [B-11.7]', async () => {
    const user = await shop.addUser()
    await shop.call('/api/my/cart', {
      as: user,
      method: 'PUT',
      json: {
        items: [
          { productId: STICKER, quantity: 3 },
          { productId: TEE, quantity: 1 },
        ],
      },
    })
    const guest = device()
    guest.store.add(line(STICKER))
    guest.store.add(line(TEE, 2))
    const here = guest.signIn(user)
    await here.look()
    expect(guest.holds()).toEqual({ [STICKER]: 3, [TEE]: 2 })
    expect(await savedFor(user)).toEqual({ [STICKER]: 3, [TEE]: 2 })
    await here.look()
    expect(guest.holds()).toEqual({ [STICKER]: 3, [TEE]: 2 })
    here.stop()
  })

  it('concurrent changes of two devices are kept', async () => {
    const user = await shop.addUser()
    const [phone, desk] = [device(), device()]
    const [onPhone, onDesk] = [phone.signIn(user), desk.signIn(user)]
    phone.store.add(line(STICKER))
    await onPhone.look()
    await onDesk.look()
    phone.store.add(line(STICKER))
    desk.store.add(line(TEE))
    desk.store.add(line(STICKER))
    await onPhone.flush()
    await onDesk.flush()
    await onDesk.flush()
    await onPhone.look()
    const both = { [STICKER]: 3, [TEE]: 1 }
    expect([phone.holds(), desk.holds(), await savedFor(user)]).toEqual([both, both, both])
    onPhone.stop()
    onDesk.stop()
  })

  it('the cart goes to no other account at the next sign-in; only lines added since do', async () => {
    const [one, other] = [await shop.addUser(), await shop.addUser()]
    const shared = device()
    shared.store.add(line(STICKER, 2))
    const first = shared.signIn(one)
    await first.look()
    first.stop()
    shared.store.add(line(TEE))
    const second = shared.signIn(other)
    await second.look()
    expect([await savedFor(one), await savedFor(other)]).toEqual([{ [STICKER]: 2 }, { [TEE]: 1 }])
    expect(shared.holds()).toEqual({ [TEE]: 1 })
    second.stop()
  })

  it('another tab does not restore the cart of an account that was signed out', async () => {
    const user = await shop.addUser()
    const { store, signIn, holds } = device()
    store.add(line(STICKER))
    const [tab, other] = [signIn(user), signIn(user)]
    await tab.look()
    await other.look()
    tab.stop()
    tab.forget()
    store.clear()
    await other.flush()
    await other.look()
    expect([holds(), await savedFor(user)]).toEqual([{}, { [STICKER]: 1 }])
    other.stop()
  })

  it('the cart is neither read nor saved while a payment is verified, and bought lines do not return [B-4.18]', async () => {
    const user = await shop.addUser()
    const { store, signIn, holds } = device()
    store.add(line(STICKER))
    const here = signIn(user)
    await here.look()
    store.setVerifying(true)
    store.add(line(TEE))
    await here.flush()
    await here.look()
    expect(await savedFor(user)).toEqual({ [STICKER]: 1 })
    store.markPurchased('cs_1', ({ id }) => id === STICKER)
    await here.look()
    expect([holds(), await savedFor(user)]).toEqual([{ [TEE]: 1 }, { [TEE]: 1 }])
    here.stop()
  })

  it.each(['before', 'after'])(
    'the cart is read first when a payment that began %s the sign-in has changed it',
    async when => {
      const user = await shop.addUser()
      const { store, signIn, holds, statuses } = device()
      for (const id of [STICKER, TEE]) store.add(line(id))
      const before = signIn(user)
      await before.look()
      if (when === 'before') before.stop()
      store.setVerifying(true)
      const here = when === 'before' ? signIn(user) : before
      // The settlement removes the paid lines.
      const items = [{ productId: TEE, quantity: 1 }]
      await shop.call('/api/my/cart', { as: user, method: 'PUT', json: { items } })
      await here.look()
      store.markPurchased(`cs_${when}`, ({ id }) => id === STICKER)
      await here.flush()
      expect([holds(), await savedFor(user)]).toEqual([{ [TEE]: 1 }, { [TEE]: 1 }])
      expect(statuses.filter(status => status !== 200)).toEqual([])
      here.stop()
    },
  )

  it('a bought product that is added again right after the payment stays in the cart [B-4.18]', async () => {
    const user = await shop.addUser()
    const { store, signIn, holds } = device()
    store.add(line(STICKER, 2))
    const here = signIn(user)
    await here.look()
    store.setVerifying(true)
    // The settlement removes the paid lines.
    await shop.call('/api/my/cart', { as: user, method: 'PUT', json: { items: [] } })
    store.markPurchased('cs_again')
    store.add(line(STICKER))
    await here.flush()
    expect([holds(), await savedFor(user)]).toEqual([{ [STICKER]: 1 }, { [STICKER]: 1 }])
    here.stop()
  })

  it('the merged cart holds one membership', async () => {
    const user = await shop.addUser()
    const yearly = newId()
    const items = [{ productId: PREMIUM, quantity: 1 }]
    await shop.call('/api/my/cart', { as: user, method: 'PUT', json: { items } })
    const { store, signIn, holds } = device()
    store.add({ ...line(yearly), isSubscription: true })
    const here = signIn(user)
    await here.look()
    expect([holds(), await savedFor(user)]).toEqual([{ [yearly]: 1 }, { [yearly]: 1 }])
    here.stop()
  })
})

describe('merging', () => {
  const cart = fc
    .uniqueArray(fc.constantFrom(STICKER, TEE, PREMIUM), { maxLength: 3 })
    .chain(ids =>
      fc.tuple(
        ...ids.map(productId =>
          fc.record({ productId: fc.constant(productId), quantity: fc.integer({ min: 1, max: 99 }) }),
        ),
      ),
    )

  it('merging makes no line of zero or too many pieces, and leaves unchanged lines alone', () => {
    fc.assert(
      fc.property(cart, cart, fc.option(cart), (mine, saved, known) => {
        for (const { quantity } of mergeCarts(mine, saved, known)) {
          expect(quantity).toBeGreaterThanOrEqual(1)
          expect(quantity).toBeLessThanOrEqual(99)
        }
        expect(isSameCart(mergeCarts(mine, mine, known ? mine : null), mine)).toBe(true)
        expect(isSameCart(mergeCarts(mine, saved, mine), saved)).toBe(true)
        expect(isSameCart(mergeCarts(mine, saved, saved), mine)).toBe(true)
        expect(addedSince(mine, mine)).toEqual([])
      }),
    )
  })
})
