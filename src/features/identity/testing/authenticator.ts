import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation } from '../factors/contract.ts'

/** The part of CBOR (RFC 8949) that an authenticator writes: small integers, short texts, bytes and maps. */
const head = (major: number, n: number) =>
  n < 24
    ? Buffer.of((major << 5) | n)
    : n < 256
      ? Buffer.of((major << 5) | 24, n)
      : Buffer.of((major << 5) | 25, n >> 8, n & 255)
function cbor(value: number | string | Buffer | Map<unknown, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, part]) => [cbor(key as string), cbor(part as string)])
  return Buffer.concat([head(5, value.size), ...parts])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

type Ask = { challenge: string; origin: string }

/**
 * An authenticator with one passkey, with real keys and signatures.
 * @param options.verifies false: does not ask for a PIN or fingerprint.
 * @param options.counts false: the counter stays 0, as with synchronised passkeys.
 */
export function createAuthenticator(options: { verifies?: boolean; counts?: boolean } = {}) {
  const { verifies = true, counts = true } = options
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const key = cbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  let counter = 0

  const clientData = (type: string, { challenge, origin }: Ask) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  function authData(origin: string, flags: number, more = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const set = flags | USER_PRESENT | (verifies ? USER_VERIFIED : 0)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(set), count, more])
  }
  const id = base64url(credentialId)
  return {
    id,
    /** Sets the counter back, as in a cloned authenticator. */
    rewind: (to: number) => {
      counter = to
    },
    create(ask: Ask): Attestation {
      const length = Buffer.of(credentialId.length >> 8, credentialId.length & 255)
      const data = authData(ask.origin, HAS_CREDENTIAL, Buffer.concat([Buffer.alloc(16), length, credentialId, key]))
      const attestation = new Map<string, string | Buffer | Map<unknown, unknown>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', ask)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', response }
    },
    sign(ask: Ask): Assertion {
      if (counts) counter++
      const data = authData(ask.origin, 0)
      const client = clientData('webauthn.get', ask)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      }
      return { id, rawId: id, type: 'public-key', response }
    },
  }
}
