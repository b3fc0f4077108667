import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from '../../log.server.ts'
import { RELEASE } from '../../release.server.ts'
import { CANCEL_AFTER_MS } from '../connections/pulse.server.ts'
import type { Db } from '../database.server.ts'
import { type FunctionFile, type MigrationFile, readFunctions, readMigrations } from './migration-files.server.ts'
import {
  changedFunctions,
  lockMigrations,
  prepareRecords,
  readRecords,
  recordFunction,
  recordMigration,
  refuseEdited,
  refuseTooNew,
} from './migration-record.server.ts'

export type MigrateOptions = {
  log?: Logger | undefined
  /** Replaces db/migrations in tests. */
  folder?: string
  /** Replaces db/functions in tests. */
  functions?: string
  release?: string
  /** How long a migration waits for a lock. Other calls on that table queue behind the migration for as long. */
  lockTimeoutMs?: number
}

/** Calls that queue behind a waiting migration go on before they would be cancelled. */
const LOCK_MS = CANCEL_AFTER_MS * 0.75
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 10_000
const GIVE_UP_MS = 15 * 60_000
/** Lock timeout or deadlock: nothing was changed, and a retry may succeed. */
const LOCKED = ['55P03', '40P01']

/**
 * Migrates the schema: each migration runs in a separate transaction, one process at a time. A migration that waits for a lock gives up
 * after `lockTimeoutMs`, so that calls continue, and tries again for up to 15 minutes. Apart migrations run later, beside the shop
 * (apart-migrations.server.ts). Migrations that this release lacks are accepted unless one requires a later release. Then changed files of
 * db/functions are applied, in one transaction.
 * @returns the names of the migrations that this call applied.
 * @throws SchemaError
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  const release = options.release ?? RELEASE
  const [records, files, functions] = await Promise.all([
    prepareRecords(db, release),
    readMigrations(options.folder),
    readFunctions(options.functions),
  ])
  refuseTooNew(records, release)
  refuseEdited(records, files)
  const done: string[] = []
  for (const file of files.filter(({ name, isApart }) => !isApart && !records.migrations.has(name)))
    if (await whenFree(file.name, () => apply(db, file, options), options)) done.push(file.name)
  if (changedFunctions(records, functions, release).length > 0)
    await whenFree('db/functions', () => applyFunctions(db, functions, { ...options, release }), options)
  return done
}

/** Runs `work`, and runs it again while it meets locks. */
async function whenFree<T>(migration: string, work: () => Promise<T>, { log }: MigrateOptions): Promise<T> {
  const began = Date.now()
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!LOCKED.includes((error as { code?: string }).code ?? '') || Date.now() - began > GIVE_UP_MS) throw error
      log?.warn({ migration, waitMs: wait }, 'a migration waits for a lock and will be tried again')
    }
    await sleep(wait * (0.5 + Math.random()))
  }
}

const limitLockWait = (trx: Db, { lockTimeoutMs = LOCK_MS }: MigrateOptions) =>
  sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(trx)

/** @returns false when another process has applied the migration. */
const apply = (db: Db, file: MigrationFile, options: MigrateOptions): Promise<boolean> =>
  db.transaction().execute(async trx => {
    await lockMigrations(trx)
    if ((await readRecords(trx)).migrations.has(file.name)) return false
    await limitLockWait(trx, options)
    await sql.raw(file.text).execute(trx)
    await recordMigration(trx, file)
    return true
  })

const applyFunctions = (db: Db, files: FunctionFile[], options: MigrateOptions & { release: string }): Promise<void> =>
  db.transaction().execute(async trx => {
    await lockMigrations(trx)
    const changed = changedFunctions(await readRecords(trx), files, options.release)
    await limitLockWait(trx, options)
    for (const file of changed) {
      await sql.raw(file.text).execute(trx)
      await recordFunction(trx, file, options.release)
    }
  })
