import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeOf } from '#features/cart/rules.ts'
import { DEFAULT_SETTINGS, type Settings } from '#kernel/settings.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { entriesOf, type PricedLine, priceGoods, priceMembership, unitCentsOf, worthOf } from './prices.ts'
import { taxBasisOf } from './tax.ts'

const line: fc.Arbitrary<PricedLine> = fc
  .record({
    listCents: fc.integer({ min: 0, max: 5_000_000 }),
    sale: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
    quantity: fc.integer({ min: 1, max: 99 }),
    tier: fc.constantFrom(...TIERS),
    entries: fc.integer({ min: 0, max: 20 }),
  })
  .map(({ sale, ...rest }) => ({ ...rest, saleCents: sale === null ? null : Math.floor(rest.listCents * sale) }))
const lines = fc.array(line, { maxLength: 12 })
/** In ten-thousandths of the line's cost. */
const share = fc.nat(10_000)

const sticker: PricedLine = { listCents: 2000, saleCents: 1500, quantity: 1, tier: 'Bronze', entries: 1 }
const wristband: PricedLine = { listCents: 4000, saleCents: null, quantity: 2, tier: 'Silver', entries: 2 }

describe('the price of goods', () => {
  it('the price uses the sale price, a fee of 5% up to the dollar and a tax of 8.25%', () => {
    expect(priceGoods([sticker, wristband], DEFAULT_SETTINGS)).toEqual({
      subtotal: 9500,
      discount: 0,
      fee: { amount: 500, clientShare: 350, platformShare: 150 },
      shipping: 0,
      tax: 784,
      total: 10_784,
    })
  })

  it('takes the discount off before fee and tax', () => {
    expect(priceGoods([wristband], DEFAULT_SETTINGS, { shares: [2000] })).toMatchObject({
      fee: { amount: 300 },
      tax: 495,
      total: 6795,
    })
  })

  it('amounts add up in whole cents for any cart', () => {
    fc.assert(
      fc.property(lines, fc.array(share, { minLength: 12, maxLength: 12 }), (cart, parts) => {
        const shares = cart.map((line, at) => Math.floor((worthOf(line) * parts[at]!) / 10_000))
        const { subtotal, discount, fee, shipping, tax, total } = priceGoods(cart, DEFAULT_SETTINGS, { shares })
        expect(total).toBe(subtotal - discount + fee.amount + shipping + tax)
        expect(fee.clientShare + fee.platformShare).toBe(fee.amount)
        expect([subtotal, discount, fee.clientShare, fee.platformShare, tax, total].every(Number.isSafeInteger)).toBe(
          true,
        )
        expect(discount).toBeLessThanOrEqual(subtotal)
        expect(
          Math.min(subtotal, discount, fee.amount, fee.platformShare, shipping, tax, total),
        ).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('the order of lines does not matter, and one line of two equals two lines of one', () => {
    fc.assert(
      fc.property(lines, cart => {
        const apart = cart.flatMap(line => Array.from({ length: line.quantity }, () => ({ ...line, quantity: 1 })))
        expect(priceGoods(apart.toReversed(), DEFAULT_SETTINGS)).toEqual(priceGoods(cart, DEFAULT_SETTINGS))
        expect(entriesOf(apart.toReversed())).toEqual(entriesOf(cart))
      }),
    )
  })
})

describe('the fee', () => {
  it('is the smallest whole dollar that is not less than 5%, computed without floats [B-10.49]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), net => {
        const { amount } = feeOf(net, DEFAULT_SETTINGS.fee)
        expect(amount % 100).toBe(0)
        const exact = BigInt(net) * 5n
        expect(BigInt(amount) * 100n >= exact).toBe(true)
        expect((BigInt(amount) - 100n) * 100n < exact).toBe(true)
      }),
    )
  })

  it('the fee of exact dollars is not rounded up [B-10.49]', () => {
    expect(feeOf(2000, DEFAULT_SETTINGS.fee).amount).toBe(100)
    expect(feeOf(2001, DEFAULT_SETTINGS.fee).amount).toBe(200)
    expect(feeOf(0, DEFAULT_SETTINGS.fee).amount).toBe(0)
  })

  it('the fee is split 70 to 30 to the cent [B-10.19] [B-10.49] [B-11.13]', () => {
    expect(feeOf(6001, DEFAULT_SETTINGS.fee)).toEqual({ amount: 400, clientShare: 280, platformShare: 120 })
  })
})

describe('tax', () => {
  const destination: Settings['tax'] = { ...DEFAULT_SETTINGS.tax, mode: 'destination', nexusStates: ['UT', 'NV', 'OR'] }
  it.each([
    ['UT', 0.0825],
    ['nv ', 0.0685],
    ['OR', 0],
    ['CA', 0],
    [undefined, 0],
  ])('the tax by destination %s is %d', (state, rate) => {
    expect(taxBasisOf(destination, state)).toEqual({ state: state?.trim().toUpperCase() ?? null, rate })
    expect(taxBasisOf(DEFAULT_SETTINGS.tax, state)).toEqual({ state: 'UT', rate: 0.0825 })
  })

  it.each([
    ['Utah', 'UT', 0.0825],
    ['nevada', 'NV', 0.0685],
    ['N.V.', 'NV', 0.0685],
    ['Nowhere', 'NOWHERE', 0],
  ])('the tax by destination reads %s as %s [B-11.56]', (typed, state, rate) =>
    expect(taxBasisOf(destination, typed)).toEqual({ state, rate }),
  )

  it('half a cent of tax is rounded up [B-10.50]', () => {
    // 8.25% of 2.00 is 16.5 cents.
    expect(priceGoods([{ ...wristband, listCents: 200, quantity: 1 }], DEFAULT_SETTINGS).tax).toBe(17)
  })
})

describe('shipping', () => {
  it('shipping is flat until it is free [B-10.55]', () => {
    const settings = {
      ...DEFAULT_SETTINGS,
      shipping: { flatCents: 795, freeFromCents: 8000, handlingDays: null, cutOffHour: null, countries: [] },
    }
    expect(priceGoods([sticker], settings).shipping).toBe(795)
    expect(priceGoods([wristband], settings).shipping).toBe(0)
    expect(priceGoods([], settings).total).toBe(0)
  })
})

describe('the rest', () => {
  it('a membership costs exactly its price', () => {
    const monthly = { listCents: 2499, saleCents: null, quantity: 1, tier: 'Bronze', entries: 0 } as const
    expect(priceMembership([monthly])).toMatchObject({ subtotal: 2499, fee: { amount: 0 }, tax: 0, total: 2499 })
  })

  it('entries are counted by piece and tier [B-10.9]', () => {
    expect(entriesOf([sticker, wristband])).toEqual({ Bronze: 1, Silver: 4, Gold: 0, Platinum: 0 })
    expect(unitCentsOf(sticker)).toBe(1500)
  })
})
