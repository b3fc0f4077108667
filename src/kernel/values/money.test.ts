import { expect, it } from 'vitest'
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
