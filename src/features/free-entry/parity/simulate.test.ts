import { sha256, utf8 } from '@redoubt/draw/bytes.ts'
import { drawOrder } from '@redoubt/draw/round/order.ts'
import { describe, expect, it } from 'vitest'
import { boughtWinsOf, chiSquareOf } from './bought-wins.ts'

describe('simulated draws', () => {
  it('give bought and mailed entries equal odds in 100,000 draws, by chi-square [B-24.10]', () => {
    const kinds = { bought: 73, free: 27 }
    const wins = boughtWinsOf(kinds, 'fixed', 0, 100_000)
    expect(wins).toBeGreaterThan(72_000)
    // Critical value of p = 0.001. The seed is fixed, so that the answer is equal each time.
    expect(chiSquareOf(kinds, 100_000, wins)).toBeLessThan(10.83)
  })

  it('find a draw that favors bought entries', () => {
    expect(chiSquareOf({ bought: 73, free: 27 }, 100_000, 73_600)).toBeGreaterThan(10.83)
  })

  it('take the first place of the real order', () => {
    const list = Array.from({ length: 10 }, (_, at) => at)
    for (let draw = 0; draw < 200; draw++) {
      const [first] = drawOrder(sha256(utf8(`redoubt/simulation\nseed\n${draw}`)), list, 1)
      expect(boughtWinsOf({ bought: 6, free: 4 }, 'seed', draw, draw + 1)).toBe(first! < 6 ? 1 : 0)
    }
  })
})
