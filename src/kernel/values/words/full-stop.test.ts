import { expect, it } from 'vitest'
import { withFullStop } from './full-stop.ts'

it.each([
  ['Redoubt Supply', 'Redoubt Supply.'],
  ['Redoubt Supply Co.', 'Redoubt Supply Co.'],
  ['Ready?', 'Ready?'],
  ['The kit “No. 1.”', 'The kit “No. 1.”'],
  ['A slot (17)', 'A slot (17).'],
])('a sentence that ends with “%s” has one full stop', (typed, ended) => {
  expect(withFullStop(typed)).toBe(ended)
})
