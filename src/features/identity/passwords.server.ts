import { hashPassword, verifyPassword } from 'better-auth/crypto'

/** better-auth's scrypt (salted, in Node's thread pool). */
export { hashPassword }

let nobodys: Promise<string> | undefined

/**
 * Whether a password belongs to a stored hash. Without a hash it works as long as with one and says no, so that the time an
 * answer takes does not tell who has an account.
 */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  nobodys ??= hashPassword(crypto.randomUUID())
  const right = await verifyPassword({ password, hash: hash ?? (await nobodys) })
  return right && hash !== undefined
}
