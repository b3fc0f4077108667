import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from '../../log.server.ts'
import type { Db } from '../database.server.ts'
import { type MigrationFile, readMigrations } from './migration-files.server.ts'
import { readRecords, recordMigration } from './migration-record.server.ts'

/** Advisory lock: one process at a time runs apart migrations. */
const LOCK_KEY = '3853314791062309108'
const RETRY_MS = 60_000
/** Pause between the small transactions of a backfill, which leaves rows and disk to calls. */
const PAUSE_MS = 50
/** How long a stop waits for PostgreSQL to take the cancellation of a statement. */
const CANCEL_MS = 2000

type Options = { log?: Logger | undefined; folder?: string }

/**
 * Applies migrations named `*.apart.sql` statement by statement, outside a transaction, while the shop runs. An empty line separates
 * statements. A statement with a `-- repeat` line runs until it changes no row. Each statement can run again, so that the next process
 * continues after a crash. Another migration or a release may depend on an apart migration only one release later.
 * @returns the names of the applied migrations; empty when another process holds the lock.
 */
export async function migrateApart(
  db: Db,
  url: string,
  options: Options = {},
  signal?: AbortSignal,
): Promise<string[]> {
  const files = (await readMigrations(options.folder)).filter(({ isApart }) => isApart)
  const pendingOf = async () => {
    const { migrations: applied } = await readRecords(db)
    return files.filter(({ name }) => !applied.has(name))
  }
  if ((await pendingOf()).length === 0) return []
  // A transaction holds the lock, because a pooler may assign connections per transaction.
  return db.transaction().execute(async holder => {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(LOCK_KEY)}::bigint) as is_mine,
        set_config('idle_in_transaction_session_timeout', '0', true)`.execute(holder)
    if (!rows[0]!.is_mine) return []
    const done: string[] = []
    // Another process may have applied them before this one had the lock.
    for (const file of await pendingOf()) {
      if (signal?.aborted) break
      options.log?.info({ migration: file.name }, 'a migration apart begins')
      await runStatements(url, file, signal)
      await recordMigration(db, file)
      done.push(file.name)
    }
    return done
  })
}

/** Uses a separate connection, because a statement may take hours. Aborting `signal` cancels the statement. */
async function runStatements(url: string, { text }: MigrationFile, signal: AbortSignal | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'redoubt migration' })
  client.on('error', () => {})
  await client.connect()
  let cancelling: Promise<void> | undefined
  const cancel = () => {
    cancelling = cancelQuery(url, client)
  }
  signal?.addEventListener('abort', cancel)
  try {
    // A statement that waits 1 s for a lock fails, and the migration is tried again later.
    await client.query(`set lock_timeout = '1s'; set statement_timeout = 0`)
    for (const statement of text.split(/\n\s*\n/).filter(part => part.trim())) {
      await dropInvalidIndex(client, statement)
      for (;;) {
        signal?.throwIfAborted()
        const { rowCount } = await client.query(statement)
        if (!/^-- repeat\b/m.test(statement) || rowCount === 0) break
        await sleep(PAUSE_MS, undefined, { signal })
      }
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    await cancelling
    await client.end()
  }
}

/** Cancels the statement of a client. If PostgreSQL takes no new connection, it breaks the client's own, so that a stop never waits. */
async function cancelQuery(url: string, running: pg.Client): Promise<void> {
  const { processID, connection } = running as unknown as { processID: number; connection: { stream: Socket } }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CANCEL_MS, query_timeout: CANCEL_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_cancel_backend($1)', [processID])
  } catch {
    connection.stream.destroy()
  } finally {
    await client.end()
  }
}

/** Drops the invalid index of an interrupted build, because PostgreSQL maintains but never uses such an index. */
async function dropInvalidIndex(client: pg.Client, statement: string): Promise<void> {
  const name = /create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement)?.[1]
  if (!name) return
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    name,
  ])
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
}

/** PostgreSQL's `lock_not_available`. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Runs apart migrations in the background and retries a failed one after a minute. */
export function createApartMigrations(db: Db, url: string, log: Logger) {
  const aborting = new AbortController()
  const { signal } = aborting
  let running: Promise<void> = Promise.resolve()
  async function run() {
    while (!signal.aborted) {
      try {
        await migrateApart(db, url, { log }, signal)
        return
      } catch (error) {
        if (signal.aborted) return
        // Waiting for a lock is expected while the shop is at work, as in the first minute of a demo.
        if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE)
          log.info('a migration apart waits for a lock and will be tried again')
        else log.error({ err: error }, 'a migration apart failed and will be tried again')
      }
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  return {
    start: () => {
      running = run()
    },
    /** Cancels the running statement; the next process continues with the migration. */
    async stop() {
      aborting.abort()
      await running
    },
  }
}
