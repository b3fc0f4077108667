import crypto from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, it } from 'vitest'
import { concat, sha256, utf8 } from '../bytes.ts'
import { createVerify } from './ed25519.ts'

const secret = sha256(utf8('a secret'))
const own = ed25519.getPublicKey(secret)
const message = utf8('a message')
const signature = ed25519.sign(message, secret)
const { Fn, BASE } = ed25519.Point
const bytesOf = (point: typeof BASE, s: bigint) => concat(point.toBytes(), Fn.toBytes(s))
const plus = (bytes: Uint8Array, at: number, by = 1) => bytes.with(at, (bytes[at]! + by) & 255)

/** y = 1, the identity: under this key `R = sB` is a signature of every text. An older OpenSSL accepts it. */
const IDENTITY = new Uint8Array(32).with(0, 1)
/** y = p + 1, the identity once more, in a form that is not reduced. */
const NOT_REDUCED = new Uint8Array(32).fill(255).with(0, 0xee).with(31, 0x7f)

const CASES: [string, key: Uint8Array, message: Uint8Array, signature: Uint8Array, holds: boolean][] = [
  ['its own', own, message, signature, true],
  ['of another text', own, utf8('another'), signature, false],
  ['of another key', ed25519.getPublicKey(sha256(utf8('b'))), message, signature, false],
  ['with another point', own, message, plus(signature, 3), false],
  ['with another number', own, message, plus(signature, 40), false],
  ['with its number and the order of the curve', own, message, withOrder(signature), false],
  ['under the identity', IDENTITY, message, bytesOf(BASE.multiply(7n), 7n), false],
  ['under the identity, not reduced', NOT_REDUCED, message, bytesOf(BASE.multiply(7n), 7n), false],
  ['under a key that is no point', new Uint8Array(32).fill(2), message, signature, false],
  ['too short', own, message, signature.slice(1), false],
  ['under a short key', own.slice(1), message, signature, false],
]

/** The second number with the same remainder, which RFC 8032 refuses. */
function withOrder(given: Uint8Array): Uint8Array {
  let rest = BigInt(`0x${Buffer.from(given.slice(32).toReversed()).toString('hex')}`) + Fn.ORDER
  const number = new Uint8Array(32)
  for (const at of number.keys()) {
    number[at] = Number(rest & 255n)
    rest >>= 8n
  }
  return concat(given.slice(0, 32), number)
}

it.each(CASES)('a signature %s has one answer with OpenSSL and without', (_, key, text, given, holds) => {
  expect(createVerify(crypto)(key, text, given)).toBe(holds)
  expect(createVerify(undefined)(key, text, given)).toBe(holds)
})

it.each(CASES.filter(([name]) => name.startsWith('under')))(
  'no OpenSSL is asked about a signature %s, because an older one accepts keys that RFC 8032 does not allow',
  (_, key, text, given) => {
    expect(createVerify({ ...crypto, verify: () => true })(key, text, given)).toBe(false)
  },
)
