import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** The least that scrypt takes. better-auth's own N is 2^14. */
const CHEAP_N = 2

type Scrypt = (password: unknown, salt: unknown, length: unknown, options: object, done: unknown) => void

/**
 * Importing this file makes each hash of a password in this process cheap: hashes were half of the processor time of the tests of accounts.
 * Nothing but their cost changes. `password-hash.test.ts` checks the real cost in a process of its own.
 */
const cheap = Symbol.for('redoubt cheap passwords')
// Vitest runs this file for each test file of a process.
if (!(cheap in crypto.scrypt)) {
  const scrypt = crypto.scrypt as Scrypt
  const cheapScrypt: Scrypt = (password, salt, length, options, done) =>
    scrypt(password, salt, length, { ...options, N: CHEAP_N }, done)
  crypto.scrypt = Object.assign(cheapScrypt, { [cheap]: true }) as unknown as typeof crypto.scrypt
  syncBuiltinESMExports()
}
