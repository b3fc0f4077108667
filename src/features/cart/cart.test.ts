import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardStorage } from '#kernel/client/storage/browser-storage.ts'
import { DEFAULT_SETTINGS } from '#kernel/settings.ts'
import { createCartStore, parseCart } from './browser/cart-store.ts'
import { type CartItem, cartCount, lineKeyOf } from './cart-item.ts'
import { totalsOf } from './rules.ts'

const FEE = DEFAULT_SETTINGS.fee
const sticker: CartItem = {
  id: 'sticker',
  name: 'Star-Fort Sticker',
  price: 20,
  salesPrice: 15,
  quantity: 1,
  entries: 1,
  tier: 'Bronze',
  image: null,
  isSubscription: false,
  interval: 'month',
}
const tee: CartItem = {
  ...sticker,
  id: 'tee',
  variantId: 'tee-l',
  price: 40,
  salesPrice: null,
  tier: 'Silver',
  entries: 2,
}
const premium: CartItem = {
  ...sticker,
  id: 'premium',
  price: 24.99,
  salesPrice: null,
  entries: 0,
  isSubscription: true,
}

/** A browser's storage with a cart per tab. A write in one tab notifies the others, as browsers do. */
function browser() {
  const kept = new Map<string, string>()
  const tabs: ReturnType<typeof createCartStore>[] = []
  const open = () => {
    const tell = (key: string) => tabs.filter(other => other !== tab).forEach(other => other.storageChanged(key))
    const tab = createCartStore({
      getItem: key => kept.get(key) ?? null,
      setItem(key, value) {
        kept.set(key, value)
        tell(key)
      },
      removeItem(key) {
        if (kept.delete(key)) tell(key)
      },
    })
    tabs.push(tab)
    return tab
  }
  return { kept, open }
}

describe('the cart', () => {
  it('the cart is restored after a reload, with the same content [B-3.5] [B-3.22] [B-10.15]', () => {
    const { open } = browser()
    const cart = open()
    cart.add(sticker)
    cart.add({ ...tee, options: { size: 'L' } })
    expect(open().get()).toMatchObject([sticker, { ...tee, options: { size: 'L' } }])
  })

  it('puts pieces of one product and variant on one line, and removes a line at zero [B-4.19] [B-10.29]', () => {
    const cart = browser().open()
    cart.add(sticker)
    cart.add({ ...sticker, quantity: 2 })
    cart.add(tee)
    cart.add({ ...tee, variantId: 'tee-m' })
    expect(cart.get().map(line => [lineKeyOf(line), line.quantity])).toEqual([
      ['sticker', 3],
      ['tee:tee-l', 1],
      ['tee:tee-m', 1],
    ])
    cart.setQuantity('sticker', 500)
    expect(cart.get()[0]!.quantity).toBe(99)
    cart.setQuantity('sticker', -1)
    expect(cartCount(cart.get())).toBe(2)
  })

  it('the cart holds one membership, the latest one', () => {
    const cart = browser().open()
    cart.add({ ...premium, quantity: 3 })
    cart.add(sticker)
    cart.add({ ...premium, id: 'yearly', interval: 'year' })
    cart.add({ ...premium, id: 'yearly', interval: 'year' })
    expect(cart.get().map(line => [line.id, line.quantity])).toEqual([
      ['sticker', 1],
      ['yearly', 1],
    ])
  })

  it('a removed line can be restored to its position, once [B-4.19]', () => {
    const cart = browser().open()
    cart.add(sticker)
    cart.add(tee)
    cart.setQuantity('sticker', 0)
    cart.insert(sticker, 0)
    cart.insert(sticker, 0)
    expect(cart.get().map(line => line.id)).toEqual(['sticker', 'tee'])
  })

  it('is the same in every tab', () => {
    const { open } = browser()
    const [one, two] = [open(), open()]
    let told = 0
    two.subscribe(() => told++)
    one.add(sticker)
    expect(two.get()).toHaveLength(1)
    expect(told).toBeGreaterThan(0)
    two.clear()
    expect(one.get()).toEqual([])
  })

  it('a bought cart is not restored until a product is added [B-3.22] [B-4.17]', () => {
    const { kept, open } = browser()
    const cart = open()
    cart.add(sticker)
    const copy = kept.get('redoubt.cart')!
    cart.markPurchased('cs_1')
    kept.set('redoubt.cart', copy)
    expect(open().get()).toEqual([])
    open().add(tee)
    expect(
      open()
        .get()
        .map(line => line.id),
    ).toEqual(['tee'])
  })

  it('the cart loses the paid lines, once for a payment, and keeps lines that are paid separately', () => {
    const { open } = browser()
    const cart = open()
    cart.add(sticker)
    cart.add(premium)
    cart.markPurchased('cs_1', item => !item.isSubscription)
    expect(open().get()).toMatchObject([{ id: 'premium' }])
    cart.add(tee)
    cart.markPurchased('cs_1')
    expect(cartCount(cart.get())).toBe(2)
    cart.markPurchased('cs_2')
    expect(open().get()).toEqual([])
  })

  it('is neither saved nor cleared while a payment is verified [B-4.18]', () => {
    const { kept, open } = browser()
    const cart = open()
    cart.add(sticker)
    const saved = kept.get('redoubt.cart')
    cart.setVerifying(true)
    cart.clear()
    cart.add(tee)
    expect(kept.get('redoubt.cart')).toBe(saved)
    expect(cart.get()).toHaveLength(2)
    cart.setVerifying(false)
    expect(open().get()).toHaveLength(2)
  })

  it('the cart works without storage', () => {
    const forbidden = () => {
      throw new Error('forbidden')
    }
    const cart = createCartStore(guardStorage(forbidden))
    cart.add(sticker)
    cart.storageChanged(null)
    expect(cart.get()).toHaveLength(1)
    cart.markPurchased('payment 1')
    cart.storageChanged(null)
    expect(cart.get()).toEqual([])
  })
})

describe('units left', () => {
  const limit = (left: number, code = 'out_of_stock') => ({ productId: 'sticker', left, code })

  it('an added line holds at most the units left, and the cart says so [B-10.61]', () => {
    const cart = browser().open()
    expect(cart.add({ ...sticker, quantity: 3, left: 5 })).toBe(true)
    expect(cart.add({ ...sticker, quantity: 3, left: 5 })).toBe(false)
    expect(cart.get()).toMatchObject([{ quantity: 5, left: 5 }])
    expect(cart.add({ ...tee, quantity: 100 })).toBe(false)
    expect(cart.get()[1]).toMatchObject({ quantity: 99 })
  })

  it('a checked line is reduced to the units left, with or without a variant [B-10.61]', () => {
    const { open, kept } = browser()
    const cart = open()
    cart.add({ ...sticker, quantity: 20 })
    cart.add({ ...tee, quantity: 2 })
    const reduced = cart.fit([
      { ...limit(18), variantId: 'sticker-1' },
      { ...limit(1), productId: 'tee', variantId: 'other' },
    ])
    expect(reduced).toEqual([{ ...limit(18), variantId: 'sticker-1' }])
    expect(cart.get().map(({ quantity, left }) => [quantity, left])).toEqual([
      [18, 18],
      [2, undefined],
    ])
    expect(JSON.parse(kept.get('redoubt.cart')!)[0]).toMatchObject({ quantity: 18, left: 18 })
    // The stock may have changed: the next check decides.
    cart.setQuantity('sticker', 19)
    expect(cart.get()[0]).toMatchObject({ quantity: 19 })
    expect(cart.fit([])).toEqual([])
  })

  it('a sold-out line stays as one unit, is not charged, and can be bought again when it is back [B-10.61]', () => {
    const cart = browser().open()
    cart.add({ ...sticker, quantity: 3 })
    cart.add(tee)
    expect(cart.fit([limit(0)])).toEqual([limit(0)])
    expect(cart.get()[0]).toMatchObject({ quantity: 1, left: 0 })
    expect(totalsOf(cart.get(), FEE)).toMatchObject({ subtotal: 4000 })
    const again = cart.get()
    expect(cart.fit([limit(0)])).toEqual([])
    expect(cart.get()).toBe(again)
    cart.fit([])
    expect(cart.get()[0]!.left).toBeUndefined()
  })

  it('a limit of the account says nothing about the stock [B-10.60]', () => {
    const cart = browser().open()
    cart.add({ ...sticker, quantity: 12 })
    expect(cart.fit([limit(10, 'first_order')])).toHaveLength(1)
    expect(cart.get()[0]).toMatchObject({ quantity: 10 })
    expect(cart.get()[0]!.left).toBeUndefined()
  })
})

describe('a saved cart', () => {
  it.each([
    ['no JSON', '{'],
    ['no array', '{"id":"x"}'],
    ['an item without id', JSON.stringify([{ ...sticker, id: undefined }])],
    ['an item without name', JSON.stringify([sticker, { ...sticker, name: '' }])],
    ['a price as text', JSON.stringify([{ ...sticker, price: '20' }])],
    ['no quantity', JSON.stringify([{ ...sticker, quantity: null }])],
    ['nothing', null],
  ])('is dropped with %s [B-5.24]', (_, text) => expect(parseCart(text)).toEqual([]))

  it('a saved cart loses its empty lines only [B-5.24]', () => {
    const stored = [sticker, { ...tee, quantity: 0 }, { ...premium, quantity: -2 }]
    expect(parseCart(JSON.stringify(stored)).map(line => line.id)).toEqual(['sticker'])
  })

  it('a saved cart never causes an error, and yields only lines that can be shown [B-3.5] [B-10.15]', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        for (const line of parseCart(text)) expect(line.quantity).toBeGreaterThanOrEqual(1)
      }),
    )
    expect(parseCart(JSON.stringify([{ id: 'x', name: 'X', price: 5, quantity: 2.7, tier: 'Tin' }]))).toMatchObject([
      { quantity: 2, tier: 'Bronze', entries: 0, image: null, isSubscription: false, interval: 'month' },
    ])
  })
})

describe('totals', () => {
  it('totals show the fee before payment, and the credits earned [B-3.5]', () => {
    expect(totalsOf([sticker, { ...tee, quantity: 2 }], FEE)).toEqual({
      subtotal: 9500,
      fee: 500,
      memberships: 0,
      earned: [
        { tier: 'Bronze', amount: 1 },
        { tier: 'Silver', amount: 4 },
      ],
      isMixed: false,
    })
  })

  it('totals keep a membership apart from goods', () => {
    expect(totalsOf([premium], FEE)).toMatchObject({ subtotal: 0, fee: 0, memberships: 2499, isMixed: false })
    expect(totalsOf([premium, sticker], FEE)).toMatchObject({ subtotal: 1500, memberships: 2499, isMixed: true })
  })
})
