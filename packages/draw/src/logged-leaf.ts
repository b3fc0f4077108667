import type { LoggedLeaf } from './bundle.ts'
import { bytesOfBase64, hexOf, utf8 } from './bytes.ts'
import { cosignedAt, parseCheckpoint } from './checkpoint.ts'
import { leafHash, verifyInclusion } from './merkle.ts'
import { type Note, parseNote, verifyNote } from './note.ts'
import { type Policy, quorumAt } from './policy.ts'

/** `quorumAt` is the second at which a quorum of witnesses had signed the checkpoint, or null. */
export type Proven = { size: number; root: string; quorumAt: number | null }

export class NotLogged extends Error {}

/**
 * Proves that a leaf is in the log of the policy. Each line of the checkpoint's signatures must be valid and known, so that no byte of a
 * checkpoint is without meaning.
 */
export function proveLogged({ leaf, index, proof, checkpoint }: LoggedLeaf, policy: Policy): Proven {
  const note = parseNote(checkpoint)
  const { origin, size, root } = parseCheckpoint(note.body)
  if (origin !== policy.log.name) throw new NotLogged('its checkpoint is of another log')
  checkSignatures(note, policy)
  const included = { index, size, leafHash: leafHash(utf8(leaf)), proof: proof.map(bytesOfBase64), root }
  if (!verifyInclusion(included)) throw new NotLogged('the proof does not lead from it to the signed checkpoint')
  return { size, root: hexOf(root), quorumAt: quorumAt(policy, note) }
}

function checkSignatures(note: Note, policy: Policy) {
  const { log, witnesses } = policy
  if (!verifyNote(note, policy.log)) throw new NotLogged('its checkpoint is not signed by the log')
  const seen = new Set<string>()
  for (const signature of note.signatures) {
    const signer = `${signature.name} ${signature.keyId}`
    const isLog = signature.name === log.name && signature.keyId === log.keyId
    if (!isLog && !witnesses.some(({ key }) => cosignedAt(note.body, key, signature) !== null))
      throw new NotLogged(`its checkpoint has a signature of ${signature.name} that does not hold`)
    if (seen.has(signer)) throw new NotLogged(`its checkpoint has two signatures of ${signature.name}`)
    seen.add(signer)
  }
}
