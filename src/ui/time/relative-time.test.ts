import { expect, it } from 'vitest'
import { relativeTime } from './time-ago.tsx'

const NOW = new Date('2026-05-20T12:00:00Z')
const told = (seconds: number) => relativeTime(new Date(NOW.getTime() - seconds * 1000).toISOString(), NOW.getTime())

it('formats minutes, hours under 24, days under 7, then a date [B-12.229]', () => {
  const [minute, hour, day] = [60, 3600, 86_400]
  expect([told(0), told(minute - 1), told(-30)]).toEqual(['Just now', 'Just now', 'Just now'])
  expect([told(minute), told(hour - 1)]).toEqual(['1 minute ago', '59 minutes ago'])
  expect([told(hour), told(day - 1)]).toEqual(['1 hour ago', '23 hours ago'])
  expect([told(day), told(7 * day - 1)]).toEqual(['1 day ago', '6 days ago'])
  expect(told(7 * day)).toBe('May 13, 2026')
})
