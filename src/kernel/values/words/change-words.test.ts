import { expect, it } from 'vitest'
import { fieldName, valueSaid } from './field-name.ts'

it('formats a row: names of fields, times, parts, and nothing for missing values', () => {
  expect(['entryLimit', 'tax-form', 'tax.nexusStates'].map(fieldName)).toEqual([
    'Entry limit',
    'Tax form',
    'Tax nexus states',
  ])
  const said: [unknown, string][] = [
    [null, 'nothing'],
    [{}, 'nothing'],
    [[], 'nothing'],
    [false, 'no'],
    [['UT', 'CA'], 'UT, CA'],
    [{ kind: 'percent', amount: 10 }, 'Kind: percent, Amount: 10'],
    ['2026-11-20T20:22:00.000Z', 'Nov 20, 2026, 1:22 PM MST'],
    ['2026-11-20', '2026-11-20'],
  ]
  for (const [value, words] of said) expect(valueSaid(value)).toBe(words)
})
