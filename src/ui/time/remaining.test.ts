import { expect, it } from 'vitest'
import { remainingUntil } from './countdown.tsx'

const END = Date.parse('2026-03-04T01:00:00Z')
const before = (milliseconds: number) => remainingUntil(END, END - milliseconds)

it('splits what is left into days, hours, minutes and seconds [B-2.49]', () => {
  const left = ((2 * 24 + 3) * 60 + 4) * 60_000 + 5000
  expect(before(left)).toEqual({ days: 2, hours: 3, minutes: 4, seconds: 5 })
})

it('carries at every border', () => {
  expect(before(59_000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 59 })
  expect(before(60_000)).toEqual({ days: 0, hours: 0, minutes: 1, seconds: 0 })
  expect(before(3_600_000)).toEqual({ days: 0, hours: 1, minutes: 0, seconds: 0 })
  expect(before(86_400_000)).toEqual({ days: 1, hours: 0, minutes: 0, seconds: 0 })
})

it('counts a started second as whole, so that zero is never shown before the end', () => {
  expect(before(1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 })
  expect(before(1001)?.seconds).toBe(2)
})

it('nothing is left at the end and after it', () => {
  expect(before(0)).toBeNull()
  expect(before(-5000)).toBeNull()
})
