import { createPulse, type Pulse } from '#platform/db/connections/pulse.server.ts'
import { type Database, type Limits, openDatabase } from '#platform/db/database.server.ts'
import { type Env, EnvError } from '#platform/env.ts'
import type { Logger } from '#platform/log.server.ts'

/** One pool per class of work, so that no class can take the connections of another. */
export type Databases = {
  shoppers: Database
  /** For lists, reports and exports over all orders, which may take longer than a shopper's statement. */
  staff: Database
  jobs: Database
  pulse: Pulse
  /** The database's own URL, when a pooler is in front of it. */
  directUrl: string
  /**
   * Waits for the database.
   * @throws DatabaseAway on a timeout; EnvError when the server is a pooler and the settings do not say so.
   */
  start: () => Promise<void>
  /** For migrations: bypasses a pooler and has no limits. */
  migrations: Database
  close: () => Promise<void>
}

/** @param statementMs statement timeout of a shopper's call. The lock timeout is three fifths of the statement timeout, at most 15 s. */
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
    // Kysely's `destroy` leaves a pool open that Kysely itself never used.
    await Promise.all([shoppers, staff, jobs, migrations].map(({ pool }) => pool.end()))
  }

  return {
    shoppers,
    staff,
    jobs,
    pulse,
    directUrl,
    migrations,
    // Closes the open pools, so that a process that failed to start can exit.
    start: () =>
      start().catch(async error => {
        await close()
        throw error
      }),
    close,
  }
}
