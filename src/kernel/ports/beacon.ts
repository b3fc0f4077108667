import type { Chain } from '@redoubt/draw/round/beacon.ts'

/** A round as a relay sent it. The signature is 48 bytes in lower-case hex and is not verified. */
export type BeaconRound = { round: number; signature: string }

/** A public randomness beacon: each round is a BLS signature that does not exist before the round's time. */
export type Beacon = {
  /** Pinned in code or settings. A relay's own statement about its chain is never used. */
  chain: Chain
  /**
   * Returns null when the round does not exist yet, or when no relay answers with this round.
   * The caller verifies the signature against `chain` (`verifyRound`), because a relay can lie.
   */
  round: (number: number) => Promise<BeaconRound | null>
}
