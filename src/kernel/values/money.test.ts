import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCount } from '#platform/values/format-count.ts'
import { formatMoney } from './money.ts'

it('shows whole cents as dollars with two decimals', () => {
  expect(formatMoney(1999)).toBe('$19.99')
  expect(formatMoney(5)).toBe('$0.05')
  expect(formatMoney(0)).toBe('$0.00')
  expect(formatMoney(124_835_050)).toBe('$1,248,350.50')
  expect(formatMoney(-500)).toBe('-$5.00')
})

it('the short form leaves out the cents of a round amount only', () => {
  expect(formatMoney(85_000, 'short')).toBe('$850')
  expect(formatMoney(85_050, 'short')).toBe('$850.50')
  expect(formatMoney(120_000, 'short')).toBe('$1,200')
})

it('amounts and counts read as the browser writes them', () => {
  const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  const round = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
  const count = new Intl.NumberFormat('en-US')
  const digits = fc
    .integer({ min: 1, max: 13 })
    .chain(length => fc.integer({ min: -(10 ** length), max: 10 ** length }))
  fc.assert(
    fc.property(digits, whole => {
      expect(formatMoney(whole)).toBe(exact.format(whole / 100))
      expect(formatMoney(whole * 100, 'short')).toBe(round.format(whole))
      expect(formatCount(whole)).toBe(count.format(whole))
    }),
  )
})
