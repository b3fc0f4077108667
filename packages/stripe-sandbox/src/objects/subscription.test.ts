import { expect, it } from 'vitest'
import { periodEnd } from './subscription.ts'

it('ends a period that began on the 31st on the last day of a shorter month', () => {
  const anchor = Date.parse('2027-01-31T09:00:00Z') / 1000
  const month = { interval: 'month', interval_count: 1 } as Parameters<typeof periodEnd>[1]
  const ends = [1, 2, 13].map(periods => new Date(periodEnd(anchor, month, periods) * 1000).toISOString().slice(0, 10))
  expect(ends).toEqual(['2027-02-28', '2027-03-31', '2028-02-29'])
})
