import { expect, it } from 'vitest'
import { formatMoment } from './format-moment.ts'

it('formats a time in the official zone, with its name', () => {
  expect(formatMoment(new Date('2026-01-04T01:00:00Z'))).toBe('Jan 3, 2026, 6:00 PM MST')
  expect(formatMoment(new Date('2026-07-04T01:05:00Z'))).toBe('Jul 3, 2026, 7:05 PM MDT')
})

it('formats it in another zone on request', () => {
  expect(formatMoment(new Date('2026-01-04T01:00:00Z'), 'America/New_York')).toBe('Jan 3, 2026, 8:00 PM EST')
})
