import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceGoods } from '#features/orders/order/money/prices.ts'
import { DEFAULT_SETTINGS, type Settings } from '#kernel/settings.ts'
import { toCents, toDollars } from '#kernel/values/money.ts'
import {
  feeSavedOn,
  lowestListedFor,
  offerPriceOf,
  percentOff,
  priceChangeInWords,
  priceFilterName,
  priceInWords,
  shownPrice,
} from './shown-price.ts'

const APART = DEFAULT_SETTINGS
const ALL_IN: Settings = { ...DEFAULT_SETTINGS, pricing: { display: 'all-in' } }
const FREE: Settings = { ...DEFAULT_SETTINGS, fee: { rate: 0, clientShare: 0.7 } }

const piece = (price: number, salesPrice: number | null = null) => ({ price, salesPrice, isSubscription: false })
const sticker = piece(20, 15)
const premium = { price: 24.99, salesPrice: null, isSubscription: true }

describe('a shown price', () => {
  it('has the fee and the sum beneath the listed price by default [B-15.1]', () => {
    expect(priceInWords(sticker, APART)).toBe('$15.00 + $1.00 platform fee, $16.00 in all')
    expect(shownPrice(sticker, APART)).toEqual({
      cents: 1500,
      originalCents: 2000,
      feeCents: 100,
      totalCents: 1600,
      feeNote: '+ $1.00 platform fee, $16.00 in all',
    })
  })

  it('includes the fee in both amounts of a sale in the all-in display [B-15.2]', () => {
    expect(priceInWords(sticker, ALL_IN)).toBe('$16.00, includes a $1.00 platform fee')
    expect(shownPrice(sticker, ALL_IN)).toMatchObject({ cents: 1600, originalCents: 2100, totalCents: 1600 })
    expect([percentOff(sticker, APART), percentOff(sticker, ALL_IN), percentOff(piece(20), APART)]).toEqual([25, 24, 0])
  })

  it.each([
    [1, 'a $1.00'],
    [8, 'an $8.00'],
    [11, 'an $11.00'],
    [18, 'an $18.00'],
    [80, 'an $80.00'],
    [110, 'a $110.00'],
    [180, 'a $180.00'],
    [11_000, 'an $11,000.00'],
  ])('names a fee of %d dollars as "%s" [B-15.2]', (fee, words) => {
    expect(shownPrice(piece(fee * 20), ALL_IN).feeNote).toBe(`includes ${words} platform fee`)
  })

  it('of a membership, a gift and a shop without a fee names no fee [B-15.4]', () => {
    for (const rules of [APART, ALL_IN]) {
      expect(priceInWords(premium, rules)).toBe('$24.99')
      expect(priceInWords(piece(10, 0), rules)).toBe('$0.00')
    }
    expect(priceInWords(sticker, { ...ALL_IN, fee: FREE.fee })).toBe('$15.00')
  })

  it('that changed is told with the fee of the current price [B-15.5]', () => {
    expect(priceChangeInWords(piece(35), piece(40), APART)).toBe(
      '$40.00 instead of $35.00 (+ $2.00 platform fee, $42.00 in all)',
    )
    expect(priceChangeInWords(piece(35), piece(40), ALL_IN)).toBe(
      '$42.00 instead of $37.00 (includes a $2.00 platform fee)',
    )
    expect(priceChangeInWords(premium, { ...premium, price: 29.99 }, ALL_IN)).toBe('$29.99 instead of $24.99')
  })
})

const amount = fc.integer({ min: 0, max: 200_000 }).map(toDollars)
const goods = fc
  .record({ price: amount, sale: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }) })
  .map(({ price, sale }) => piece(price, sale === null ? null : toDollars(Math.floor(toCents(price) * sale))))
const cart = fc.array(fc.record({ item: goods, quantity: fc.integer({ min: 1, max: 99 }), share: fc.nat(10_000) }), {
  maxLength: 12,
})
const rules = fc
  .record({ rate: fc.integer({ min: 0, max: 200_000 }), display: fc.constantFrom('apart' as const, 'all-in' as const) })
  .map(({ rate, display }) => ({
    ...DEFAULT_SETTINGS,
    fee: { rate: rate / 1_000_000, clientShare: 0.7 },
    pricing: { display },
  }))

describe('the shown prices of a cart', () => {
  it('are together never below the charge without tax and shipping, for any cart, code and fee [B-15.3]', () => {
    fc.assert(
      fc.property(cart, rules, (cart, settings) => {
        const lines = cart.map(({ item, quantity }) => ({
          listCents: toCents(item.price),
          saleCents: item.salesPrice === null ? null : toCents(item.salesPrice),
          quantity,
          tier: 'Bronze' as const,
          entries: 1,
        }))
        const shares = cart.map(({ share }, at) => {
          const { saleCents, listCents, quantity } = lines[at]!
          return Math.floor(((saleCents ?? listCents) * quantity * share) / 10_000)
        })
        const { total, tax, shipping } = priceGoods(lines, settings, { shares })
        const charged = total - tax - shipping
        const sumOf = (of: (line: (typeof cart)[number]) => number) => cart.reduce((sum, line) => sum + of(line), 0)
        const byPiece = sumOf(({ item, quantity }) => shownPrice(item, settings).totalCents * quantity)
        const byLine = sumOf(({ item, quantity }) => shownPrice(item, settings, quantity).totalCents)
        expect(byPiece).toBeGreaterThanOrEqual(byLine)
        expect(byLine).toBeGreaterThanOrEqual(charged)
      }),
      { numRuns: 2000 },
    )
  })

  it('equal the charge for a cart of one piece, in words, figures and structured data [B-15.3]', () => {
    fc.assert(
      fc.property(goods, rules, (item, settings) => {
        const line = { listCents: toCents(item.salesPrice ?? item.price), saleCents: null, quantity: 1 }
        const { subtotal, fee } = priceGoods([{ ...line, tier: 'Bronze', entries: 1 }], settings)
        const { cents, originalCents, feeCents, totalCents } = shownPrice(item, settings)
        expect([feeCents, totalCents]).toEqual([fee.amount, subtotal + fee.amount])
        expect(cents).toBe(settings.pricing.display === 'all-in' ? totalCents : subtotal)
        expect(originalCents).toBeGreaterThanOrEqual(cents)
        expect(toCents(Number(offerPriceOf(item, settings).price))).toBe(totalCents)
      }),
    )
  })
})

describe('the fee of a whole cart', () => {
  it('is rounded up once, and the cart names what this saves [B-15.12]', () => {
    const items = [
      { ...sticker, quantity: 2 },
      { ...piece(4), quantity: 1 },
      { ...premium, quantity: 1 },
    ]
    // $34.00 of goods have a fee of $2.00; the pieces apart have three fees of $1.00.
    expect(feeSavedOn(items, APART)).toBe(100)
    expect(feeSavedOn([{ ...sticker, quantity: 1 }], ALL_IN)).toBe(0)
  })
})

describe('the structured data of an offer', () => {
  it('has the sum as its price in both displays, with price and fee as its parts [B-15.6]', () => {
    const offer = {
      price: '16.00',
      priceCurrency: 'USD',
      priceSpecification: {
        '@type': 'CompoundPriceSpecification',
        price: '16.00',
        priceCurrency: 'USD',
        priceComponent: [
          { '@type': 'UnitPriceSpecification', name: 'Price', price: '15.00', priceCurrency: 'USD' },
          { '@type': 'UnitPriceSpecification', name: 'Platform fee', price: '1.00', priceCurrency: 'USD' },
        ],
      },
    }
    expect(offerPriceOf(sticker, APART)).toEqual(offer)
    expect(offerPriceOf(sticker, ALL_IN)).toEqual(offer)
    expect(offerPriceOf(premium, ALL_IN)).toEqual({ price: '24.99', priceCurrency: 'USD' })
  })
})

describe('a price filter', () => {
  it('says whether its amounts contain the fee [B-15.7]', () => {
    expect([APART, ALL_IN, FREE].map(priceFilterName)).toEqual([
      'Price before platform fee',
      'Price with platform fee',
      'Price',
    ])
  })

  it('splits goods by the large amount that shoppers see, for any price and fee [B-15.7]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_00 }), amount, rules, (threshold, price, settings) => {
        const isListedBelow = toCents(price) < lowestListedFor(threshold, settings)
        expect(shownPrice(piece(price), settings).cents < threshold).toBe(isListedBelow)
      }),
    )
  })
})
