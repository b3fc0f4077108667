import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#platform/db/connections/embedded-postgres.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { migrateApart } from '#platform/db/migrations/apart-migrations.server.ts'
import { migrate } from '#platform/db/migrations/migrate.server.ts'
import { dumpSchema } from './dump-schema.ts'

/**
 * `npm run db`: migrates an empty PostgreSQL and writes the resulting schema, `db/schema.sql` for readers and
 * `src/platform/db/tables.ts` for the compiler. Run it after every change in `db/migrations` or `db/functions`.
 */
const folder = await mkdtemp(join(tmpdir(), 'redoubt-types-'))
const postgres = await startPostgres(join(folder, 'pg'), ['-c', 'fsync=off'])
const { db, pool } = openDatabase(postgres.url, 2)
try {
  await migrate(db)
  await migrateApart(db, postgres.url)
  await writeFile(join(import.meta.dirname, 'schema.sql'), await dumpSchema(pool))
  const out = join(import.meta.dirname, '../src/platform/db/tables.ts')
  const flags = [
    '--dialect',
    'postgres',
    '--url',
    postgres.url,
    '--out-file',
    out,
    '--date-parser',
    'string',
    '--numeric-parser',
    'number',
  ]
  execFileSync('kysely-codegen', [...flags, '--exclude-pattern', '{*.migration*,pgboss.*}'], { stdio: 'inherit' })
} finally {
  await db.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
