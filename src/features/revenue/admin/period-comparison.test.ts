import { expect, it } from 'vitest'
import { changeWords } from './period-comparison.tsx'

it('says direction, percentage and difference in words, and no percentage of nothing [B-13.89]', () => {
  expect(changeWords(11_250, 10_000)).toMatchObject({ change: 'Up 12.5%', difference: 'This is $12.50 more.' })
  expect(changeWords(4000, 10_000)).toMatchObject({ change: 'Down 60%', difference: 'This is $60.00 less.' })
  expect(changeWords(1_000_001, 1_000_000).change).toBe('Up less than 0.1%')
  expect(changeWords(2_000_000, 1000).change).toBe('Up 199,900%')
  expect(changeWords(0, 0)).toEqual({ change: 'No change', difference: 'This is the same.' })
  for (const [now, before] of [
    [5000, 0],
    [-5000, 0],
    [5000, -100],
  ] as const) {
    const { change, difference } = changeWords(now, before)
    expect(change).toBe(now > before ? 'Up' : 'Down')
    expect(difference).toContain('No percentage: those days had no net revenue.')
    expect(`${change} ${difference}`).not.toMatch(/Infinity|NaN/)
  }
})
