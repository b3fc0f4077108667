import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Migration, type MigrationProvider, Migrator, sql } from 'kysely'
import type { Db } from './database.server.ts'

const FOLDER = join(import.meta.dirname, '../../../db/migrations')

/** Plain SQL files in the order of their names, forward only: history must not import the present. */
const provider: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(FOLDER)).filter(name => name.endsWith('.sql')).sort()
    const migrations: Record<string, Migration> = {}
    for (const name of names) {
      const text = await readFile(join(FOLDER, name), 'utf8')
      migrations[name.replace('.sql', '')] = { up: async db => void (await sql.raw(text).execute(db)) }
    }
    return migrations
  },
}

/** Brings the schema up to date. Kysely's migrator holds a lock, so several processes may start at once. */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map(result => result.migrationName)
}
