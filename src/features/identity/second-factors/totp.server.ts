import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

/** RFC 6238 with the parameters of all authenticator apps: SHA-1, 6 digits, 30 seconds; 20 random bytes as in RFC 4226. */
const SECRET_BYTES = 20
/** Accepted steps before and after now, for wrong clocks and slow typing. */
const WINDOW = 1

/** A new secret in base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The otpauth URI for an authenticator app. */
export const uriOf = (secret: string, email: string): string =>
  new TOTP({ issuer: 'Redoubt', label: email, secret }).toString()

/**
 * The time step of a code; null when no step around now matches.
 * The caller must accept each step once, and none before it.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW })
  return delta === null ? null : TOTP.counter({ timestamp }) + delta
}

/** A QR code as one path of an SVG of `size` by `size` units, so that a screen draws it without trusting markup. */
export function qrPathOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, path }
}
