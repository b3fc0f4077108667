import { expect, it } from 'vitest'
import { dueWords } from './due-time.tsx'

const NOW = Date.parse('2026-05-20T12:00:00Z')
const due = (seconds: number) => dueWords(new Date(NOW + seconds * 1000).toISOString(), NOW)

it('formats a deadline by its largest unit, ahead and overdue [B-13.86]', () => {
  const [minute, hour, day] = [60, 3600, 86_400]
  expect([due(0), due(59), due(-59)]).toEqual(['Due now', 'Due now', 'Due now'])
  expect([due(minute), due(hour - 1)]).toEqual(['Due in 1 minute', 'Due in 59 minutes'])
  expect([due(hour), due(2 * day - 1), due(30 * day)]).toEqual(['Due in 1 hour', 'Due in 1 day', 'Due in 30 days'])
  expect([due(-minute), due(-hour), due(-3 * day)]).toEqual([
    'Overdue by 1 minute',
    'Overdue by 1 hour',
    'Overdue by 3 days',
  ])
})
