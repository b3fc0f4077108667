import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from '../log.server.ts'
import { RELEASE } from '../release.server.ts'
import type { Db } from './database.server.ts'
import { type MigrationFile, readMigrations } from './migration-files.server.ts'
import {
  appliedMigrations,
  lockMigrations,
  prepareRecords,
  recordMigration,
  refuseTooNew,
} from './migration-record.server.ts'

export type MigrateOptions = {
  log?: Logger | undefined
  /** Replaces db/migrations in tests. */
  folder?: string
  release?: string
  /** How long a migration waits for a lock. Other calls on that table queue behind the migration for as long. */
  lockTimeoutMs?: number
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 10_000
const GIVE_UP_MS = 15 * 60_000
/** Lock timeout or deadlock: nothing was changed, and a retry may succeed. */
const LOCKED = ['55P03', '40P01']

/**
 * Migrates the schema: each migration runs in a separate transaction, one process at a time. A migration that waits for a lock gives up
 * after `lockTimeoutMs`, so that calls continue, and tries again for up to 15 minutes. Apart migrations run later, beside the shop
 * (apart-migrations.server.ts). Migrations that this release lacks are accepted unless one requires a later release.
 * @returns the names of the migrations that this call applied.
 * @throws SchemaTooNewError
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  await prepareRecords(db)
  await refuseTooNew(db, options.release ?? RELEASE)
  const applied = await appliedMigrations(db)
  const pending = (await readMigrations(options.folder)).filter(({ name, isApart }) => !isApart && !applied.has(name))
  const done: string[] = []
  for (const file of pending) if (await applyWhenFree(db, file, options)) done.push(file.name)
  return done
}

/** @returns false when another process has applied the migration. */
async function applyWhenFree(db: Db, file: MigrationFile, { log, lockTimeoutMs = 1000 }: MigrateOptions) {
  const began = Date.now()
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await apply(db, file, lockTimeoutMs)
    } catch (error) {
      if (!LOCKED.includes((error as { code?: string }).code ?? '') || Date.now() - began > GIVE_UP_MS) throw error
      log?.warn({ migration: file.name, waitMs: wait }, 'a migration waits for a lock and will be tried again')
    }
    await sleep(wait * (0.5 + Math.random()))
  }
}

const apply = (db: Db, file: MigrationFile, lockTimeoutMs: number): Promise<boolean> =>
  db.transaction().execute(async trx => {
    await lockMigrations(trx)
    if ((await appliedMigrations(trx)).has(file.name)) return false
    await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(trx)
    await sql.raw(file.text).execute(trx)
    await recordMigration(trx, file)
    return true
  })
