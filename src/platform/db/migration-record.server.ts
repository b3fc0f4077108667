import { sql } from 'kysely'
import { isEarlier } from '../release.server.ts'
import type { Db } from './database.server.ts'
import type { MigrationFile } from './migration-files.server.ts'

/**
 * Release 0.5.0 refuses to start when its table `migration` names a migration that 0.5.0 lacks. So later migrations are recorded in a
 * table that 0.5.0 does not read. See docs/decisions/0061-old-release-on-new-schema.md.
 */
const LAST_OF_0_5_0 = '0038_handed_over'
const READS_MIGRATION_TABLE = '0.5.0'

/** The schema needs a later release than this one. */
export class SchemaTooNewError extends Error {}

/** Kysely's lock key, so that 0.5.0 and this release never migrate concurrently. */
const LOCK_KEY = '3853314791062309107'

/** Locks migrations until the end of the transaction. PostgreSQL releases the lock of a process that dies. */
export const lockMigrations = (trx: Db) =>
  sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true),
    pg_advisory_xact_lock(${sql.lit(LOCK_KEY)}::bigint)`.execute(trx)

/** Creates the record tables and moves records of releases between 0.5.0 and this one out of 0.5.0's table. */
export async function prepareRecords(db: Db): Promise<void> {
  const { rows } = await sql<{ is_ready: boolean }>`
    select to_regclass('migration') is not null and to_regclass('migration_record') is not null as is_ready`.execute(db)
  if (rows[0]!.is_ready) return
  await db.transaction().execute(async trx => {
    await lockMigrations(trx)
    await sql
      .raw(`
      create table if not exists migration (name varchar(255) primary key, timestamp varchar(255) not null);
      create table if not exists migration_record (
        name text primary key, applied_at timestamptz not null default now(), oldest_release text);
      with moved as (delete from migration where name > '${LAST_OF_0_5_0}' returning name)
      insert into migration_record (name) select name from moved`)
      .execute(trx)
  })
}

export async function appliedMigrations(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from migration union all select name from migration_record`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

export async function recordMigration(trx: Db, { name, oldestRelease }: MigrationFile): Promise<void> {
  const timestamp = new Date().toISOString()
  const isOld = name <= LAST_OF_0_5_0
  await (isOld
    ? sql`insert into migration (name, timestamp) values (${name}, ${timestamp})`
    : sql`insert into migration_record (name, oldest_release) values (${name}, ${oldestRelease})`
  ).execute(trx)
  // 0.5.0 does not know `oldest release`. An unknown name in its table makes 0.5.0 refuse the schema.
  if (oldestRelease && isEarlier(READS_MIGRATION_TABLE, oldestRelease)) {
    const marker = `needs release ${oldestRelease}`
    await sql`insert into migration (name, timestamp) values (${marker}, ${timestamp}) on conflict do nothing`.execute(
      trx,
    )
  }
}

/** @throws SchemaTooNewError when an applied migration requires a later release. */
export async function refuseTooNew(db: Db, release: string): Promise<void> {
  const { rows } = await sql<{ name: string; oldest_release: string }>`
    select name, oldest_release from migration_record where oldest_release is not null order by name`.execute(db)
  const beyond = rows.find(row => isEarlier(release, row.oldest_release))
  if (!beyond) return
  throw new SchemaTooNewError(
    `This is release ${release}, and the database needs release ${beyond.oldest_release} or later since migration ${beyond.name}. ` +
      `Start release ${beyond.oldest_release} or later.`,
  )
}
