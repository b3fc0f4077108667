import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TIERS } from '#kernel/values/tiers.ts'
import { type Discountable, discountOf, normalized, sharesOf, type Terms, takeOff } from './rules.ts'

const productId = fc.constantFrom('flag', 'patch', 'mug')
const tier = fc.constantFrom(...TIERS)
const line: fc.Arbitrary<Discountable> = fc.record({ productId, tier, worthCents: fc.nat(100_000_000) })
const lines = fc.array(line, { maxLength: 12 })
const coupon: fc.Arbitrary<Terms> = fc
  .record({
    kind: fc.constantFrom('percent' as const, 'flat' as const),
    amount: fc.integer({ min: -100, max: 200_000 }),
    tiers: fc.uniqueArray(tier, { maxLength: 2 }),
    productIds: fc.uniqueArray(productId, { maxLength: 2 }),
  })
  .map(terms => ({ ...terms, code: '' }))
const coupons = fc.array(coupon, { maxLength: 5 }).map(all => all.map((one, at) => ({ ...one, code: `C${at}` })))

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0)

describe('the shares of a discount', () => {
  it('shares add up to the discount, and no line gets less than nothing or more than its price [B-10.28]', () => {
    fc.assert(
      fc.property(lines, coupons, (cart, given) => {
        const { shares, amounts } = takeOff(cart, given)
        expect(shares).toHaveLength(cart.length)
        expect(sum(shares)).toBe(sum(amounts.values()))
        shares.forEach((share, at) => {
          expect(Number.isSafeInteger(share)).toBe(true)
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(cart[at]!.worthCents)
        })
      }),
    )
  })

  it('shares of a discount do not depend on the order of the codes', () => {
    fc.assert(
      fc.property(lines, coupons, (cart, given) => {
        expect(takeOff(cart, given.toReversed())).toEqual(takeOff(cart, given))
      }),
    )
  })

  it('shares fall on the lines that the coupon applies to only [B-11.8]', () => {
    fc.assert(
      fc.property(lines, coupon, (cart, terms) => {
        const only = { ...terms, tiers: ['Gold' as const], productIds: ['mug'] }
        const { shares } = takeOff(cart, [only])
        cart.forEach((one, at) => {
          if (one.tier !== 'Gold' && one.productId !== 'mug') expect(shares[at]).toBe(0)
        })
      }),
    )
  })

  it('shares differ from exact ones by less than a cent', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 12 }), fc.nat(10_000), (worths, part) => {
        const total = sum(worths)
        const amount = Math.floor((total * part) / 10_000)
        sharesOf(worths, amount).forEach((share, at) => {
          if (total > 0) expect(Math.abs(share - (worths[at]! * amount) / total)).toBeLessThan(1)
        })
      }),
    )
  })

  it('left-over cents go to the largest remainders, the earlier line first', () => {
    // A third of 100 is 33.33; the one remaining cent goes to the first line.
    expect(sharesOf([500, 500, 500], 100)).toEqual([34, 33, 33])
    // 10 × 1/7, 2/7, 4/7 = 1.43, 2.86, 5.71; two remaining cents go to the remainders .86 and .71.
    expect(
      sharesOf(
        [1, 2, 4].map(worth => worth * 100),
        10,
      ),
    ).toEqual([1, 3, 6])
    expect(sharesOf([0, 7], 7)).toEqual([0, 7])
    expect(sharesOf([], 0)).toEqual([])
    expect(() => sharesOf([100], 101)).toThrow(RangeError)
  })
})

describe('a coupon', () => {
  it.each<[string, Pick<Terms, 'kind' | 'amount'>, number, number]>([
    ['of 10% takes a tenth [B-10.28]', { kind: 'percent', amount: 1000 }, 9500, 950],
    [
      'of 10% on $0.05 takes half a cent, rounded in the favour of the shopper',
      { kind: 'percent', amount: 1000 },
      5,
      1,
    ],
    ['of 12.5% counts the half percent', { kind: 'percent', amount: 1250 }, 1999, 250],
    ['of 0% takes nothing', { kind: 'percent', amount: 0 }, 9500, 0],
    ['of 100% takes all', { kind: 'percent', amount: 10_000 }, 9999, 9999],
    ['of more than 100% is clamped', { kind: 'percent', amount: 15_000 }, 9999, 9999],
    ['of less than 0% is clamped', { kind: 'percent', amount: -500 }, 9999, 0],
    ['of $20.00 takes that', { kind: 'flat', amount: 2000 }, 9500, 2000],
    ['of $20.00 takes no more than there is', { kind: 'flat', amount: 2000 }, 1500, 1500],
  ])('%s', (_, terms, cents, off) => expect(discountOf(terms, cents)).toBe(off))

  it('percentages are taken before flat amounts, each from the remaining price', () => {
    const cart = [{ productId: 'mug', tier: 'Gold' as const, worthCents: 10_000 }]
    const all = { tiers: [], productIds: [] }
    const ten = { code: 'TEN', kind: 'percent' as const, amount: 1000, ...all }
    const five = { code: 'FIVE', kind: 'flat' as const, amount: 500, ...all }
    // 10% of $100.00 = $10.00, then $5.00.
    expect(takeOff(cart, [five, ten])).toEqual({
      shares: [1500],
      amounts: new Map([
        ['TEN', 1000],
        ['FIVE', 500],
      ]),
    })
    // 10% of $100.00 = $10.00, 10% of $90.00 = $9.00.
    expect(takeOff(cart, [ten, { ...ten, code: 'TOO' }]).shares).toEqual([1900])
  })
})

it('codes are read in any case and with spaces around them', () => {
  expect(normalized('  welcome10 ')).toBe('WELCOME10')
})
