import { expect, it } from 'vitest'
import { largestPart, moved, placeAt } from './use-dragging.ts'

it('one item moves and the others keep their order, within the list', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
})

it('a dragged row moves behind those whose middle the pointer has passed', () => {
  const middles = [50, 150, 250]
  expect([10, 149, 151, 900].map(pointer => placeAt(middles, 0, pointer))).toEqual([0, 0, 1, 2])
  expect([10, 149, 151, 900].map(pointer => placeAt(middles, 2, pointer))).toEqual([0, 1, 2, 2])
})

it('a crop begins with the largest centred part of the wanted ratio', () => {
  expect(largestPart(1, 2)).toEqual({ unit: '%', x: 25, y: 0, width: 50, height: 100 })
  const wide = largestPart(1.5, 1)
  expect([wide.x, wide.width]).toEqual([0, 100])
  expect(wide.y + wide.height / 2).toBeCloseTo(50)
  expect(wide.height).toBeCloseTo(200 / 3)
})
