import { expect, it } from 'vitest'
import { counted } from './counted.ts'
import { durationInWords } from './duration-in-words.ts'

it.each([
  [10, '10 seconds'],
  [120, '2 minutes'],
  [3600, '1 hour'],
  [5400, '1 hour 30 minutes'],
  [86_400, '24 hours'],
  [61_203, '17 hours 3 seconds'],
  [604_800, '7 days'],
])('a duration of %i s is told without rounding [B-20.21]', (seconds, words) => {
  expect(durationInWords(seconds)).toBe(words)
})

it('one day is told in the singular', () => {
  expect([1, 7].map(days => counted(days, 'day'))).toEqual(['1 day', '7 days'])
})
