import { utf8 } from '@redoubt/draw/bytes.ts'
import { formatCheckpoint } from '@redoubt/draw/log/checkpoint.ts'
import { consistencyProof, leafHash, treeRoot } from '@redoubt/draw/log/merkle.ts'
import { type NoteSigner, signerOf, signNote } from '@redoubt/draw/log/note.ts'
import { type AddCheckpoint, formatRequest } from '../request.ts'

/** A log whose owner may sign anything: leaves are texts, and a branch is another history under the same key. */
export type TestLog = {
  signer: NoteSigner
  leaves: string[]
  /** A signed checkpoint of the first `size` leaves. */
  checkpoint: (size?: number) => Promise<string>
  /** The parts of an add-checkpoint call. */
  addition: (oldSize: number, size?: number) => Promise<AddCheckpoint>
  /** The body of an add-checkpoint call. */
  request: (oldSize: number, size?: number) => Promise<string>
  /** Another history: the first `size` leaves and then others. */
  branch: (size: number, ...leaves: string[]) => TestLog
}

const leavesOf = (count: number) => Array.from({ length: count }, (_leaf, index) => `leaf ${index}`)

export const ORIGIN = 'shop.example/redoubt/log'

/** @param secret 1 to 255, so that tests have logs of different keys. */
export function createTestLog(count: number, { origin = ORIGIN, secret = 1 } = {}): TestLog {
  return logOf(signerOf(origin, new Uint8Array(32).fill(secret)), leavesOf(count))
}

function logOf(signer: NoteSigner, leaves: string[]): TestLog {
  const hashesOf = (size: number) => leaves.slice(0, size).map(leaf => leafHash(utf8(leaf)))
  const checkpoint = (size = leaves.length) =>
    signNote(formatCheckpoint({ origin: signer.name, size, root: treeRoot(hashesOf(size)) }), [signer])
  const addition = async (oldSize: number, size = leaves.length) => {
    const proof = oldSize <= size ? consistencyProof(hashesOf(size), oldSize) : []
    return { oldSize, proof, checkpoint: await checkpoint(size) }
  }
  return {
    signer,
    leaves,
    checkpoint,
    addition,
    request: async (oldSize, size) => formatRequest(await addition(oldSize, size)),
    branch: (size, ...more) => logOf(signer, [...leaves.slice(0, size), ...more]),
  }
}
