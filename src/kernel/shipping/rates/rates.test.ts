import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Band, bandOf, bandProblems } from './bands.ts'
import { gramsInWords, whyUnserved } from './in-words.ts'
import { chosenRate, isServed, lowestRate, MEASURES, type Method, type Parcel, rateOf, ratesOf } from './rates.ts'
import { restZone, zoneFor } from './shipping-zones.ts'

const method = (given: Partial<Method> = {}): Method => ({
  id: 'standard',
  name: 'Standard',
  measure: 'flat',
  freeFromCents: null,
  tareGrams: 0,
  days: null,
  bands: [{ from: 0, below: null, cents: 500 }],
  ...given,
})
const parcel = (given: Partial<Parcel> = {}): Parcel => ({
  netCents: 4800,
  lines: [{ name: 'Plate Carrier', quantity: 1, weightGrams: 500 }],
  ...given,
})
const upTo = (...ends: [below: number | null, cents: number][]): Band[] =>
  ends.map(([below, cents], at) => ({ from: at === 0 ? 0 : ends[at - 1]![0]!, below, cents }))

/** Bands without a gap; prices that never fall if `isRising`. */
const bands = (isRising: boolean) =>
  fc
    .record({
      widths: fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 6 }),
      steps: fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 6, maxLength: 6 }),
      isOpen: fc.boolean(),
    })
    .map(({ widths, steps, isOpen }) => {
      let [from, cents] = [0, 0]
      return widths.map((width, at): Band => {
        const band = { from, below: isOpen && at === widths.length - 1 ? null : from + width }
        from += width
        cents = isRising ? cents + steps[at]! : steps[at]!
        return { ...band, cents }
      })
    })
const line = fc.record({
  name: fc.constantFrom('Belt', 'Boots'),
  quantity: fc.integer({ min: 1, max: 10 }),
  weightGrams: fc.option(fc.integer({ min: 1, max: 4000 }), { nil: null, freq: 9 }),
})
const anyParcel = fc.record({
  netCents: fc.integer({ min: 0, max: 60_000 }),
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
})
const anyMethod = (isRising = false) =>
  fc.record({
    id: fc.uuid(),
    name: fc.constant('Ground'),
    measure: fc.constantFrom(...MEASURES),
    bands: bands(isRising),
    freeFromCents: fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: null }),
    tareGrams: fc.integer({ min: 0, max: 500 }),
    days: fc.constant(null),
  })

describe('the bands of a method', () => {
  it('each measure from 0 on lies in one band, and an end belongs to the next one [B-41.5]', () => {
    const three = upTo([500, 400], [1000, 600], [null, 900])
    expect([0, 499, 500, 501, 999, 1000, 10 ** 9].map(measure => bandOf(three, measure)!.cents)).toEqual([
      400, 400, 600, 600, 600, 900, 900,
    ])
    fc.assert(
      fc.property(bands(false), fc.nat(200_000), (some, measure) => {
        const holding = some.filter(({ from, below }) => measure >= from && (below === null || measure < below))
        const end = some.at(-1)!.below ?? Number.POSITIVE_INFINITY
        expect(holding).toHaveLength(measure < end ? 1 : 0)
        expect(bandOf(some, measure)).toBe(holding[0])
        for (const { from } of some) expect(bandOf(some, from)!.from).toBe(from)
      }),
    )
  })

  it('a gap, an overlap, an empty band and a band after the last are a sentence each', () => {
    const problemsOf = (some: Band[]) => Object.fromEntries(bandProblems(some, gramsInWords))
    expect(problemsOf(upTo([500, 1], [null, 2]))).toEqual({})
    expect(problemsOf([{ from: 100, below: null, cents: 1 }])).toEqual({
      0: 'There is a gap: nothing has a price from 0 g to 100 g. Begin at 0 g.',
    })
    expect(
      problemsOf([
        { from: 0, below: 500, cents: 1 },
        { from: 501, below: 1500, cents: 1 },
        { from: 1200, below: 1100, cents: 1 },
      ]),
    ).toEqual({
      1: 'There is a gap: nothing has a price from 500 g to 501 g. Begin at 500 g.',
      2: 'Two bands overlap from 1.2 kg to 1.5 kg. Begin at 1.5 kg.',
    })
    expect(problemsOf([{ from: 0, below: 0, cents: 1 }])).toEqual({ 0: 'This band must end above 0 g.' })
    expect(problemsOf([...upTo([null, 1]), { from: 500, below: null, cents: 1 }])).toEqual({
      1: 'No band can follow one without an end.',
    })
  })

  it('bands are refused exactly where a measure has no price or two [B-41.5]', () => {
    const point = fc.nat(30)
    const anyBand = fc.record({ from: point, below: fc.option(point, { nil: null }), cents: fc.constant(1) })
    fc.assert(
      fc.property(fc.array(anyBand, { minLength: 1, maxLength: 4 }), some => {
        const isFine = bandProblems(some, String).size === 0
        const counts = Array.from({ length: 32 }, (_, measure) => {
          return some.filter(({ from, below }) => measure >= from && (below === null || measure < below)).length
        })
        // Up to the end of the last band one, beyond it none, and no band that holds nothing.
        const end = counts.lastIndexOf(1) + 1
        const isOnce = counts.every((count, measure) => count === (measure < end ? 1 : 0))
        const holds = some.every(({ from, below }) => below === null || below > from)
        const isSorted = some.every(({ from }, at) => at === 0 || from > some[at - 1]!.from)
        expect(isFine).toBe(isOnce && holds && isSorted)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the rate of a method', () => {
  it('a weight that is not known is refused with its line, never taken for zero [B-41.7]', () => {
    const byWeight = method({ measure: 'weight' })
    const patch = { name: 'Patch', quantity: 2, weightGrams: null }
    const lines = [...parcel().lines, patch]
    expect(rateOf(byWeight, parcel({ lines }))).toEqual({ method: byWeight, reason: 'no_weight', line: patch })
    expect(rateOf(method(), parcel({ lines }))).toMatchObject({ cents: 500 })
  })

  it('the weight is the sum of the pieces and the packaging, each once [B-41.7]', () => {
    const byWeight = method({ measure: 'weight', tareGrams: 50, bands: upTo([1550, 400], [null, 900]) })
    const of = (quantity: number, weightGrams: number) =>
      rateOf(byWeight, parcel({ lines: [{ name: 'Belt', quantity, weightGrams }] }))
    expect([of(3, 499), of(3, 500)]).toMatchObject([{ cents: 400 }, { cents: 900 }])
  })

  it('goods ship free from the threshold on, after the discount [B-41.8]', () => {
    const free = method({ freeFromCents: 5000 })
    // $60 less 20% is $48: below $50, so shipping is paid again.
    expect([6000, 5000, 4999, 4800].map(netCents => rateOf(free, parcel({ netCents })))).toMatchObject([
      { cents: 0 },
      { cents: 0 },
      { cents: 500 },
      { cents: 500 },
    ])
  })

  it('whole cents of one band or nothing, for any method and parcel', () => {
    fc.assert(
      fc.property(anyMethod(), anyParcel, (some, goods) => {
        const rate = rateOf(some, goods)
        const isFree = some.freeFromCents !== null && goods.netCents >= some.freeFromCents
        if (!isServed(rate)) expect(some.measure === 'flat' && some.bands.at(-1)!.below === null).toBe(false)
        else expect(isFree ? [0] : some.bands.map(({ cents }) => cents)).toContain(rate.cents)
      }),
    )
  })

  it('one piece more is never cheaper where prices rise with the weight', () => {
    fc.assert(
      fc.property(anyMethod(true), anyParcel, fc.nat(4), (some, goods, at) => {
        const byWeight: Method = { ...some, measure: 'weight', freeFromCents: null }
        const more = goods.lines.map((one, n) => (n === at ? { ...one, quantity: one.quantity + 1 } : one))
        const [before, after] = [rateOf(byWeight, goods), rateOf(byWeight, { ...goods, lines: more })]
        if (!isServed(before)) expect(isServed(after)).toBe(false)
        else if (isServed(after)) expect(after.cents).toBeGreaterThanOrEqual(before.cents)
      }),
    )
  })

  it('goods of a higher value never lose the free shipping', () => {
    fc.assert(
      fc.property(anyMethod(), anyParcel, fc.nat(10_000), (some, goods, more) => {
        const flat: Method = { ...some, measure: 'flat', bands: upTo([null, 700]) }
        const of = (netCents: number) => (rateOf(flat, { ...goods, netCents }) as { cents: number }).cents
        expect(of(goods.netCents + more)).toBeLessThanOrEqual(of(goods.netCents))
      }),
    )
  })
})

describe('the method of an order', () => {
  const ground = method({ id: 'ground', bands: upTo([null, 700]) })
  const express = method({ id: 'express', bands: upTo([null, 2500]) })
  const slow = method({ id: 'slow', bands: upTo([null, 700]) })

  it('the lowest price is taken, and of two equal ones the first [B-41.6]', () => {
    expect(lowestRate(ratesOf({ methods: [express, ground, slow] }, parcel()))!.method.id).toBe('ground')
    expect(lowestRate([])).toBeUndefined()
  })

  it('the chosen method counts while it serves, and then the lowest price does [B-41.12]', () => {
    const rates = ratesOf({ methods: [express, ground, slow] }, parcel())
    expect(chosenRate(rates, 'express')!.cents).toBe(2500)
    expect([chosenRate(rates, 'gone')!.method.id, chosenRate(rates, undefined)!.method.id]).toEqual([
      'ground',
      'ground',
    ])
    expect(chosenRate([], 'express')).toBeUndefined()
  })

  it('a state of no zone has the flat amount of the settings, free from its threshold [B-41.6]', () => {
    const settings = {
      flatCents: 500,
      freeFromCents: 7500,
      handlingDays: 2,
      cutOffHour: null,
      countries: ['US'] as const,
    }
    const far = { id: 'far', name: 'Far away', states: ['AK', 'HI'] as const, methods: [express] }
    expect(zoneFor([far], settings, 'Hawaii').id).toBe('far')
    expect(['UT', 'Atlantis', undefined].map(state => zoneFor([far], settings, state).id)).toEqual(
      Array(3).fill('rest'),
    )
    fc.assert(
      fc.property(anyParcel, fc.nat(50_000), fc.option(fc.nat(50_000), { nil: null }), (goods, flatCents, free) => {
        const [rate, ...others] = ratesOf(restZone({ ...settings, flatCents, freeFromCents: free }), goods)
        expect([rate!.cents, others]).toEqual([free !== null && goods.netCents >= free ? 0 : flatCents, []])
      }),
    )
  })
})

describe('a parcel that no method serves', () => {
  it('a cart without a method names the place, and the line that is the reason [B-41.9]', () => {
    expect(whyUnserved([], 'GU', parcel())).toBe('We do not ship to Guam.')
    expect(whyUnserved([], 'Alaska', parcel())).toBe('We do not ship to Alaska.')
    const light = method({ measure: 'weight', bands: upTo([2000, 900]) })
    const heavy = method({ measure: 'weight', bands: upTo([20_000, 4900]) })
    const lines = [
      { name: 'Plate', quantity: 8, weightGrams: 2800 },
      { name: 'Belt', quantity: 1, weightGrams: 300 },
    ]
    expect(whyUnserved([light, heavy], 'AK', parcel({ lines }))).toBe(
      'This order weighs 22.7 kg. To Alaska we ship less than 20 kg. The heaviest part is Plate × 8.',
    )
    const unknown = [...lines, { name: 'Patch', quantity: 1, weightGrams: null }]
    expect(whyUnserved([heavy], 'HI', parcel({ lines: unknown }))).toBe(
      'We cannot price the shipping of Patch to Hawaii, because it has no weight yet. Take it out of the cart, or write to us.',
    )
    const cheap = method({ measure: 'value', bands: upTo([10_000, 900]) })
    expect(whyUnserved([cheap], 'HI', parcel({ netCents: 10_000 }))).toBe(
      'To Hawaii we ship goods of less than $100.00 in one order.',
    )
  })
})
