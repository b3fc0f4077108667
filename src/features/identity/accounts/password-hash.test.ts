import { execFile } from 'node:child_process'
import { scryptSync } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const PASSWORD = 'Hold-The-Line1!'
/** OWASP's Password Storage Cheat Sheet asks for 2^14 · 8 · 5 at least; with 2^14 · 16 a hash takes 32 MB of memory. */
const COST = { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 26 }

it('the hash of a password has the cost of scrypt that the shop relies on', async () => {
  // Test processes hash cheaply (cheap-passwords.ts), so a plain process makes this hash.
  const program = `import { hashPassword } from 'better-auth/crypto'; console.log(await hashPassword('${PASSWORD}'))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const [salt, key] = stdout.trim().split(':')
  expect(scryptSync(PASSWORD, salt!, 64, COST).toString('hex')).toBe(key)
})
