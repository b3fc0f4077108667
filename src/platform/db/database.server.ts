import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './preparing-client.server.ts'
import type { DB } from './tables.ts'

export type Tables = DB
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
export type Pool = pg.Pool

// Counts and sums of whole cents stay far below 2^53, so they come as numbers; bigint strings would leak into every sum.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
// A date of birth has no time zone; as a Date it would shift by one.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

/**
 * Every session plans by index, whatever the statistics say: a plan is kept for the life of its session, and one that was made
 * while a table had ten rows would read it as a whole when it has thousands. Compilation of plans pays for long reports alone.
 * See docs/decisions/0060-plans-by-index.md.
 */
const PLANNING = 'set enable_seqscan = off; set jit = off'

/**
 * Opens a pool and the typed query builder on it; both speak to the same connections.
 * @param max connections at most.
 */
export function openDatabase(url: string, max: number): { pool: Pool; db: Db } {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    Client: PreparingClient,
    onConnect: async client => void (await client.query(PLANNING)),
    allowExitOnIdle: false,
    application_name: 'redoubt',
  })
  // An idle connection that breaks is replaced at its next use, and one in use fails the query or transaction that has it; without
  // a listener of each kind either would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db }
}
