import { expect, it } from 'vitest'
import { pageNumbers } from './pagination.tsx'

it('shows the ends, the current page and its neighbours', () => {
  expect(pageNumbers(6, 20)).toEqual([1, null, 5, 6, 7, null, 20])
})

it('a gap never replaces a single page', () => {
  expect(pageNumbers(4, 20)).toEqual([1, 2, 3, 4, 5, null, 20])
  expect(pageNumbers(17, 20)).toEqual([1, null, 16, 17, 18, 19, 20])
  expect(pageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5])
})

it('page numbers are right at the borders', () => {
  expect(pageNumbers(1, 1)).toEqual([1])
  expect(pageNumbers(1, 2)).toEqual([1, 2])
  expect(pageNumbers(20, 20)).toEqual([1, null, 18, 19, 20])
})
