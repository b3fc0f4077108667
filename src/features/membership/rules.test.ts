import { expect, it } from 'vitest'
import { yearlySavingInWords } from './rules.ts'

it('the yearly plan tells what it saves against twelve months, or that it saves nothing [B-9.50]', () => {
  expect(yearlySavingInWords(2499, 24_990)).toBe('Saves $49.98 a year.')
  expect(yearlySavingInWords(2499, 29_988)).toBe('Costs the same as twelve months.')
  expect(yearlySavingInWords(2499, 30_000)).toBe('Costs $0.12 more than twelve months.')
})
