import { base64Of, bytesOfBase64, isSame, sha256, utf8 } from '@redoubt/draw/bytes.ts'
import { type Checkpoint, cosignatureLine, cosignatureMessage, parseCheckpoint } from '@redoubt/draw/log/checkpoint.ts'
import { EMPTY_FRONTIER, rootOf, verifyConsistency } from '@redoubt/draw/log/merkle.ts'
import {
  InvalidNote,
  type Note,
  parseNote,
  parseVerifierKey,
  signatureLine,
  verifyNote,
} from '@redoubt/draw/log/note.ts'
import { type AddCheckpoint, MalformedRequest, parseRequest } from './request.ts'
import type { SigningKey } from './signing-key.ts'

/** The latest checkpoint that the witness cosigned for a log. */
export type CosignedCheckpoint = {
  size: number
  /** Base64. */
  root: string
  /** The cosignature's time in seconds. */
  at: number
  /** The checkpoint with the signatures of the log and of the witness. */
  note: string
}

/**
 * A signed checkpoint that does not continue the cosigned one. Both texts carry the log's signature.
 * - `fork`: another root at the cosigned size. This alone proves that the log has two histories.
 * - `older`: smaller than the cosigned size: a late request, or a log that was set back.
 * - `inconsistent`: larger, and its consistency proof is wrong.
 */
export type Evidence = {
  kind: 'fork' | 'older' | 'inconsistent'
  at: number
  origin: string
  cosigned: string
  submitted: string
}

export type WitnessAnswer = { status: number; contentType: string; body: string }

type Decision = { answer: WitnessAnswer; next?: CosignedCheckpoint; evidence?: Evidence }

export type WitnessStore = {
  /**
   * Runs `decide` with the origin's latest checkpoint while no other call decides on this origin, and resolves with its answer once
   * `next` and `evidence` are durable.
   */
  update: (
    origin: string,
    decide: (last: CosignedCheckpoint | undefined) => Promise<Decision>,
  ) => Promise<WitnessAnswer>
  read: (origin: string) => Promise<CosignedCheckpoint | undefined>
}

type Options = {
  key: SigningKey
  /** The verifier keys that the witness trusts for an origin; empty for an unknown log. */
  logKeysOf: (origin: string) => readonly string[] | Promise<readonly string[]>
  store: WitnessStore
  now: () => Date
}

export type LogWitness = {
  /** Answers the body of an add-checkpoint call by the rules of c2sp.org/tlog-witness. */
  addCheckpoint: (body: string) => Promise<WitnessAnswer>
}

/** Cosignatures of one key over the logs that it knows. All state is in the store. */
export function createWitness({ key, logKeysOf, store, now }: Options): LogWitness {
  function cosign(note: Note, { size, root }: Checkpoint, logKeys: readonly string[], notBefore: number): Decision {
    // A clock that was set back does not backdate: no cosignature is older than the one before.
    const at = Math.max(Math.floor(+now() / 1000), notBefore)
    const line = cosignatureLine(key.vkey, at, key.sign(cosignatureMessage(note.body, at)))
    const text = `${note.body}\n${logSignaturesOf(note, logKeys)}${line}`
    return { answer: plain(200, line), next: { size, root: base64Of(root), at, note: text } }
  }

  return {
    async addCheckpoint(body) {
      const parsed = parsedOf(body)
      if ('status' in parsed) return parsed
      const { request, note, checkpoint } = parsed
      const logKeys = await logKeysOf(checkpoint.origin)
      if (logKeys.length === 0) return plain(404, 'This log is unknown.\n')
      if (!isSignedBy(note, logKeys)) return plain(403, 'No key of this log signed the checkpoint.\n')
      return store.update(checkpoint.origin, async last => {
        const refusal = refusalOf(request, checkpoint, last)
        if (!refusal) return cosign(note, checkpoint, logKeys, last?.at ?? 0)
        const kind = evidenceKind(refusal.status, checkpoint, last)
        if (!kind || !last) return { answer: refusal }
        const at = Math.floor(+now() / 1000)
        const submitted = `${note.body}\n${logSignaturesOf(note, logKeys)}`
        const evidence: Evidence = { kind, at, origin: checkpoint.origin, cosigned: last.note, submitted }
        return { answer: refusal, evidence }
      })
    },
  }
}

type Parsed = { request: AddCheckpoint; note: Note; checkpoint: Checkpoint }

function parsedOf(body: string): Parsed | WitnessAnswer {
  try {
    const request = parseRequest(body)
    const note = parseNote(request.checkpoint)
    return { request, note, checkpoint: parseCheckpoint(note.body) }
  } catch (error) {
    if (error instanceof MalformedRequest || error instanceof InvalidNote) return plain(400, `${error.message}\n`)
    throw error
  }
}

/** A wrong signature under a trusted key's name and id spoils the note, even beside a right one of another key. */
function isSignedBy(note: Note, logKeys: readonly string[]): boolean {
  const present = logKeys.filter(vkey => ownSignatures(note, vkey).length > 0)
  return present.length > 0 && present.every(vkey => verifyNote(note, vkey))
}

function ownSignatures({ signatures }: Note, vkey: string) {
  const key = parseVerifierKey(vkey)
  return signatures.filter(({ name, keyId }) => name === key.name && keyId === key.keyId)
}

const logSignaturesOf = (note: Note, logKeys: readonly string[]): string =>
  logKeys
    .flatMap(vkey => ownSignatures(note, vkey))
    .map(signatureLine)
    .join('')

const EMPTY_ROOT = rootOf(EMPTY_FRONTIER)

/** The checks against the cosigned checkpoint, in the specification's order; undefined when the new one continues it. */
function refusalOf(
  { oldSize, proof }: AddCheckpoint,
  { size, root }: Checkpoint,
  last: CosignedCheckpoint | undefined,
): WitnessAnswer | undefined {
  if (oldSize > size) return plain(400, 'The old size is larger than the checkpoint.\n')
  const lastSize = last?.size ?? 0
  if (oldSize !== lastSize) return { status: 409, contentType: 'text/x.tlog.size', body: `${lastSize}\n` }
  const oldRoot = last ? bytesOfBase64(last.root) : EMPTY_ROOT
  if (size === 0 && !isSame(root, EMPTY_ROOT)) return plain(422, 'The empty tree has another root.\n')
  if (!verifyConsistency({ oldSize, oldRoot, size, root, proof }))
    return plain(422, 'The checkpoint does not continue the one before.\n')
  return undefined
}

function evidenceKind(
  status: number,
  { size, root }: Checkpoint,
  last: CosignedCheckpoint | undefined,
): Evidence['kind'] | undefined {
  if (!last) return undefined
  if (size === last.size) return base64Of(root) === last.root ? undefined : 'fork'
  if (size < last.size) return 'older'
  return status === 422 ? 'inconsistent' : undefined
}

const plain = (status: number, body: string): WitnessAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
})

/** The path segment of a log in the monitoring interface. */
export const originHash = (origin: string): string => Buffer.from(sha256(utf8(origin))).toString('hex')
