import type { Chain } from '@redoubt/draw/round/beacon.ts'

/** The first round at least `gapSeconds` after a moment, and the round's own moment in seconds. */
export async function roundFrom(
  chain: Chain,
  moment: Date,
  gapSeconds: number,
): Promise<{ round: number; time: number }> {
  // The module brings BLS along, which only draws need.
  const { roundAt, timeOfRound } = await import('@redoubt/draw/round/beacon.ts')
  const round = roundAt(chain, +moment / 1000 + gapSeconds)
  return { round, time: timeOfRound(chain, round) }
}
