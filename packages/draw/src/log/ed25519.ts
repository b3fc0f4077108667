import { ed25519 } from '@noble/curves/ed25519.js'
import { base64Of, hexOf } from '../bytes.ts'

type Crypto = typeof import('node:crypto')
type Key = ReturnType<Crypto['createPublicKey']>
type Verify = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

const MOST_KEYS = 100

/**
 * OpenSSL's answer, which takes a fiftieth of noble's time. Older versions accept keys that RFC 8032 does not allow, so only allowed ones reach it:
 * then it accepts no signature that noble refuses. A false answer decides nothing.
 */
function createQuickVerify({ createPublicKey, verify }: Crypto): Verify {
  const keys = new Map<string, Key | null>()
  const keyOf = (publicKey: Uint8Array): Key | null => {
    if (!isAllowed(publicKey)) return null
    const x = base64Of(publicKey).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  }
  return (publicKey, message, signature) => {
    const hex = hexOf(publicKey)
    if (!keys.has(hex)) {
      if (keys.size >= MOST_KEYS) keys.clear()
      keys.set(hex, keyOf(publicKey))
    }
    const key = keys.get(hex)!
    return key !== null && verify(null, message, key, signature)
  }
}

function isAllowed(publicKey: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(publicKey, false).isSmallOrder()
  } catch {
    return false
  }
}

/**
 * Ed25519 as in RFC 8032, without the points and numbers that it does not allow.
 * @param openssl Node's; without it, as in a browser, noble alone decides.
 */
export function createVerify(openssl: Crypto | undefined): Verify {
  const quick = openssl && createQuickVerify(openssl)
  return (publicKey, message, signature) => {
    if (publicKey.length !== 32 || signature.length !== 64) return false
    if (quick?.(publicKey, message, signature)) return true
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false })
    } catch {
      return false
    }
  }
}

export const verifySignature = createVerify(globalThis.process?.getBuiltinModule?.('node:crypto'))
