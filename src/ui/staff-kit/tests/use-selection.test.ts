import { expect, it } from 'vitest'
import { withRows } from '../use-selection.ts'

const rows = ['a', 'b', 'c'].map(id => ({ id }))
const NONE: ReadonlyMap<string, { id: string }> = new Map()
const idsOf = (selected: ReadonlyMap<string, unknown>) => [...selected.keys()]

it('adds and removes rows, and leaves the former selection as it was', () => {
  const all = withRows(NONE, rows, true, 10)
  expect(idsOf(all)).toEqual(['a', 'b', 'c'])
  expect(idsOf(withRows(all, rows.slice(1, 2), false, 10))).toEqual(['a', 'c'])
  expect([NONE.size, all.size]).toEqual([0, 3])
})

it('selects no more rows than the API takes at once', () => {
  const two = withRows(NONE, rows, true, 2)
  expect(idsOf(two)).toEqual(['a', 'b'])
  expect(idsOf(withRows(withRows(two, rows.slice(0, 1), false, 2), rows, true, 2))).toEqual(['b', 'a'])
})
