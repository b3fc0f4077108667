import { describe, expect, it } from 'vitest'
import { daysAfter, shopDayOf } from '#kernel/values/shop-day.ts'
import { daysOf, wordOf } from './admin/revenue-params.ts'
import { averageOf, changeOf, dayCountOf, firstDayOf, lastDayOf, periodBefore, stretchesOf } from './rules.ts'

const NOTHING = { subtotal: 0, discount: 0, feeClient: 0, feePlatform: 0, shipping: 0, tax: 0 }

describe('days', () => {
  it.each([
    ['2026-03-02T06:59:59.999Z', '2026-03-01'],
    ['2026-03-02T07:00:00Z', '2026-03-02'],
    ['2026-07-01T05:59:59.999Z', '2026-06-30'],
    ['2026-07-01T06:00:00Z', '2026-07-01'],
  ])('%s is on %s in the Mountain zone', (at, day) => expect(shopDayOf(new Date(at))).toBe(day))

  it.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-20', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2026-01-01', '2025-12-29'],
  ])('the week of %s begins on %s', (today, monday) => {
    expect(firstDayOf('week', today)).toBe(monday)
    expect(firstDayOf('month', today)).toBe(`${today.slice(0, 7)}-01`)
    expect(firstDayOf('all', today)).toBeUndefined()
  })

  it.each([
    ['2026-11-28', '2026-11-29', '2026-11-30'],
    ['2026-11-29', '2026-11-29', '2026-11-30'],
    ['2028-02-01', '2028-02-06', '2028-02-29'],
    ['2026-12-31', '2027-01-03', '2026-12-31'],
  ])('the week of %s ends on %s, its month on %s', (today, sunday, last) => {
    expect(lastDayOf('week', today)).toBe(sunday)
    expect(lastDayOf('month', today)).toBe(last)
    expect(lastDayOf('all', today)).toBeUndefined()
  })

  it('days follow the calendar across changes of the clocks', () => {
    expect(daysAfter('2026-10-31', 2)).toBe('2026-11-02')
    expect(daysAfter('2028-03-01', -1)).toBe('2028-02-29')
    expect(dayCountOf('2026-03-07', '2026-03-09')).toBe(3)
  })

  it('consecutive days are one range', () => {
    expect(stretchesOf(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-03'])).toEqual([
      { since: '2026-02-27', till: '2026-03-02' },
      { since: '2026-03-03', till: '2026-03-04' },
    ])
    expect(stretchesOf([])).toEqual([])
  })
})

describe('the average value of an order', () => {
  const sums = {
    orders: 2,
    pieces: 2,
    sold: NOTHING,
    refunds: 0,
    refunded: NOTHING,
    renewals: 3,
    disputed: 0,
    disputeFees: 0,
    renewed: 7497,
  }
  it.each([
    // 101 cents over two orders round half a cent up. Renewals are excluded.
    [{ ...sums, sold: { ...NOTHING, subtotal: 101 } }, 51],
    [{ ...sums, sold: { ...NOTHING, subtotal: 300 }, refunded: { ...NOTHING, subtotal: 100 } }, 100],
    [{ ...sums, refunded: { ...NOTHING, subtotal: 100 } }, -50],
    [{ ...sums, orders: 0 }, 0],
  ])('%#', (given, cents) => expect(averageOf(given)).toBe(cents))
})

describe('the days in the address', () => {
  it.each([
    ['', { period: 'week' }],
    ['days=all', { period: 'all' }],
    ['days=year', { period: 'week' }],
    ['days=2026-01-01..2026-01-31', { from: '2026-01-01', to: '2026-01-31' }],
    ['days=2026-02-01..2026-02-30', { period: 'week' }],
    ['days=2026-02-02..2026-02-01', { period: 'week' }],
  ])('%s', (address, days) => {
    expect(daysOf(new URLSearchParams(address))).toEqual(days)
    expect(daysOf(new URLSearchParams({ days: wordOf(daysOf(new URLSearchParams(address))) }))).toEqual(days)
  })
})

describe('the period before', () => {
  it.each([
    ['week', '2026-11-18', { from: '2026-11-09', to: '2026-11-15', until: '2026-11-11' }],
    ['week', '2026-11-22', { from: '2026-11-09', to: '2026-11-15', until: '2026-11-15' }],
    ['week', '2026-01-01', { from: '2025-12-22', to: '2025-12-28', until: '2025-12-25' }],
    ['month', '2026-11-24', { from: '2026-10-01', to: '2026-10-31', until: '2026-10-24' }],
    ['month', '2026-03-31', { from: '2026-02-01', to: '2026-02-28', until: '2026-02-28' }],
    ['month', '2026-01-01', { from: '2025-12-01', to: '2025-12-31', until: '2025-12-01' }],
  ] as const)('of the %s on %s has the same days [B-13.89]', (period, today, before) => {
    expect(periodBefore(period, today)).toEqual(before)
  })

  it('a change has no percentage where there was no revenue before [B-13.89]', () => {
    expect(changeOf(11_250, 10_000)).toEqual({ cents: 1250, percent: 12.5 })
    expect(changeOf(0, 10_000)).toEqual({ cents: -10_000, percent: -100 })
    expect(changeOf(-5000, 10_000)).toEqual({ cents: -15_000, percent: -150 })
    for (const [now, before] of [
      [5000, 0],
      [0, 0],
      [5000, -100],
      [-100, -5000],
    ] as const)
      expect(changeOf(now, before).percent).toBeNull()
  })
})
