import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import type { TestProject } from 'vitest/node'
import { migrateApart } from '../db/apart-migrations.server.ts'
import { openDatabase } from '../db/database.server.ts'
import { startPostgres } from '../db/embedded-postgres.server.ts'
import { migrate } from '../db/migrate.server.ts'

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
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-test-'))
  const postgres = await startPostgres(join(folder, 'pg'), FAST)
  const { db } = openDatabase(postgres.url, 2)
  await migrate(db)
  await migrateApart(db, postgres.url)
  await db.destroy()
  // Also creates the pg-boss tables, so that no test file waits for them.
  await (await new PgBoss({ connectionString: postgres.url, supervise: false, schedule: false }).start()).stop({
    graceful: false,
  })
  project.provide('databaseUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}
