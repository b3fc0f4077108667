import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startServer } from '#app/server.ts'
import { readEnv } from '#platform/env.ts'

/** The whole shop as a person meets it: built pages, demo seed, its own database, on a free port. */
export default async function startShop(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-journeys-'))
  // One machine plays all the shoppers, so it would meet the limits of one.
  const env = readEnv({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', RATE_LIMITS: 'off', PUSH_LOCAL_ENDPOINTS: 'on' })
  const server = await startServer(env)
  project.provide('origin', server.address)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string
  }
}
