import { cosignedAt } from '@redoubt/draw/log/checkpoint.ts'
import { COSIGNATURE, parseNote, parseSignatureLine, parseVerifierKey } from '@redoubt/draw/log/note.ts'
import { ADD_CHECKPOINT } from '@redoubt/witness/request.ts'
import { originHash } from '@redoubt/witness/witness.ts'
import { type Witness, WitnessFailed } from '#kernel/ports/witness.ts'
import { fetchBounded } from '#platform/http/bounded-fetch.server.ts'
import { createWitnessClient, type WitnessFacts } from './witness-client.server.ts'

/** Room for dozens of cosignatures. */
const MAX_BYTES = 16 * 1024
/** A witness writes its state to disk before it answers. */
const PATIENCE_MS = 10_000

/** Clocks that follow NTP differ by less than a second. The margin between quorum and round is 300 seconds. */
const CLOCK_SECONDS = 120

type Options = WitnessFacts & {
  /** The witness's submission and monitoring prefix (c2sp.org/tlog-witness). */
  url: string
  now: () => Date
  timeoutMs?: number
}

/**
 * A witness of another party over HTTP. Its cosignature counts as of its own time, so a witness whose clock is wrong could make a freeze late,
 * or an altered one timely: it is refused, and the log names the difference.
 */
export function createHttpWitness({ url, now, timeoutMs = PATIENCE_MS, ...facts }: Options): Witness {
  const prefix = url.replace(/\/$/, '')
  const bounds = { timeoutMs, maxBytes: MAX_BYTES }
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  const client = createWitnessClient(facts, {
    send: body => fetchBounded(`${prefix}/${ADD_CHECKPOINT}`, bounds, { method: 'POST', headers, body }),
    async latest(origin) {
      const { status, text } = await fetchBounded(`${prefix}/${originHash(origin)}/checkpoint`, bounds)
      return status === 200 ? text : undefined
    },
  })
  return {
    ...client,
    async cosign(request) {
      const answer = await client.cosign(request)
      if ('line' in answer) refuseWrongClock(facts, request.checkpoint, answer.line, now())
      return answer
    },
  }
}

function refuseWrongClock({ name, vkey }: WitnessFacts, checkpoint: string, line: string, now: Date): void {
  const at = cosignedAt(parseNote(checkpoint).body, parseVerifierKey(vkey), parseSignatureLine(line))!
  const seconds = Math.round(at - +now / 1000)
  if (Math.abs(seconds) > CLOCK_SECONDS)
    throw new WitnessFailed('invalid', `The clock of the witness ${name} differs from ours by ${seconds} seconds.`)
}

/** The owner of a witness that the shop runs, in `WITNESSES`. */
const OURS = 'ours'

/**
 * Reads lines of `<verifier key> <address> <owner>`.
 * @throws Error that names the wrong key.
 */
export function readWitnesses(lines: readonly string[], now: () => Date): Witness[] {
  const witnesses = lines.map(line => {
    const [vkey = '', url = '', ...words] = line.split(/\s+/)
    const { name, type } = parseVerifierKey(vkey)
    if (type !== COSIGNATURE) throw new Error(`the key ${name} is not of type 4 (cosignatures).`)
    const owner = words.join(' ')
    const isOurs = owner === OURS
    return createHttpWitness({ name, vkey, url, now, owner: isOurs ? 'This shop' : owner, isOurs })
  })
  if (new Set(witnesses.map(({ name }) => name)).size < witnesses.length) throw new Error('a name stands there twice.')
  return witnesses
}
