import { describe, expect, it } from 'vitest'
import { swipeOf } from './picture-steps.tsx'

describe('a swipe', () => {
  const swipe = (x: number, y = 0) => swipeOf({ x: 100, y: 100 }, { x: 100 + x, y: 100 + y })
  it.each([
    [-30, 0, 1],
    [30, 0, -1],
    [-29, 0, 0],
    [29, 0, 0],
    [-60, 80, 0],
    [-80, 60, 1],
  ])('a swipe of %i px across and %i px along goes %i [B-9.9]', (x, y, step) => expect(swipe(x, y)).toBe(step))
})
