import { sha256, utf8 } from '@redoubt/draw/bytes.ts'
import { below } from '@redoubt/draw/round/order.ts'

/** Entries of a list by the way they came. */
export type Kinds = { bought: number; free: number }

/** The key of one simulated draw. A real key also binds the manifest and the beacon's round, which a simulation has not. */
const keyOf = (seed: string, draw: number) => sha256(utf8(`redoubt/simulation\n${seed}\n${draw}`))

/**
 * Draws the first place of a list again and again by the steps of the real draw, and counts how often a bought entry has it. Bought
 * entries have the numbers before the free ones, as in every list.
 */
export function boughtWinsOf({ bought, free }: Kinds, seed: string, from: number, to: number): number {
  const all = BigInt(bought + free)
  let wins = 0
  for (let draw = from; draw < to; draw++) if (below(keyOf(seed, draw), 0, all).value < BigInt(bought)) wins++
  return wins
}

/** Pearson's statistic of one degree of freedom. Above 10.83, chance explains the difference in 1 of 1,000 simulations. */
export function chiSquareOf({ bought, free }: Kinds, draws: number, boughtWins: number): number {
  const expected = (draws * bought) / (bought + free)
  const difference = (boughtWins - expected) ** 2
  return difference / expected + difference / (draws - expected)
}
