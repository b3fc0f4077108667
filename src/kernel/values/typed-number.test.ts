import { expect, it } from 'vitest'
import { numberIn, percentIn } from './typed-number.ts'

it('accepts numbers as users type them', () => {
  expect(['5', ' $1,299.50 ', '.5', '5.', '-3', '1,000,000'].map(numberIn)).toEqual([5, 1299.5, 0.5, 5, -3, 1_000_000])
  expect(['12.5', '12.5 %', '5%'].map(percentIn)).toEqual([12.5, 12.5, 5])
})

it('refuses a number that is ambiguous or invalid', () => {
  for (const text of ['', ' ', '.', '19,90', '1,00', '1e3', '0x10', 'ten', '5%', '1.2.3'])
    expect(numberIn(text), text).toBeNaN()
})
