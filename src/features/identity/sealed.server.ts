import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Context } from '#adapters/context.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** A key of its own for this use, derived from the shop's secret; HMAC-SHA256 gives the 32 bytes that it needs. */
const keyOf = (ctx: Context) => Buffer.from(ctx.keyedHash('sealing key'), 'base64url')

/**
 * Encrypts what has to be read again later, such as the secret of an authenticator app.
 * @param owner whose it is: copied to somebody else's row, it does not open.
 */
export function seal(ctx: Context, text: string, owner: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(ctx), iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Reads what `seal` wrote. @throws when it was changed, is another's, or the shop's secret is another one now. */
export function unseal(ctx: Context, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, keyOf(ctx), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
