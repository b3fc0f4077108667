import { hashPassword, verifyPassword } from 'better-auth/crypto'

/** better-auth's scrypt (salted, in Node's thread pool). */
export { hashPassword }

let nobodys: Promise<string> | undefined

/**
 * Whether a password matches a stored hash. Without a hash the work is equal and the result is false, so that the response time does not
 * reveal accounts.
 */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  nobodys ??= hashPassword(crypto.randomUUID())
  const right = await verifyPassword({ password, hash: hash ?? (await nobodys) })
  return right && hash !== undefined
}
