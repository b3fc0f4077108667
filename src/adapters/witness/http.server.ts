import { COSIGNATURE, parseVerifierKey } from '@redoubt/draw/note.ts'
import { ADD_CHECKPOINT } from '@redoubt/witness/request.ts'
import type { Witness } from '#kernel/ports/witness.ts'
import { fetchBounded } from '#platform/http/bounded-fetch.server.ts'
import { createWitnessClient, type WitnessFacts } from './witness-client.server.ts'

/** Room for dozens of cosignatures. */
const MAX_BYTES = 16 * 1024
/** A witness writes its state to disk before it answers. */
const PATIENCE_MS = 10_000

type Options = WitnessFacts & {
  /** The witness's submission prefix (c2sp.org/tlog-witness). */
  url: string
  timeoutMs?: number
}

/** A witness of another party over HTTP. */
export function createHttpWitness({ url, timeoutMs = PATIENCE_MS, ...facts }: Options): Witness {
  const endpoint = `${url.replace(/\/$/, '')}/${ADD_CHECKPOINT}`
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  return createWitnessClient(facts, body =>
    fetchBounded(endpoint, { timeoutMs, maxBytes: MAX_BYTES }, { method: 'POST', headers, body }),
  )
}

/** The owner of a witness that the shop runs, in `WITNESSES`. */
const OURS = 'ours'

/**
 * Reads lines of `<verifier key> <address> <owner>`.
 * @throws Error that names the wrong key.
 */
export function readWitnesses(lines: readonly string[]): Witness[] {
  const witnesses = lines.map(line => {
    const [vkey = '', url = '', ...words] = line.split(/\s+/)
    const { name, type } = parseVerifierKey(vkey)
    if (type !== COSIGNATURE) throw new Error(`the key ${name} is not of type 4 (cosignatures).`)
    const owner = words.join(' ')
    const isOurs = owner === OURS
    return createHttpWitness({ name, vkey, url, owner: isOurs ? 'This shop' : owner, isOurs })
  })
  if (new Set(witnesses.map(({ name }) => name)).size < witnesses.length) throw new Error('a name stands there twice.')
  return witnesses
}
