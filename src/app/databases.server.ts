import { type Database, type Limits, openDatabase } from '#platform/db/database.server.ts'
import { createPulse, type Pulse } from '#platform/db/pulse.server.ts'
import { type Env, EnvError } from '#platform/env.ts'
import type { Logger } from '#platform/log.server.ts'

/** One pool for each class of work, so that none can take the connections of another. */
export type Databases = {
  shoppers: Database
  /** Lists, reports and exports over all orders take longer than a shopper may wait. */
  staff: Database
  jobs: Database
  pulse: Pulse
  /** The database itself, where a pooler stands before it. */
  directUrl: string
  /**
   * Waits for the database.
   * @throws DatabaseAway when it does not answer in time; EnvError when it is a pooler and the settings do not say so.
   */
  start: () => Promise<void>
  /** For migrations: past a pooler, and without limits. */
  migrations: Database
  close: () => Promise<void>
}

/** @param statementMs of a shopper's call. A lock is waited for in three fifths of a statement's time. */
const limitsOf = (statementMs: number): Limits => ({
  statementMs,
  lockMs: Math.min(statementMs * 0.6, 15_000),
  idleInTransactionMs: Math.max(statementMs, 30_000),
  connectionMs: Math.max(2 * statementMs, 10_000),
})

export function openDatabases(env: Env, url: string, log: Logger): Databases {
  const { DATABASE_POOL: max, DATABASE_STATEMENT_MS: statementMs } = env
  const directUrl = env.DATABASE_DIRECT_URL ?? url
  const isPooled = env.DATABASE_POOLER === 'transaction'
  const pulse = createPulse(url, env.DATABASE_SILENCE_MS, log)
  const open = (connections: number, longer: number) => {
    const limits = limitsOf(statementMs * longer)
    const database = openDatabase(url, connections, { limits, isPooled, cancelWaiting: pulse.cancelWaiting })
    pulse.guard(database.pool)
    return database
  }
  const shoppers = open(max, 1)
  const staff = open(Math.ceil(max / 2), 6)
  const jobs = open(env.ROLE === 'worker' ? max : Math.ceil(max / 2), 12)
  const migrations = openDatabase(directUrl, 2)

  async function start() {
    await pulse.start(env.DATABASE_START_SECONDS * 1000)
    const error = await shoppers.pool.query('select').catch(String)
    if (/unsupported startup parameter/.test(String(error)))
      throw new EnvError('DATABASE_URL is a pooler: set DATABASE_POOLER=transaction and DATABASE_DIRECT_URL.')
  }
  async function close() {
    await pulse.stop()
    await Promise.all([shoppers, staff, jobs, migrations].map(({ db }) => db.destroy()))
  }

  return {
    shoppers,
    staff,
    jobs,
    pulse,
    directUrl,
    migrations,
    // What was opened is closed, so that a process that could not start ends.
    start: () =>
      start().catch(async error => {
        await close()
        throw error
      }),
    close,
  }
}
