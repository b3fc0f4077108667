import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { base64Of, bytesOfBase64, concat } from '@redoubt/draw/bytes.ts'
import { verifierKey } from '@redoubt/draw/log/note.ts'

/** Ed25519 cosignatures (c2sp.org/tlog-cosignature). */
export const COSIGNATURE_TYPE = 0x04

export type SigningKey = {
  name: string
  vkey: string
  sign: (message: Uint8Array) => Uint8Array
}

/** The DER prefix of an Ed25519 private key (RFC 8410) before its 32 bytes. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
/** 33 bytes in base64: the type and the seed. */
const KEY_TEXT = /^PRIVATE\+KEY\+([^+\s]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})\n?$/

/**
 * Makes a key with an own random seed.
 * @param name a URL without a scheme that names the witness, without spaces and plus signs.
 * @returns the key as text: `PRIVATE+KEY+<name>+<key id>+<base64>`, the form of the Go note package.
 */
export function createKeyText(name: string): string {
  if (!/^[^+\s]{1,200}$/.test(name)) throw new Error('The name has 1 to 200 characters, without spaces and plus signs.')
  const seed = randomBytes(32)
  const [, keyId] = parts(vkeyOf(name, privateKeyOf(seed)))
  return `PRIVATE+KEY+${name}+${keyId}+${base64Of(concat(Uint8Array.of(COSIGNATURE_TYPE), seed))}\n`
}

/** @throws Error for a text that is no key, or a key whose id does not fit its name and seed. */
export function readKeyText(text: string): SigningKey {
  const [, name, keyId, encoded] = KEY_TEXT.exec(text) ?? []
  if (!name || !encoded) throw new Error('This is no key of a witness.')
  const material = bytesOfBase64(encoded)
  if (material[0] !== COSIGNATURE_TYPE) throw new Error('The key is of another type than Ed25519 cosignatures.')
  const key = privateKeyOf(material.subarray(1))
  const vkey = vkeyOf(name, key)
  if (parts(vkey)[1] !== keyId) throw new Error('The key is damaged: its id does not fit.')
  return { name, vkey, sign: message => sign(null, message, key) }
}

const parts = (vkey: string) => vkey.split('+')

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })

function vkeyOf(name: string, key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  return verifierKey(name, COSIGNATURE_TYPE, new Uint8Array(Buffer.from(x!, 'base64url')))
}
