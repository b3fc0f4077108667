import type { LoggedLeaf } from '../bundle.ts'
import { bytesOfBase64, hexOf, utf8 } from '../bytes.ts'
import { type Cosigned, cosignedAt, parseCheckpoint } from './checkpoint.ts'
import { leafHash, verifyInclusion } from './merkle.ts'
import { type Note, parseNote, verifyNote } from './note.ts'
import { type Policy, quorumTime } from './policy.ts'

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
  const included = { index, size, leafHash: leafHash(utf8(leaf)), proof: proof.map(bytesOfBase64), root }
  if (!verifyInclusion(included)) throw new NotLogged('the proof does not lead from it to the signed checkpoint')
  return { size, root: hexOf(root), quorumAt: quorumTime(policy, verifySignatures(note, policy)) }
}

/** The cosignatures of a note, of which every signature holds. */
function verifySignatures(note: Note, { log, witnesses }: Policy): Cosigned[] {
  if (!verifyNote(note, log)) throw new NotLogged('its checkpoint is not signed by the log')
  const cosigned: Cosigned[] = []
  const rest = note.signatures.filter(({ name, keyId }) => name !== log.name || keyId !== log.keyId)
  for (const signature of rest) {
    const { name, keyId } = signature
    const key = witnesses.map(witness => witness.key).find(known => known.name === name && known.keyId === keyId)
    const at = key ? cosignedAt(note.body, key, signature) : null
    if (at === null) throw new NotLogged(`its checkpoint has a signature of ${name} that does not hold`)
    if (cosigned.some(({ witness }) => witness === name))
      throw new NotLogged(`its checkpoint is signed twice by ${name}`)
    cosigned.push({ witness: name, at })
  }
  if (rest.length !== note.signatures.length - 1) throw new NotLogged('its checkpoint is signed twice by the log')
  return cosigned
}
