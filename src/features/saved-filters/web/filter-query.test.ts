import { expect, it } from 'vitest'
import { filterQueryOf, withFilterQuery } from './use-saved-filters.ts'

const NAMES = ['status', 'q', 'state']
const of = (text: string) => new URLSearchParams(text)

it('equal filters have the same text, and invalid ones are dropped', () => {
  expect(filterQueryOf(of('tab=orders&status=paid&order=1&q=a'), NAMES)).toBe('q=a&status=paid')
  expect(filterQueryOf(of('q=a&status=paid&tab=orders'), NAMES)).toBe('q=a&status=paid')
  expect(filterQueryOf(of('tab=orders'), NAMES)).toBe('')
})

it('a filter replaces the former one, and brings in nothing invalid', () => {
  const next = withFilterQuery(of('tab=orders&status=paid&q=a&page=7'), NAMES, 'state=UT&tab=users&order=1')
  expect(next.toString()).toBe('tab=orders&state=UT')
})
