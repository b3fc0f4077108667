import { type Checkpoint, cosignedAt, parseCheckpoint } from '@redoubt/draw/log/checkpoint.ts'
import { verifyConsistency } from '@redoubt/draw/log/merkle.ts'
import {
  InvalidNote,
  parseNote,
  parseSignatureLine,
  parseVerifierKey,
  signatureLine,
  verifyNote,
} from '@redoubt/draw/log/note.ts'
import { formatRequest, MalformedRequest, parseSize } from '@redoubt/witness/request.ts'
import { type CosignRequest, type Witness, WitnessFailed } from '#kernel/ports/witness.ts'

export type WitnessFacts = Pick<Witness, 'name' | 'vkey' | 'owner' | 'isOurs'>

/** The answer to an add-checkpoint call. */
export type AddCheckpointAnswer = { status: number; contentType: string; text: string }

type Calls = {
  /** The add-checkpoint call. Throws when the witness cannot be reached. */
  send: (body: string, request: CosignRequest) => Promise<AddCheckpointAnswer>
  /** The latest checkpoint that the witness shows to monitors; undefined when it shows none. */
  latest: (origin: string) => Promise<string | undefined>
}

/**
 * A witness behind an add-checkpoint call: writes the request, reads the answer, and takes no cosignature that does not verify. A witness
 * that claims another history must show a checkpoint with the log's signature, because the shop stops signing over it: otherwise one lying
 * witness could stop all draws.
 * @param facts `vkey` is read at each use, because a sandbox witness has its key from the start of the shop on.
 */
export function createWitnessClient(facts: WitnessFacts, { send, latest }: Calls): Witness {
  const { name, owner, isOurs } = facts

  async function shownCheckpoint({ checkpoint, logVkey }: CosignRequest): Promise<Checkpoint | undefined> {
    const { origin } = parseCheckpoint(parseNote(checkpoint).body)
    const text = await latest(origin).catch(() => undefined)
    if (text === undefined || !verifyNote(text, logVkey)) return undefined
    const shown = parseCheckpoint(parseNote(text).body)
    return shown.origin === origin ? shown : undefined
  }

  return {
    name,
    owner,
    isOurs,
    get vkey() {
      return facts.vkey
    },
    async cosign(request) {
      const answer = await send(formatRequest(request), request).catch(error => {
        throw new WitnessFailed('unreachable', `The witness ${name} does not answer.`, error)
      })
      if (answer.status === 200) return { line: ownLine(name, facts.vkey, request.checkpoint, answer.text) }
      const conflict = conflictOf(name, request, answer)
      const { size } = parseCheckpoint(parseNote(request.checkpoint).body)
      if (conflict !== undefined && conflict <= size) return { conflict }
      const shown = await shownCheckpoint(request)
      if (!shown || !contradicts(request, shown, conflict))
        throw new WitnessFailed('invalid', `The witness ${name} claims another history of the log without proof.`)
      if (conflict !== undefined) return { conflict }
      throw new WitnessFailed('inconsistent', `The witness ${name} knows another history of the log.`)
    },
  }
}

/** True when the shown checkpoint is as large as the witness says, or when the request does not continue it. */
function contradicts({ oldSize, proof, checkpoint }: CosignRequest, shown: Checkpoint, conflict: number | undefined) {
  if (conflict !== undefined) return shown.size === conflict
  const { size, root } = parseCheckpoint(parseNote(checkpoint).body)
  return shown.size === oldSize && !verifyConsistency({ oldSize, oldRoot: shown.root, size, root, proof })
}

/** Ignores lines of other keys, as the specification says. @throws WitnessFailed when no line of the key verifies. */
function ownLine(name: string, vkey: string, checkpoint: string, text: string): string {
  const key = parseVerifierKey(vkey)
  const { body } = parseNote(checkpoint)
  try {
    if (!text.endsWith('\n')) throw new InvalidNote('The last line is cut off.')
    const signatures = text
      .slice(0, -1)
      .split('\n')
      .map(line => parseSignatureLine(`${line}\n`))
    const own = signatures.find(signature => cosignedAt(body, key, signature) !== null)
    if (own) return signatureLine(own)
    throw new InvalidNote('No cosignature of its key verifies.')
  } catch (error) {
    throw new WitnessFailed('invalid', `The witness ${name} answered no valid cosignature.`, error)
  }
}

/**
 * @returns the size of a conflict; undefined when the witness says that the checkpoint does not continue its own.
 * @throws WitnessFailed for all other answers.
 */
function conflictOf(name: string, { oldSize }: CosignRequest, answer: AddCheckpointAnswer): number | undefined {
  const { status, contentType, text } = answer
  if (status === 409) {
    const size = sizeOf(name, contentType, text)
    // Version 0 of the protocol answers another root at an equal size so.
    return size === oldSize ? undefined : size
  }
  if (status === 422) return undefined
  if (status === 403 || status === 404)
    throw new WitnessFailed('unknown_log', `The witness ${name} does not know the log: it answered ${status}.`)
  const fault = status >= 500 || status === 429 ? 'unreachable' : 'invalid'
  throw new WitnessFailed(fault, `The witness ${name} answered ${status}.`)
}

function sizeOf(name: string, contentType: string, text: string): number {
  try {
    if (contentType.split(';')[0]?.trim() === 'text/x.tlog.size' && text.endsWith('\n'))
      return parseSize(text.slice(0, -1))
  } catch (error) {
    if (!(error instanceof MalformedRequest)) throw error
  }
  throw new WitnessFailed('invalid', `The witness ${name} answered 409 without its size.`)
}
