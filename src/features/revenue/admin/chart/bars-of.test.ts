import { expect, it } from 'vitest'
import { barsOf, pairedBars } from './bars-of.ts'

const row = (key: string, net: number) => ({ key, net })

it('days without sales have an empty bar', () => {
  const report = { by: 'day' as const, from: '2026-11-16', to: '2026-11-18', rows: [row('2026-11-17', 5)] }
  expect(barsOf(report)).toEqual([row('2026-11-16', 0), row('2026-11-17', 5), row('2026-11-18', 0)])
})

it('each day of a week stands beside the same day of the week before, also the days to come [B-13.89]', () => {
  const week = { from: '2026-11-16', to: '2026-11-17', rows: [row('2026-11-17', 5)] }
  const before = { from: '2026-11-09', to: '2026-11-15', rows: [row('2026-11-09', 1), row('2026-11-15', 7)] }
  const bars = pairedBars(week, before, 'week')
  expect(bars).toHaveLength(7)
  expect(bars[1]).toEqual({ key: '2026-11-17', net: 5, before: row('2026-11-10', 0) })
  expect(bars[6]).toEqual({ key: '2026-11-22', net: undefined, before: row('2026-11-15', 7) })
})

it('a longer month before keeps the dates of its last days [B-13.89]', () => {
  const february = { from: '2027-02-01', to: '2027-02-28', rows: [] }
  const january = { from: '2027-01-01', to: '2027-01-31', rows: [row('2027-01-31', 9)] }
  const bars = pairedBars(february, january, 'month')
  expect(bars.slice(27)).toMatchObject([
    { key: '2027-02-28', net: 0 },
    { key: '2027-01-29', net: undefined },
    { key: '2027-01-30' },
    { key: '2027-01-31', before: row('2027-01-31', 9) },
  ])
  expect(pairedBars(january, february, 'month')[30]).toEqual({ key: '2027-01-31', net: 9, before: undefined })
})
