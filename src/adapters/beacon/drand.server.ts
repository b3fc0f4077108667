import { createHash } from 'node:crypto'
import { type Chain, QUICKNET } from '@redoubt/draw/round/chain.ts'
import { z } from 'zod'
import type { Beacon, BeaconRound } from '#kernel/ports/beacon.ts'
import { fetchBounded } from '#platform/http/bounded-fetch.server.ts'

/** Relays of four operators. Rounds are permanent and equal at every relay. */
export const DRAND_RELAYS = [
  'https://api.drand.sh',
  'https://drand.cloudflare.com',
  'https://api2.drand.sh',
  'https://api.drand.secureweb3.com:6875',
  'https://api3.drand.sh',
]

const BOUNDS = { timeoutMs: 3000, maxBytes: 4096 }
/** The number of relays that are asked concurrently. */
const RACERS = 2

/** Further fields are ignored, so that an addition by drand does not stop draws. */
const RelayAnswer = z.object({
  round: z.int().min(1),
  signature: z.string().regex(/^[0-9a-f]{96}$/),
  randomness: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

type Options = {
  /** Default: quicknet. */
  chain?: Chain
  relays: readonly string[]
  /** Receives each answer that is not the round: a fault of the relay, or a lie. */
  onFault?: (relay: string, error: unknown) => void
  /** Of one relay. */
  timeoutMs?: number
}

/**
 * drand over HTTPS. Two relays race; a relay that fails or lies is replaced by the next one. A round with a wrong signature counts as a
 * failure here, so that one lying relay cannot block the draw. The caller verifies the signature all the same.
 */
export function createDrandBeacon({
  chain = QUICKNET,
  relays,
  onFault,
  timeoutMs = BOUNDS.timeoutMs,
}: Options): Beacon {
  async function ask(relay: string, number: number, signal: AbortSignal): Promise<BeaconRound> {
    const url = `${relay.replace(/\/$/, '')}/${chain.chain}/public/${number}`
    const { status, text } = await fetchBounded(url, { ...BOUNDS, timeoutMs }, { signal })
    if (status !== 200) throw new Error(`The relay answered ${status}.`)
    const { round, signature, randomness } = RelayAnswer.parse(JSON.parse(text))
    if (round !== number) throw new Error(`The relay answered round ${round}.`)
    const hash = createHash('sha256').update(signature, 'hex').digest('hex')
    if (randomness !== undefined && randomness !== hash)
      throw new Error('The randomness is not the hash of the signature.')
    const { verifyRound } = await import('@redoubt/draw/round/beacon.ts')
    if (!verifyRound(chain, round, signature)) throw new Error('The signature is not of this round and chain.')
    return { round, signature }
  }

  /** Asks relays of the common list in turn. @throws when the list is used up. */
  async function askInTurn(rest: string[], number: number, signal: AbortSignal): Promise<BeaconRound> {
    for (let relay = rest.shift(); relay !== undefined && !signal.aborted; relay = rest.shift()) {
      try {
        return await ask(relay, number, signal)
      } catch (error) {
        if (!signal.aborted) onFault?.(relay, error)
      }
    }
    throw new Error('No relay is left.')
  }

  return {
    chain,
    async round(number) {
      if (!Number.isSafeInteger(number) || number < 1) return null
      const rest = [...relays]
      const losers = new AbortController()
      const racers = Array.from({ length: RACERS }, () => askInTurn(rest, number, losers.signal))
      try {
        return await Promise.any(racers)
      } catch {
        return null
      } finally {
        losers.abort()
      }
    },
  }
}
