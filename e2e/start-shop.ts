import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
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

/** Starts the whole shop: built pages, demo seed, its own database, and a free port. */
export default async function startShop(project: TestProject) {
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
  project.provide('origin', server.address)
  const staffMade = ['390', '1440'].map(async width => {
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
  })
  const [made, orders] = await Promise.all([Promise.all(staffMade), makeMoneyTrouble(server)])
  project.provide('staffMade', made)
  project.provide('orderOnHold', orders.onHold)
  project.provide('orderDisputed', orders.disputed)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string
    /** The id of an order whose payment has another amount. */
    orderOnHold: string
    orderDisputed: string
    /** Accounts created by staff, one pair per width: one with a temporary password, one that must reset its password. */
    staffMade: {
      width: string
      email: string
      temporaryPassword: string
      mustReset: { email: string; password: string }
    }[]
  }
}
