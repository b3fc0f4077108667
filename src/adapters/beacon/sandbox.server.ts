import type { Chain } from '@redoubt/draw/round/beacon.ts'
import type { Beacon } from '#kernel/ports/beacon.ts'

/** Public, so a sandbox round proves nothing to outsiders. Production refuses this beacon. */
const SECRET_KEY = '20b42759da22d16c736848a971afb2c2ad84fd8d39d05cb9ee6ae222353916f4'

/** A chain like drand's with a round each second, so that a demo draws within seconds. The hash is `sandboxChainHash`. */
export const SANDBOX_CHAIN: Chain = {
  chain: 'a9931d627f983984971f258dea84c1338aef344f2fd8a64eab438fecf00b605f',
  publicKey:
    '963870fb875e399c05245823e8c419698125d2ffc43adea273fb5c18e1524dd46489f156c9c9d40813f72a76094fb1f1150f2bbc2a2b3e7584afe44d2a8aa0dab835032ad412a945029d7d425bc4d5901e8478996f076d6a58e0647c9b7ce2e4',
  period: 1,
  genesis: Date.UTC(2020, 0, 1) / 1000,
}

/** Signs each round with BLS once `now()` reaches the round's time, so demo and tests verify exactly as production does. */
export function createSandboxBeacon(now: () => Date): Beacon {
  return {
    chain: SANDBOX_CHAIN,
    async round(number) {
      // BLS is loaded where a draw needs it only.
      const { signRound, timeOfRound } = await import('@redoubt/draw/round/beacon.ts')
      if (number < 1 || +now() < timeOfRound(SANDBOX_CHAIN, number) * 1000) return null
      return { round: number, signature: signRound(SECRET_KEY, number) }
    },
  }
}
