import { createSandboxBeacon } from '#adapters/beacon/sandbox.server.ts'
import { policyText } from '#adapters/witness/policy.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Beacon } from '#kernel/ports/beacon.ts'
import type { Witness } from '#kernel/ports/witness.ts'

export type DrawPorts = Pick<Context, 'beacon' | 'witnesses' | 'witnessPolicy'>

/** Replacements for tests: lying, stalled or forked beacons, silent witnesses. */
export type DrawPortOptions = { beacon?: Beacon | undefined; witnesses?: readonly Witness[] | undefined }

const QUORUM = 2

export function createDrawPorts(now: () => Date, { beacon, witnesses = [] }: DrawPortOptions): DrawPorts {
  return {
    beacon: beacon ?? createSandboxBeacon(now),
    witnesses,
    witnessPolicy: logVkey => policyText(logVkey, witnesses, QUORUM),
  }
}
