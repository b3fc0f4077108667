import { cosignedAt } from '@redoubt/draw/checkpoint.ts'
import { InvalidNote, parseNote, parseSignatureLine, parseVerifierKey, signatureLine } from '@redoubt/draw/note.ts'
import { formatRequest, MalformedRequest, parseSize } from '@redoubt/witness/request.ts'
import { type CosignAnswer, type CosignRequest, type Witness, WitnessFailed } from '#kernel/ports/witness.ts'

export type WitnessFacts = Pick<Witness, 'name' | 'vkey' | 'owner' | 'isOurs'>

/** The answer to an add-checkpoint call. */
export type AddCheckpointAnswer = { status: number; contentType: string; text: string }

/**
 * A witness behind an add-checkpoint call: writes the request, reads the answer, and takes no cosignature that does not verify.
 * @param facts `vkey` is read at each use, because a sandbox witness has its key from the start of the shop on.
 * @param send throws when the witness cannot be reached.
 */
export function createWitnessClient(
  facts: WitnessFacts,
  send: (body: string, request: CosignRequest) => Promise<AddCheckpointAnswer>,
): Witness {
  const { name, owner, isOurs } = facts
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
      return refused(name, request, answer)
    },
  }
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

function refused(name: string, { oldSize }: CosignRequest, answer: AddCheckpointAnswer): CosignAnswer {
  const { status, contentType, text } = answer
  if (status === 409) {
    const conflict = sizeOf(name, contentType, text)
    if (conflict !== oldSize) return { conflict }
    // Version 0 of the protocol answers another root at an equal size so.
    throw new WitnessFailed('inconsistent', `The witness ${name} knows another history of the log.`)
  }
  if (status === 422) throw new WitnessFailed('inconsistent', `The witness ${name} knows another history of the log.`)
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
