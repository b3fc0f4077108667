import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createSandboxTables } from '#adapters/witness/sandbox.server.ts'
import { startPostgres } from '#platform/db/connections/embedded-postgres.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { migrateApart } from '#platform/db/migrations/apart-migrations.server.ts'
import { migrate } from '#platform/db/migrations/migrate.server.ts'
import { readEnv } from '#platform/env.ts'
import { fillDemoSettings } from '../seed/demo-settings.server.ts'
import { createShop } from '../services/services.server.ts'
import { temporaryFolder } from './runs/temporary-folder.ts'

/** Test databases are thrown away, so durability is off. */
const FAST = [
  '-c',
  'fsync=off',
  '-c',
  'synchronous_commit=off',
  '-c',
  'full_page_writes=off',
  '-c',
  'max_connections=300',
]

/** Starts one PostgreSQL for a test run, with a migrated template that each test file copies (see `database.ts`). */
export default async function startTestPostgres(project: TestProject) {
  const folder = await mkdtemp(join(temporaryFolder(), 'redoubt-test-'))
  const postgres = await startPostgres(join(folder, 'pg'), FAST, 'trust')
  const { db } = openDatabase(postgres.url, 2)
  await migrate(db)
  await migrateApart(db, postgres.url)
  // Tests look at an open shop with a name and an address; those of a new shop empty the settings.
  await fillDemoSettings(db)
  await db.destroy()
  await createQueues(postgres.url, folder)
  project.provide('databaseUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates the tables and queues of pg-boss, and the sandbox witnesses' tables, in the template: each shop that did so itself took 0.1 s longer to start. */
async function createQueues(databaseUrl: string, folder: string): Promise<void> {
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: join(folder, 'files'),
  })
  const fetch = () => Promise.reject(new Error('Nothing is sent from here.'))
  const shop = createShop(env, { databaseUrl, origin: 'http://shop.test', fetch })
  await shop.services.jobs.start()
  await shop.stop()
  const { pool } = openDatabase(databaseUrl, 1)
  await pool.query('delete from pgboss.job')
  await createSandboxTables(pool)
  await pool.end()
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}
