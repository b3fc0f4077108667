import { signRound } from '@redoubt/draw/round/beacon.ts'
import type { Beacon, BeaconRound } from '#kernel/ports/beacon.ts'

/** 96 bytes: the form that verifiers of other curves take. */
const uncompressed = (signature: string) =>
  `${(Number.parseInt(signature.slice(0, 2), 16) & 0x1f).toString(16).padStart(2, '0')}${signature.slice(2)}${'00'.repeat(48)}`
const OTHER_KEY = '11'.repeat(32)

/** What a beacon may answer in place of the signature of round `n`. */
const FAULTS = {
  /** No relay is reachable. */
  silent: () => null,
  /** The signature of the round before, under the number of this one. */
  replayed: async (beacon: Beacon, n: number) => {
    const round = await beacon.round(n - 1)
    return round && { round: n, signature: round.signature }
  },
  /** The signature of another chain. */
  forked: (_beacon: Beacon, n: number) => ({ round: n, signature: signRound(OTHER_KEY, n) }),
  /** A right signature that says that it is of another round. */
  renumbered: async (beacon: Beacon, n: number) => {
    const round = await beacon.round(n)
    return round && { ...round, round: n + 1 }
  },
  infinity: (_beacon: Beacon, n: number) => ({ round: n, signature: `c0${'00'.repeat(47)}` }),
  uncompressed: async (beacon: Beacon, n: number) => {
    const round = await beacon.round(n)
    return round && { round: n, signature: uncompressed(round.signature) }
  },
  malformed: (_beacon: Beacon, n: number) => ({ round: n, signature: 'not hexadecimal' }),
} as const satisfies Record<string, (beacon: Beacon, n: number) => Promise<BeaconRound | null> | BeaconRound | null>

export type BeaconFault = keyof typeof FAULTS
export const BEACON_FAULTS = Object.keys(FAULTS) as BeaconFault[]

/** For `openTestShop({ beacon: faulty.replace })`: the selected beacon with a fault that the test switches on and off. */
export function createFaultyBeacon() {
  let fault: BeaconFault | undefined
  return {
    replace: (beacon: Beacon): Beacon => ({
      chain: beacon.chain,
      round: async n => (fault ? FAULTS[fault](beacon, n) : beacon.round(n)),
    }),
    /** @param next undefined repairs the beacon. */
    fail(next: BeaconFault | undefined) {
      fault = next
    },
  }
}
