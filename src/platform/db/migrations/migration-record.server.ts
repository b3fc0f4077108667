import { sql } from 'kysely'
import { isEarlier } from '../../release.server.ts'
import type { Db } from '../database.server.ts'
import type { FunctionFile, MigrationFile } from './migration-files.server.ts'

/** The database does not fit this release. The message says what was found and what to do. */
export class SchemaError extends Error {}

/** Advisory lock: one process at a time migrates. */
const LOCK_KEY = '3853314791062309107'

/** Locks migrations until the end of the transaction. PostgreSQL releases the lock of a process that dies. */
export const lockMigrations = (trx: Db) =>
  sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true),
    pg_advisory_xact_lock(${sql.lit(LOCK_KEY)}::bigint)`.execute(trx)

/**
 * Creates the tables of the records.
 * @throws SchemaError for a database of release 0.6.0 or earlier: those kept their records in a table `migration`.
 */
export async function prepareRecords(db: Db, release: string): Promise<void> {
  const { rows } = await sql<{ is_ready: boolean; is_old: boolean }>`
    select to_regclass('migration_function') is not null as is_ready, to_regclass('migration') is not null as is_old`.execute(
    db,
  )
  if (rows[0]!.is_old) throw new SchemaError(await refusalOfOldSchema(db, release))
  if (rows[0]!.is_ready) return
  await db.transaction().execute(async trx => {
    await lockMigrations(trx)
    await sql
      .raw(`
      create table if not exists migration_record (
        name text primary key, checksum text not null, applied_at timestamptz not null default now(), oldest_release text);
      create table if not exists migration_function (
        name text primary key, checksum text not null, applied_at timestamptz not null default now(), release text not null)`)
      .execute(trx)
  })
}

async function refusalOfOldSchema(db: Db, release: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name desc limit 1`.execute(db)
  const last = rows[0] ? `, with migration ${rows[0].name}` : ''
  return (
    `The database was made by release 0.6.0 or earlier${last}. Release ${release} cannot upgrade it, because 0.7.0 began with a new schema. ` +
    'Start release 0.6.0 on this database, or give this release an empty one: another DATABASE_URL, or for a demo another DATA_DIR.'
  )
}

/** Checksums of the applied migrations, by name. */
export async function listAppliedMigrations(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from migration_record`.execute(
    db,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

export const recordMigration = (trx: Db, { name, checksum, oldestRelease }: MigrationFile) =>
  sql`insert into migration_record (name, checksum, oldest_release) values (${name}, ${checksum}, ${oldestRelease})`.execute(
    trx,
  )

/** @throws SchemaError when an applied migration requires a later release. */
export async function refuseTooNew(db: Db, release: string): Promise<void> {
  const { rows } = await sql<{ name: string; oldest_release: string }>`
    select name, oldest_release from migration_record where oldest_release is not null order by name`.execute(db)
  const beyond = rows.find(row => isEarlier(release, row.oldest_release))
  if (!beyond) return
  throw new SchemaError(
    `This is release ${release}, and the database needs release ${beyond.oldest_release} or later since migration ${beyond.name}. ` +
      `Start release ${beyond.oldest_release} or later.`,
  )
}

/** @throws SchemaError when the file of an applied migration has another text now: the database would miss the edit. */
export function refuseEdited(applied: Map<string, string>, files: MigrationFile[]): void {
  const edited = files.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (!edited) return
  throw new SchemaError(
    `Migration ${edited.name} was edited after it had been applied to this database. Restore its file, and put the change into a new migration.`,
  )
}

/**
 * Functions whose text differs from the applied one. A release leaves functions alone that a later release applied, so that a process
 * of the last release, started during a deploy, does not bring back its own.
 */
export async function listChangedFunctions(db: Db, files: FunctionFile[], release: string): Promise<FunctionFile[]> {
  const { rows } = await sql<{ name: string; checksum: string; release: string }>`
    select name, checksum, release from migration_function`.execute(db)
  const applied = new Map(rows.map(row => [row.name, row]))
  return files.filter(({ name, checksum }) => {
    const row = applied.get(name)
    return !row || (row.checksum !== checksum && !isEarlier(release, row.release))
  })
}

export const recordFunction = (trx: Db, { name, checksum }: FunctionFile, release: string) =>
  sql`insert into migration_function (name, checksum, release) values (${name}, ${checksum}, ${release})
    on conflict (name) do update set checksum = excluded.checksum, release = excluded.release, applied_at = now()`.execute(
    trx,
  )
