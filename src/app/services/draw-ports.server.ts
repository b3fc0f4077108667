import { formatPolicy } from '@redoubt/draw/log/policy.ts'
import { createDrandBeacon, DRAND_RELAYS } from '#adapters/beacon/drand.server.ts'
import { createSandboxBeacon } from '#adapters/beacon/sandbox.server.ts'
import { createHttpAuthority } from '#adapters/timestamps/http.server.ts'
import { createSandboxAuthority } from '#adapters/timestamps/sandbox.server.ts'
import { readWitnesses } from '#adapters/witness/http.server.ts'
import { createSandboxWitnesses, type SandboxWitnesses } from '#adapters/witness/sandbox.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Beacon } from '#kernel/ports/beacon.ts'
import type { TimestampAuthority } from '#kernel/ports/timestamps.ts'
import type { Witness } from '#kernel/ports/witness.ts'
import { openDatabase, type Pool } from '#platform/db/database.server.ts'
import { type Env, EnvError } from '#platform/env.ts'
import type { Logger } from '#platform/log.server.ts'

export type DrawPorts = {
  ports: Pick<Context, 'beacon' | 'witnesses' | 'witnessPolicy' | 'timestamps'>
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** Replacements for tests: beacons that lie, stall or fork, silent witnesses, and an authority for time stamps. Each gets the port that the environment selects. */
export type DrawPortOptions = {
  beacon?: ((selected: Beacon) => Beacon) | undefined
  witnesses?: ((selected: readonly Witness[]) => readonly Witness[]) | undefined
  timestamps?: TimestampAuthority | undefined
}

type Surroundings = { pool: Pool; now: () => Date; log: Logger }

/** The beacon and the witnesses of this environment. */
export function createDrawPorts(env: Env, surroundings: Surroundings, options: DrawPortOptions): DrawPorts {
  const { witnesses: selected, ...lifetime } = connectWitnesses(env, surroundings)
  const witnesses = options.witnesses?.(selected) ?? selected
  const beacon = selectBeacon(env, surroundings)
  return {
    ...lifetime,
    ports: {
      beacon: options.beacon?.(beacon) ?? beacon,
      witnesses,
      timestamps: options.timestamps ?? selectAuthority(env, surroundings),
      witnessPolicy(logVkey) {
        return formatPolicy({ log: logVkey, witnesses: witnesses.map(policyLine), quorum: env.WITNESS_QUORUM })
      },
    },
  }
}

/** No address is part of the policy: a witness that moves does not change the policy's hash. */
const policyLine = ({ name, vkey }: Witness) => ({ name, vkey })

function selectBeacon(env: Env, { now, log }: Surroundings): Beacon {
  if ((env.BEACON ?? (env.MODE === 'demo' ? 'sandbox' : 'drand')) === 'sandbox') return createSandboxBeacon(now)
  const relays = env.DRAND_RELAYS.length > 0 ? env.DRAND_RELAYS : DRAND_RELAYS
  return createDrandBeacon({
    relays,
    onFault: (relay, error) => log.warn({ relay, err: error }, 'a drand relay failed'),
  })
}

function selectAuthority({ TIMESTAMP_URL: url, TIMESTAMP_CA: rootsFile }: Env, { now }: Surroundings) {
  if (!url) return null
  if (url === 'sandbox') return createSandboxAuthority(now)
  try {
    return createHttpAuthority({ url, rootsFile })
  } catch (error) {
    throw new EnvError(`TIMESTAMP_CA: ${(error as Error).message}`)
  }
}

function connectWitnesses(env: Env, { pool, now }: Surroundings): SandboxWitnesses & Pick<DrawPorts, 'stop'> {
  if (env.WITNESSES.length > 0 || env.MODE === 'production') {
    try {
      return { witnesses: readWitnesses(env.WITNESSES, now), start: async () => {}, stop: async () => {} }
    } catch (error) {
      throw new EnvError(`WITNESSES: ${(error as Error).message}`)
    }
  }
  // With a database of its own the sandbox remembers what the shop's database loses.
  const own = env.SANDBOX_DATABASE_URL ? openDatabase(env.SANDBOX_DATABASE_URL, 4) : undefined
  const sandbox = createSandboxWitnesses(own?.pool ?? pool, now)
  return { ...sandbox, stop: async () => own?.db.destroy() }
}
