import { mkdtemp, rm } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import '#app/testing/runs/cheap-passwords.ts'
import { startServer } from '#app/server.ts'
import { temporaryFolder } from '#app/testing/runs/temporary-folder.ts'
import {
  createUserWithTemporaryPassword,
  demandPasswordReset,
  newTemporaryPassword,
} from '#features/identity/passwords/commands/temporary-password.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { readEnv } from '#platform/env.ts'
import { makeMoneyTrouble } from './money-trouble.ts'
import { SECRET } from './secret.ts'

/**
 * The process of a suite's shop: built pages, demo seed, its own database, and a free port. It tells its parent what the tests need, and
 * stops when the parent is gone. In vitest's own process each module of the server would be transformed first, which took longer than the seed.
 */
const folder = await mkdtemp(join(temporaryFolder(), 'redoubt-journeys-'))
// One machine plays all shoppers and would exceed the rate limits of one.
const env = readEnv({
  PORT: '0',
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  RATE_LIMITS: 'off',
  AUTH_SECRET: SECRET,
  PUSH_LOCAL_ENDPOINTS: 'on',
})
const server = await startServer(env)
flushCompileCache()
process.once('disconnect', async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
  process.exit(0)
})

async function makeForWidth(width: string) {
  const email = `new-here-${width}@example.com`
  const { system } = server.shop
  const add = async (address: string) => {
    const { password, hash: passwordHash } = await newTemporaryPassword(system)
    const person = { email: address, name: 'Casey Ford', birthDate: '1985-02-03', passwordHash }
    const userId = await transact(system, tx => createUserWithTemporaryPassword(tx, person))
    return { userId, email: address, password }
  }
  const { password: temporaryPassword } = await add(email)
  const { userId, ...mustReset } = await add(`must-reset-${width}@example.com`)
  await demandPasswordReset(system, userId)
  return { width, email, temporaryPassword, mustReset }
}

const [staffMade, orders] = await Promise.all([
  Promise.all(['390', '1440'].map(makeForWidth)),
  makeMoneyTrouble(server),
])
const provided: Omit<ProvidedContext, 'databaseUrl'> = {
  origin: server.address,
  staffMade,
  orderOnHold: orders.onHold,
  orderDisputed: orders.disputed,
}
process.send!(provided)
