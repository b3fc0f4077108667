import { base64Of, bytesOfBase64, concat, uint64, utf8 } from '../bytes.ts'
import { verifySignature } from './ed25519.ts'
import {
  COSIGNATURE,
  InvalidNote,
  isKeyName,
  type Note,
  type NoteSignature,
  parseVerifierKey,
  signatureLine,
  type VerifierKey,
} from './note.ts'

/** Checkpoints and cosignatures of C2SP (c2sp.org/tlog-checkpoint, c2sp.org/tlog-cosignature), without extension lines. */
export type Checkpoint = { origin: string; size: number; root: Uint8Array }

/** `witness` is the name of the key; `at` is in seconds. */
export type Cosigned = { witness: string; at: number }

type Witnesses = { witnesses: readonly { key: VerifierKey }[] }

export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64Of(root)}\n`
}

export function parseCheckpoint(body: string): Checkpoint {
  const [origin, size, root, end, ...more] = body.split('\n')
  if (!origin || !size || !root || end !== '' || more.length > 0 || !isKeyName(origin))
    throw new InvalidNote('A checkpoint has three lines.')
  if (!/^(?:0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size)))
    throw new InvalidNote('The size of a checkpoint is a whole number.')
  const hash = hashOf(root)
  return { origin, size: Number(size), root: hash }
}

function hashOf(text: string): Uint8Array {
  try {
    const hash = bytesOfBase64(text)
    if (hash.length === 32) return hash
  } catch {}
  throw new InvalidNote('The root of a checkpoint is 32 bytes in Base64.')
}

export const cosignatureMessage = (body: string, seconds: number): Uint8Array =>
  utf8(`cosignature/v1\ntime ${seconds}\n${body}`)

/** The line that a witness answers. `signature` is its Ed25519 signature of `cosignatureMessage`. */
export function cosignatureLine(vkey: string, seconds: number, signature: Uint8Array): string {
  const { name, keyId } = parseVerifierKey(vkey)
  return signatureLine({ name, keyId, signature: concat(uint64(seconds), signature) })
}

/** The time of a valid cosignature in seconds, or null. */
export function cosignedAt(body: string, key: VerifierKey, { name, keyId, signature }: NoteSignature): number | null {
  if (key.type !== COSIGNATURE || name !== key.name || keyId !== key.keyId || signature.length !== 72) return null
  const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)
  if (seconds > BigInt(Number.MAX_SAFE_INTEGER)) return null
  const at = Number(seconds)
  return verifySignature(key.publicKey, cosignatureMessage(body, at), signature.slice(8)) ? at : null
}

/** Valid cosignatures of the policy's witnesses, the first time of each, in the policy's order. */
export function cosignaturesOf(note: Note, policy: Witnesses): Cosigned[] {
  return policy.witnesses.flatMap(({ key }) => {
    const times = note.signatures.map(signature => cosignedAt(note.body, key, signature)).filter(at => at !== null)
    return times.length > 0 ? [{ witness: key.name, at: Math.min(...times) }] : []
  })
}
