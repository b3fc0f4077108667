import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { COMPILED } from '#app/testing/server-process.ts'

/** Starts the whole shop of a suite in a process of its own, with React as `npm start` runs it. */
export default async function startShop(project: TestProject) {
  // The shop of a later suite, and servers of other tests, load the sources that the first one compiled.
  const env = { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: COMPILED }
  const shop = fork(join(import.meta.dirname, 'shop-process.ts'), { env })
  const ended = once(shop, 'exit')
  const started = once(shop, 'message') as Promise<[Omit<ProvidedContext, 'databaseUrl'>]>
  const failed = ended.then(([status]) =>
    Promise.reject(new Error(`The shop ended with ${status} before it was open.`)),
  )
  const [provided] = await Promise.race([started, failed])
  failed.catch(() => {})
  for (const [name, value] of Object.entries(provided)) project.provide(name as 'origin', value as string)
  return async () => {
    shop.disconnect()
    await ended
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
