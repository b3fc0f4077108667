import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

/** RFC 6238 as every authenticator app knows it: SHA-1, 6 digits, 30 seconds; 20 random bytes as RFC 4226 asks. */
const SECRET_BYTES = 20
/** Steps before and after now that still count, for clocks that go wrong and people who type slowly. */
const WINDOW = 1

/** A new secret in base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What an authenticator app is given, as text. */
export const uriOf = (secret: string, email: string): string =>
  new TOTP({ issuer: 'Redoubt', label: email, secret }).toString()

/**
 * The time step whose code this is; null when it is none of those around now.
 * Whoever takes a code must take each step once, and none before it.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW })
  return delta === null ? null : TOTP.counter({ timestamp }) + delta
}

/** A QR code as one path of an SVG of `size` by `size` units. A screen draws it without having to trust any markup. */
export function qrPathOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, path }
}
