import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log.server.ts'
import type { Db } from './database.server.ts'
import { type MigrationFile, readMigrations } from './migration-files.server.ts'
import { appliedMigrations, recordMigration } from './migration-record.server.ts'

/** One process at a time works on migrations apart. */
const LOCK_KEY = '3853314791062309108'
const RETRY_MS = 60_000
/** Rows of a backfill are changed in small transactions; calls get the rows and the disk in between. */
const PAUSE_MS = 50

type Options = { log?: Logger | undefined; folder?: string }

/**
 * Applies migrations named `*.apart.sql`, statement by statement and outside of a transaction, while the shop runs. Statements
 * are separated by an empty line. One that begins with `-- repeat` runs until it changes no row. Each can be run again: a
 * process that dies leaves the rest to the next. No other migration and no release may depend on one before a release after it.
 * @returns the names of those applied; none when another process is at it.
 */
export async function migrateApart(
  db: Db,
  url: string,
  options: Options = {},
  signal?: AbortSignal,
): Promise<string[]> {
  const applied = await appliedMigrations(db)
  const pending = (await readMigrations(options.folder)).filter(({ name, isApart }) => isApart && !applied.has(name))
  if (pending.length === 0) return []
  // A transaction holds the lock, also behind a pooler that hands out connections by the transaction.
  return db.transaction().execute(async holder => {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(LOCK_KEY)}::bigint) as is_mine,
        set_config('idle_in_transaction_session_timeout', '0', true)`.execute(holder)
    if (!rows[0]!.is_mine) return []
    const done: string[] = []
    for (const file of pending) {
      if (signal?.aborted) break
      options.log?.info({ migration: file.name }, 'a migration apart begins')
      await runStatements(url, file, signal)
      await recordMigration(db, file)
      done.push(file.name)
    }
    return done
  })
}

/** A connection of its own: a statement may take hours, and ends when the connection is told to. */
async function runStatements(url: string, { text }: MigrationFile, signal: AbortSignal | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'redoubt migration' })
  client.on('error', () => {})
  await client.connect()
  const cancel = () => void cancelQuery(url, client)
  signal?.addEventListener('abort', cancel)
  try {
    // Small locks alone are wanted here; a statement that needs a large one steps back and is tried again.
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
    await client.end()
  }
}

async function cancelQuery(url: string, running: pg.Client): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_cancel_backend($1)', [(running as { processID?: number }).processID])
  } finally {
    await client.end()
  }
}

/** An index whose build was broken off stays, is kept up to date and never used: it makes way for the next try. */
async function dropInvalidIndex(client: pg.Client, statement: string): Promise<void> {
  const name = /create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement)?.[1]
  if (!name) return
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    name,
  ])
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
}

/** Runs migrations apart in the background, and again after a minute when one fails. */
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
        log.error({ err: error }, 'a migration apart failed and will be tried again')
      }
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  return {
    start: () => {
      running = run()
    },
    /** Breaks off the statement under way; the next process goes on with it. */
    async stop() {
      aborting.abort()
      await running
    },
  }
}
