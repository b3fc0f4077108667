import { expect, it } from 'vitest'
import { withFullStop, withoutFullStop } from './full-stop.ts'

it.each([
  ['Redoubt Supply', 'Redoubt Supply.'],
  ['Redoubt Supply Co.', 'Redoubt Supply Co.'],
  ['Ready?', 'Ready?'],
  ['The kit “No. 1.”', 'The kit “No. 1.”'],
  ['A slot (17)', 'A slot (17).'],
])('a sentence that ends with “%s” has one full stop', (typed, ended) => {
  expect(withFullStop(typed)).toBe(ended)
})

it.each([
  ['Hold the line.', 'Hold the line'],
  ['Hold the line', 'Hold the line'],
  ['Onward...', 'Onward...'],
  ['Ready?', 'Ready?'],
  ['', ''],
])('“%s” as a heading has no full stop', (typed, heading) => {
  expect(withoutFullStop(typed)).toBe(heading)
})
