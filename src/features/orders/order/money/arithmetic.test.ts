import { describe, expect, it } from 'vitest'
import { type Terms, takeOff } from '#features/codes/rules.ts'
import { DEFAULT_SETTINGS, type Settings } from '#kernel/settings.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { type PricedLine, priceGoods, worthOf } from './prices.ts'
import { STATE_TAX_RATES, TAX_RATES_AS_OF, TAX_RATES_SOURCE, taxBasisOf, taxOf } from './tax.ts'

type Case = {
  /** [cents per piece, pieces, sale price if any, tier] */
  lines: [number, number, number?, Tier?][]
  coupons?: Partial<Terms>[]
  settings?: Partial<Settings>
  shipTo?: string
  /** In cents: subtotal, discount, fee (client, platform), shipping, tax, total. */
  is: [number, number, [number, number], number, number, number]
  shares?: number[]
}

const percent = (amount: number, more: Partial<Terms> = {}) => ({
  kind: 'percent' as const,
  amount: amount * 100,
  ...more,
})
const flat = (dollars: number, more: Partial<Terms> = {}) => ({ kind: 'flat' as const, amount: dollars * 100, ...more })
const shipping = (flatCents: number, freeFromCents: number | null) => ({
  shipping: { flatCents, freeFromCents, handlingDays: null, cutOffHour: null, countries: [] },
})
const destination = (...nexusStates: string[]) => ({
  tax: { ...DEFAULT_SETTINGS.tax, mode: 'destination' as const, nexusStates },
})

/** Every figure was worked out by hand in the comment above the case. Tax is Utah's 8.25% unless the case sets another rate. */
const CASES: Record<string, Case> = {
  'one thing at $20.00': {
    // fee 5% of 20.00 = 1.00 exactly, so it is not rounded up: 1.00 = 0.70 + 0.30. tax 8.25% of 20.00 = 1.65.
    // 20.00 + 1.00 + 1.65 = 22.65
    lines: [[2000, 1]],
    is: [2000, 0, [70, 30], 0, 165, 2265],
  },
  'one cent more than exact dollars': {
    // fee 5% of 20.01 = 1.0005 → 2.00 = 1.40 + 0.60. tax 8.25% of 20.01 = 1.650825 → 1.65. 20.01 + 2.00 + 1.65 = 23.66
    lines: [[2001, 1]],
    is: [2001, 0, [140, 60], 0, 165, 2366],
  },
  'one cent less than exact dollars': {
    // fee 5% of 19.99 = 0.9995 → 1.00. tax 8.25% of 19.99 = 1.649175 → 1.65. 19.99 + 1.00 + 1.65 = 22.64
    lines: [[1999, 1]],
    is: [1999, 0, [70, 30], 0, 165, 2264],
  },
  'a fee of 7%, which floats would round up a dollar too far': {
    // 7% of 100.00 = 7.00 exactly (0.07 × 100 is 7.000000000000001 in floats) = 4.90 + 2.10. tax 8.25. 115.25
    lines: [[10_000, 1]],
    settings: { fee: { rate: 0.07, clientShare: 0.7 } },
    is: [10_000, 0, [490, 210], 0, 825, 11_525],
  },
  'one cent': {
    // fee 5% of 0.01 = 0.0005 → 1.00. tax 8.25% of 0.01 = 0.000825 → 0.00. 0.01 + 1.00 = 1.01
    lines: [[1, 1]],
    is: [1, 0, [70, 30], 0, 0, 101],
  },
  'sale prices and several pieces': {
    // 15.00 (not 20.00) + 2 × 40.00 = 95.00. fee 4.75 → 5.00 = 3.50 + 1.50. tax 7.8375 → 7.84. 95 + 5 + 7.84 = 107.84
    lines: [
      [2000, 1, 1500],
      [4000, 2],
    ],
    is: [9500, 0, [350, 150], 0, 784, 10_784],
  },
  'half a cent of tax goes up': {
    // tax 8.25% of 2.00 = 0.165 → 0.17. fee 0.10 → 1.00. 2.00 + 1.00 + 0.17 = 3.17
    lines: [[200, 1]],
    is: [200, 0, [70, 30], 0, 17, 317],
  },
  'half a cent of tax goes up at the next half, too': {
    // tax 8.25% of 6.00 = 0.495 → 0.50. fee 0.30 → 1.00. 6.00 + 1.00 + 0.50 = 7.50
    lines: [[600, 1]],
    is: [600, 0, [70, 30], 0, 50, 750],
  },
  '10 percent': {
    // discount 9.50; 85.50 is left. fee 4.275 → 5.00. tax 8.25% of 85.50 = 7.05375 → 7.05. 85.50 + 5.00 + 7.05 = 97.55
    lines: [
      [1500, 1],
      [4000, 2],
    ],
    coupons: [percent(10)],
    is: [9500, 950, [350, 150], 0, 705, 9755],
    shares: [150, 800],
  },
  '0 percent': {
    // Equal to the price without a code: 20.00 + 1.00 + 1.65.
    lines: [[2000, 1]],
    coupons: [percent(0)],
    is: [2000, 0, [70, 30], 0, 165, 2265],
    shares: [0],
  },
  '100 percent: the fee of nothing is nothing': {
    // 20.00 − 20.00 = 0.00: fee 0, tax 0.
    lines: [[2000, 1]],
    coupons: [percent(100)],
    is: [2000, 2000, [0, 0], 0, 0, 0],
    shares: [2000],
  },
  'more than 100 percent is 100': {
    lines: [[2000, 1]],
    coupons: [percent(250)],
    is: [2000, 2000, [0, 0], 0, 0, 0],
    shares: [2000],
  },
  'a percentage of an odd amount': {
    // 15% of 33.33 = 4.9995 → 5.00; 28.33 is left. fee 1.4165 → 2.00. tax 2.337225 → 2.34. 28.33 + 2.00 + 2.34 = 32.67
    // Each line of 11.11 bears a third of the 5.00, 1.6666…: 1.66 three times. The two remaining cents go to the first two lines.
    lines: [
      [1111, 1],
      [1111, 1],
      [1111, 1],
    ],
    coupons: [percent(15)],
    is: [3333, 500, [140, 60], 0, 234, 3267],
    shares: [167, 167, 166],
  },
  'a flat sum': {
    // 50.00 − 12.34 = 37.66. fee 1.883 → 2.00. tax 3.10695 → 3.11. 37.66 + 2.00 + 3.11 = 42.77
    // 12.34 × 30/50 = 7.404 → 7.40; × 20/50 = 4.936 → 4.93. The remaining cent goes to the larger remainder (.6): 7.40 and 4.94.
    lines: [
      [3000, 1],
      [1000, 2],
    ],
    coupons: [flat(12.34)],
    is: [5000, 1234, [140, 60], 0, 311, 4277],
    shares: [740, 494],
  },
  'a flat sum above the subtotal is the subtotal': {
    lines: [
      [300, 1],
      [1000, 1],
    ],
    coupons: [flat(50)],
    is: [1300, 1300, [0, 0], 0, 0, 0],
    shares: [300, 1000],
  },
  'a flat sum above what it applies to is that': {
    // $25.00 off Gold, limited to the 10.00 of Gold in the cart: 30.00 − 10.00 = 20.00. fee 1.00. tax 1.65. 22.65
    lines: [
      [1000, 1, undefined, 'Gold'],
      [2000, 1],
    ],
    coupons: [flat(25, { tiers: ['Gold'] })],
    is: [3000, 1000, [70, 30], 0, 165, 2265],
    shares: [1000, 0],
  },
  'percent before flat': {
    // 20% of 100.00 = 20.00, then 10.00 off the remaining 80.00: 70.00. (Flat first would leave 72.00.)
    // fee 3.50 → 4.00 = 2.80 + 1.20. tax 5.775 → 5.78. 70.00 + 4.00 + 5.78 = 79.78
    lines: [[10_000, 1]],
    coupons: [flat(10), percent(20)],
    is: [10_000, 3000, [280, 120], 0, 578, 7978],
    shares: [3000],
  },
  'two percentages, the second of what the first left, and a flat one of one tier': {
    // Gold 50.00, Bronze 50.00. 20% of 100.00: 10.00 each. 10% of Gold's 40.00: 4.00. Flat 5.00 on Bronze.
    // 100.00 − 20.00 − 4.00 − 5.00 = 71.00. fee 3.55 → 4.00. tax 5.8575 → 5.86. 71.00 + 4.00 + 5.86 = 80.86
    lines: [
      [5000, 1, undefined, 'Gold'],
      [2500, 2],
    ],
    coupons: [percent(10, { tiers: ['Gold'] }), percent(20), flat(5, { tiers: ['Bronze'] })],
    is: [10_000, 2900, [280, 120], 0, 586, 8086],
    shares: [1400, 1500],
  },
  'shipping below the threshold': {
    // fee 5% of 79.99 = 3.9995 → 4.00. tax 6.599175 → 6.60. 79.99 + 4.00 + 7.95 + 6.60 = 98.54; shipping is not taxed.
    lines: [[7999, 1]],
    settings: shipping(795, 8000),
    is: [7999, 0, [280, 120], 795, 660, 9854],
  },
  'shipping at the threshold is free': {
    // fee 4.00. tax 6.60. 80.00 + 4.00 + 6.60 = 90.60
    lines: [[8000, 1]],
    settings: shipping(795, 8000),
    is: [8000, 0, [280, 120], 0, 660, 9060],
  },
  'the threshold is of what is left after the discount': {
    // 85.00 − 8.50 = 76.50, below 80.00. fee 3.825 → 4.00. tax 6.31125 → 6.31. 76.50 + 4.00 + 7.95 + 6.31 = 94.76
    lines: [[8500, 1]],
    coupons: [percent(10)],
    settings: shipping(795, 8000),
    is: [8500, 850, [280, 120], 795, 631, 9476],
    shares: [850],
  },
  'shipping without a threshold is never free': {
    // fee 5% of 1000.00 = 50.00 = 35.00 + 15.00. tax 82.50. 1000.00 + 50.00 + 5.00 + 82.50 = 1137.50
    lines: [[100_000, 1]],
    settings: shipping(500, null),
    is: [100_000, 0, [3500, 1500], 500, 8250, 113_750],
  },
  'tax by destination: a state with nexus': {
    // Nevada 6.85% of 49.99 = 3.424315 → 3.42. fee 2.4995 → 3.00 = 2.10 + 0.90. 49.99 + 3.00 + 3.42 = 56.41
    lines: [[4999, 1]],
    settings: destination('UT', 'NV'),
    shipTo: 'NV',
    is: [4999, 0, [210, 90], 0, 342, 5641],
  },
  'tax by destination: the shop’s own state, by its whole rate': {
    // 8.25% of 49.99 = 4.124175 → 4.12. 49.99 + 3.00 + 4.12 = 57.11
    lines: [[4999, 1]],
    settings: destination('UT', 'NV'),
    shipTo: 'UT',
    is: [4999, 0, [210, 90], 0, 412, 5711],
  },
  'tax by destination: a state without nexus, and none at all': {
    // 49.99 + 3.00 = 52.99
    lines: [[4999, 1]],
    settings: destination('UT', 'NV'),
    shipTo: 'CA',
    is: [4999, 0, [210, 90], 0, 0, 5299],
  },
  'tax by destination: rates of three decimals': {
    // Missouri 4.225% of 1.00 × 99 = 99.00: 4.18275 → 4.18. fee 4.95 → 5.00. 99.00 + 5.00 + 4.18 = 108.18
    lines: [[100, 99]],
    settings: destination('MO'),
    shipTo: 'mo ',
    is: [9900, 0, [350, 150], 0, 418, 10_818],
  },
  'a fee of 3.5%, split 65 to 35': {
    // 3.5% of 100.01 = 3.50035 → 4.00 = 2.60 + 1.40. tax 8.250825 → 8.25. 100.01 + 4.00 + 8.25 = 112.26
    lines: [[10_001, 1]],
    settings: { fee: { rate: 0.035, clientShare: 0.65 } },
    is: [10_001, 0, [260, 140], 0, 825, 11_226],
  },
  'nothing in the cart': { lines: [], settings: shipping(795, 8000), is: [0, 0, [0, 0], 0, 0, 0] },
}

describe('an order comes to what was worked out by hand [B-11.36]', () => {
  it.each(Object.entries(CASES))('%s', (_, { lines, coupons = [], settings, shipTo, is, shares }) => {
    const cart: (PricedLine & { productId: string })[] = lines.map(
      ([listCents, quantity, saleCents = null, tier = 'Bronze']) => ({
        productId: 'any',
        ...{ listCents, saleCents, quantity, tier },
        entries: 1,
      }),
    )
    const terms = coupons.map((coupon, at) => ({ code: `C${at}`, tiers: [], productIds: [], ...coupon }) as Terms)
    const off = takeOff(
      cart.map(line => ({ ...line, worthCents: worthOf(line) })),
      terms,
    )
    const [subtotal, discount, [clientShare, platformShare], ship, tax, total] = is
    expect(priceGoods(cart, { ...DEFAULT_SETTINGS, ...settings }, { shares: off.shares, shipTo })).toEqual({
      ...{ subtotal, discount, shipping: ship, tax, total },
      fee: { amount: clientShare + platformShare, clientShare, platformShare },
    })
    if (shares) expect(off.shares).toEqual(shares)
  })
})

describe('the table of tax rates', () => {
  const STATES =
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'

  it('the table has all 50 states and the District of Columbia, each with a possible rate [B-10.50] [B-11.12]', () => {
    expect(Object.keys(STATE_TAX_RATES).toSorted()).toEqual(STATES.split(' ').toSorted())
    expect(Object.keys(STATE_TAX_RATES)).toHaveLength(51)
    for (const rate of Object.values(STATE_TAX_RATES)) {
      expect(rate).toBeGreaterThanOrEqual(0)
      expect(rate).toBeLessThanOrEqual(0.0725)
    }
  })

  it('the table names its day and its source, and has no rate for the five states without a tax [B-11.12]', () => {
    expect(TAX_RATES_AS_OF).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(TAX_RATES_SOURCE).toMatch(/^Tax Foundation, ".+" \(\w+ 20\d\d\)$/)
    const without = Object.keys(STATE_TAX_RATES).filter(state => STATE_TAX_RATES[state] === 0)
    expect(without.toSorted()).toEqual(['AK', 'DE', 'MT', 'NH', 'OR'])
  })

  it('the table is used in every state with nexus, and the answer names the rate [B-10.50] [B-11.12]', () => {
    const tax = { ...DEFAULT_SETTINGS.tax, mode: 'destination' as const, nexusStates: STATES.split(' ') }
    for (const [state, rate] of Object.entries(STATE_TAX_RATES)) {
      const basis = taxBasisOf(tax, state)
      expect(basis).toEqual({ state, rate: state === 'UT' ? DEFAULT_SETTINGS.tax.rate : rate })
      expect(taxOf(100_000, basis.rate)).toBe(Math.round(basis.rate * 100_000))
    }
    expect(taxBasisOf(tax, undefined)).toEqual({ state: null, rate: 0 })
    expect(taxBasisOf(DEFAULT_SETTINGS.tax, 'CA')).toEqual({ state: 'UT', rate: 0.0825 })
  })
})
