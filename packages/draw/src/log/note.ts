import { ed25519 } from '@noble/curves/ed25519.js'
import { base64Of, bytesOfBase64, bytesOfHex, concat, hexOf, isSame, sha256, utf8 } from '../bytes.ts'
import { verifySignature } from './ed25519.ts'

/** Signed notes of C2SP (c2sp.org/signed-note), with Ed25519 alone. */
export const ED25519 = 0x01
export const COSIGNATURE = 0x04
export type KeyType = typeof ED25519 | typeof COSIGNATURE

/** A text that is no signed note, no verifier key, or not the only text of its meaning. */
export class InvalidNote extends Error {}

/** `keyId` is 8 hex digits; `signature` is what follows the key id: 64 bytes, or 72 with the time of a cosignature. */
export type NoteSignature = { name: string; keyId: string; signature: Uint8Array }
export type Note = { body: string; signatures: NoteSignature[] }
export type VerifierKey = { name: string; keyId: string; type: KeyType; publicKey: Uint8Array }

/** `sign` answers what follows the key id in the signature line. */
export type NoteSigner = { name: string; vkey: string; sign(message: Uint8Array): Promise<Uint8Array> }

const MAX_SIGNATURES = 64
const DASH = '\u2014'

export const isKeyName = (name: string): boolean => name !== '' && !/[\s+\p{Cc}\p{Zs}\p{Zl}\p{Zp}]/u.test(name)

export function keyIdOf(name: string, type: number, publicKey: Uint8Array): string {
  return hexOf(sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, 4))
}

export function verifierKey(name: string, type: KeyType, publicKey: Uint8Array): string {
  return `${name}+${keyIdOf(name, type, publicKey)}+${base64Of(concat(Uint8Array.of(type), publicKey))}`
}

export function parseVerifierKey(vkey: string): VerifierKey {
  // Base64 has plus signs of its own, so only the first two part the fields.
  const first = vkey.indexOf('+')
  const second = vkey.indexOf('+', first + 1)
  const name = vkey.slice(0, Math.max(first, 0))
  const keyId = vkey.slice(first + 1, Math.max(second, 0))
  if (second < 0 || !isKeyName(name)) throw new InvalidNote('This is no verifier key.')
  const bytes = decoded(vkey.slice(second + 1))
  const type = bytes[0]
  const publicKey = bytes.slice(1)
  if ((type !== ED25519 && type !== COSIGNATURE) || publicKey.length !== 32)
    throw new InvalidNote('The verifier key is of an unknown kind.')
  if (keyIdOf(name, type, publicKey) !== keyId) throw new InvalidNote('The id of the verifier key is not its own.')
  return { name, keyId, type, publicKey }
}

export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  return `${DASH} ${name} ${base64Of(concat(bytesOfHex(keyId), signature))}\n`
}

export function parseSignatureLine(line: string): NoteSignature {
  const [dash, name, text, ...more] = (line.endsWith('\n') ? line.slice(0, -1) : '').split(' ')
  if (dash !== DASH || !name || !text || more.length > 0 || !isKeyName(name))
    throw new InvalidNote('A signature line has another form.')
  const bytes = decoded(text)
  if (bytes.length <= 4) throw new InvalidNote('A signature is empty.')
  return { name, keyId: hexOf(bytes.slice(0, 4)), signature: bytes.slice(4) }
}

export function formatNote(body: string, signatures: readonly NoteSignature[]): string {
  if (!body.endsWith('\n')) throw new InvalidNote('The text of a note ends with a line feed.')
  return `${body}\n${signatures.map(signatureLine).join('')}`
}

export function parseNote(text: string): Note {
  const end = text.lastIndexOf('\n\n')
  if (end < 0 || !text.endsWith('\n')) throw new InvalidNote('This is no signed note.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the specification refuses them
  if (/[\0-\x09\x0b-\x1f]/.test(text) || !text.isWellFormed()) throw new InvalidNote('A note has a control character.')
  const lines = text
    .slice(end + 2)
    .split('\n')
    .slice(0, -1)
  if (lines.length === 0 || lines.length > MAX_SIGNATURES)
    throw new InvalidNote('A note has too few or many signatures.')
  return { body: text.slice(0, end + 1), signatures: lines.map(line => parseSignatureLine(`${line}\n`)) }
}

export async function signNote(body: string, signers: readonly NoteSigner[]): Promise<string> {
  const sign = async ({ vkey, sign }: NoteSigner): Promise<NoteSignature> => {
    const { name, keyId } = parseVerifierKey(vkey)
    return { name, keyId, signature: await sign(utf8(body)) }
  }
  return formatNote(body, await Promise.all(signers.map(sign)))
}

/** True if the key of type Ed25519 signed the note. False on every text that is no note. */
export function verifyNote(note: string | Note, vkey: string | VerifierKey): boolean {
  try {
    const key = typeof vkey === 'string' ? parseVerifierKey(vkey) : vkey
    const { body, signatures } = typeof note === 'string' ? parseNote(note) : note
    const own = signatures.filter(({ name, keyId }) => name === key.name && keyId === key.keyId)
    return (
      key.type === ED25519 &&
      own.length > 0 &&
      own.every(({ signature }) => verifySignature(key.publicKey, utf8(body), signature))
    )
  } catch (error) {
    if (error instanceof InvalidNote) return false
    throw error
  }
}

/** A signer with its secret in memory, for tests, demos and the witness of a file. */
export function signerOf(name: string, secretKey: Uint8Array): NoteSigner {
  const vkey = verifierKey(name, ED25519, ed25519.getPublicKey(secretKey))
  return { name, vkey, sign: async message => ed25519.sign(message, secretKey) }
}

function decoded(text: string): Uint8Array {
  try {
    return bytesOfBase64(text)
  } catch {
    throw new InvalidNote('A key or signature is no canonical Base64.')
  }
}

export const isSameKey = (a: VerifierKey, b: VerifierKey): boolean => isSame(a.publicKey, b.publicKey)
