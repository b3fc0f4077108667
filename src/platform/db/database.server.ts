import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { ShopPool } from './connections/shop-pool.server.ts'
import { createStatements } from './statements.server.ts'
import type { DB } from './tables.ts'

export type Tables = DB
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
export type Pool = pg.Pool
/** A pool and the typed query builder on that pool. */
export type Database = { pool: ShopPool; db: Db }

// Counts and sums of cents stay far below 2^53, so parse them as numbers. As strings, `+` would concatenate them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
// Keep dates as text: a date of birth has no time zone, and a Date could shift the day.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

/** Time limits in the database for a class of work. 0 means no limit. */
export type Limits = {
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
  /** For waiting for a pooled connection while the database answers, and for opening a new connection. */
  connectionMs: number
}

export const NO_LIMITS: Limits = { statementMs: 0, lockMs: 0, idleInTransactionMs: 0, connectionMs: 0 }

/** Maximum age of a connection, so that the pool notices a changed server address. */
const LIFETIME_SECONDS = 1800

type Options = {
  limits?: Limits
  /** True behind a pooler in transaction mode: nothing may belong to a connection. */
  isPooled?: boolean
  cancelWaiting?: (processIds: number[]) => void
}

/**
 * Makes every session plan by index regardless of statistics. A session keeps its plans, and a plan that was made when a table had
 * ten rows would scan thousands of rows later. JIT compilation pays off for long reports only.
 */
const PLANNING = '-c enable_seqscan=off -c jit=off'

/**
 * Opens a pool and its query builder.
 * @param max maximum number of connections.
 */
export function openDatabase(url: string, max: number, options: Options = {}): Database {
  const { limits = NO_LIMITS, isPooled = false } = options
  const pool = new ShopPool({
    ...connectionOptions(url),
    max,
    statementMs: limits.statementMs,
    // PgBouncer refuses session settings at startup, so the role carries them (docs/environment.md).
    ...(isPooled ? {} : { options: PLANNING, ...serverLimits(limits) }),
    statements: createStatements({ named: !isPooled, tries: Math.max(1, Math.floor(max / 4)) }),
    connectionTimeoutMillis: limits.connectionMs,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    cancelWaiting: isPooled ? undefined : options.cancelWaiting,
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db }
}

const serverLimits = ({ statementMs, lockMs, idleInTransactionMs }: Limits) => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
})

/** Options of every connection. Keep-alive detects a server that vanishes while the connection is idle. */
export const connectionOptions = (url: string, name = 'redoubt') => ({
  connectionString: url,
  application_name: name,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})
