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

type AppliedMigration = { name: string; checksum: string; oldestRelease: string | null }
type AppliedFunction = { name: string; checksum: string; release: string }

/** What a database records of its schema. */
export type Records = { migrations: Map<string, AppliedMigration>; functions: Map<string, AppliedFunction> }

const UNDEFINED_TABLE = '42P01'

/** Reads the records in one statement, because each start reads them before anything else. */
export async function readRecords(db: Db): Promise<Records> {
  const { rows } = await sql<{ isFunction: boolean; name: string; checksum: string; release: string | null }>`
    select false as "isFunction", name, checksum, oldest_release as release from migration_record
    union all select true, name, checksum, release from migration_function order by name`.execute(db)
  const records: Records = { migrations: new Map(), functions: new Map() }
  for (const { isFunction, name, checksum, release } of rows) {
    if (isFunction) records.functions.set(name, { name, checksum, release: release! })
    else records.migrations.set(name, { name, checksum, oldestRelease: release })
  }
  return records
}

/**
 * The records of a database, whose tables are created if they are not there.
 * @throws SchemaError for a database of release 0.6.0 or earlier: those kept their records in a table `migration`.
 */
export async function prepareRecords(db: Db, release: string): Promise<Records> {
  try {
    return await readRecords(db)
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error
  }
  const { rows } = await sql<{ is_old: boolean }>`select to_regclass('migration') is not null as is_old`.execute(db)
  if (rows[0]!.is_old) throw new SchemaError(await refusalOfOldSchema(db, release))
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
  return readRecords(db)
}

async function refusalOfOldSchema(db: Db, release: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name desc limit 1`.execute(db)
  const last = rows[0] ? `, with migration ${rows[0].name}` : ''
  return (
    `The database was made by release 0.6.0 or earlier${last}. Release ${release} cannot upgrade it, because 0.7.0 began with a new schema. ` +
    'Start release 0.6.0 on this database, or give this release an empty one: another DATABASE_URL, or for a demo another DATA_DIR.'
  )
}

export const recordMigration = (trx: Db, { name, checksum, oldestRelease }: MigrationFile) =>
  sql`insert into migration_record (name, checksum, oldest_release) values (${name}, ${checksum}, ${oldestRelease})`.execute(
    trx,
  )

/** @throws SchemaError when an applied migration requires a later release. */
export function refuseTooNew({ migrations }: Records, release: string): void {
  const beyond = [...migrations.values()].find(
    ({ oldestRelease }) => oldestRelease && isEarlier(release, oldestRelease),
  )
  if (!beyond) return
  throw new SchemaError(
    `This is release ${release}, and the database needs release ${beyond.oldestRelease} or later since migration ${beyond.name}. ` +
      `Start release ${beyond.oldestRelease} or later.`,
  )
}

/** @throws SchemaError when the file of an applied migration has another text now: the database would miss the edit. */
export function refuseEdited({ migrations }: Records, files: MigrationFile[]): void {
  const edited = files.find(({ name, checksum }) => migrations.has(name) && migrations.get(name)!.checksum !== checksum)
  if (!edited) return
  throw new SchemaError(
    `Migration ${edited.name} was edited after it had been applied to this database. Restore its file, and put the change into a new migration.`,
  )
}

/**
 * Functions whose text differs from the applied one. A release leaves functions alone that a later release applied, so that a process
 * of the last release, started during a deploy, does not bring back its own.
 */
export const changedFunctions = ({ functions }: Records, files: FunctionFile[], release: string): FunctionFile[] =>
  files.filter(({ name, checksum }) => {
    const row = functions.get(name)
    return !row || (row.checksum !== checksum && !isEarlier(release, row.release))
  })

export const recordFunction = (trx: Db, { name, checksum }: FunctionFile, release: string) =>
  sql`insert into migration_function (name, checksum, release) values (${name}, ${checksum}, ${release})
    on conflict (name) do update set checksum = excluded.checksum, release = excluded.release, applied_at = now()`.execute(
    trx,
  )
