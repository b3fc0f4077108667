import { base64Of, bytesOfBase64 } from '@redoubt/draw/bytes.ts'

/** The body of an add-checkpoint call (c2sp.org/tlog-witness). */
export type AddCheckpoint = { oldSize: number; proof: readonly Uint8Array[]; checkpoint: string }

/** The body is not of the protocol's form. */
export class MalformedRequest extends Error {}

const HASH_BYTES = 32
const MAX_PROOF_LINES = 63

/** The call's path under the witness's URL. */
export const ADD_CHECKPOINT = 'add-checkpoint'

export const formatRequest = ({ oldSize, proof, checkpoint }: AddCheckpoint): string =>
  [`old ${oldSize}`, ...proof.map(base64Of), '', checkpoint].join('\n')

/** @throws MalformedRequest */
export function parseRequest(body: string): AddCheckpoint {
  const end = body.indexOf('\n\n')
  if (end < 0) throw new MalformedRequest('There is no empty line before the checkpoint.')
  const [first = '', ...lines] = body.slice(0, end).split('\n')
  if (!first.startsWith('old ')) throw new MalformedRequest('The first line is not "old <size>".')
  if (lines.length > MAX_PROOF_LINES) throw new MalformedRequest(`The proof has more than ${MAX_PROOF_LINES} lines.`)
  return { oldSize: parseSize(first.slice(4)), proof: lines.map(hashOf), checkpoint: body.slice(end + 2) }
}

/** A tree size in decimal without leading zeros. @throws MalformedRequest */
export function parseSize(text: string): number {
  const size = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(size)) throw new MalformedRequest('The size is no decimal number.')
  return size
}

function hashOf(line: string): Uint8Array {
  let hash: Uint8Array
  try {
    hash = bytesOfBase64(line)
  } catch {
    throw new MalformedRequest('A line of the proof is no base64.')
  }
  if (hash.length !== HASH_BYTES) throw new MalformedRequest('A line of the proof is no hash.')
  return hash
}
