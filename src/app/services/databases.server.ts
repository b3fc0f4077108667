import { createPulse, type Pulse } from '#platform/db/connections/pulse.server.ts'
import { createReplica, type Reader } from '#platform/db/connections/replica.server.ts'
import { type Database, type Limits, openDatabase } from '#platform/db/database.server.ts'
import { type Env, EnvError } from '#platform/env.ts'
import type { Logger } from '#platform/log.server.ts'
import { countRead } from '../metrics/replica-reads.server.ts'

/** One pool per class of work, so that no class can take the connections of another. */
export type Databases = {
  shoppers: Database
  /** For lists, reports and exports over all orders, which may take longer than a shopper's statement. */
  staff: Database
  jobs: Database
  /** Makes a reader for one call that only reads; undefined without a replica. */
  reader: Record<'shoppers' | 'staff', (() => Reader) | undefined>
  /** The pools of this process, by name. */
  pools: Readonly<Record<string, Database['pool']>>
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

const LONGEST_LOCK_MS = 15_000

/**
 * The lock timeout is three fifths of the statement timeout, at most 15 s, or a shopper's where that is longer.
 * @param shopperMs statement timeout of a shopper's call.
 * @param longer how many times as long the pool's statements may take.
 */
function limitsOf(shopperMs: number, longer: number): Limits {
  const statementMs = shopperMs * longer
  return {
    statementMs,
    lockMs: Math.min(statementMs * 0.6, Math.max(LONGEST_LOCK_MS, shopperMs * 0.6)),
    idleInTransactionMs: Math.max(statementMs, 30_000),
    connectionMs: Math.max(2 * statementMs, 10_000),
  }
}

export function openDatabases(env: Env, url: string, log: Logger): Databases {
  const { DATABASE_POOL: max, DATABASE_STATEMENT_MS: statementMs } = env
  const directUrl = env.DATABASE_DIRECT_URL ?? url
  const isPooled = env.DATABASE_POOLER === 'transaction'
  const pulse = createPulse(url, env.DATABASE_SILENCE_MS, log)
  const open = (connections: number, longer: number) => {
    const limits = limitsOf(statementMs, longer)
    const database = openDatabase(url, connections, { limits, isPooled, cancelWaiting: pulse.cancelWaiting })
    pulse.guard(database.pool)
    return database
  }
  const shoppers = open(max, 1)
  const staff = open(Math.ceil(max / 2), 6)
  const jobs = open(env.ROLE === 'worker' ? max : Math.ceil(max / 2), 12)
  const migrations = openDatabase(directUrl, 2)
  const replicas = openReplicas(env, { shoppers, staff }, log)
  const pools = { shoppers: shoppers.pool, staff: staff.pool, jobs: jobs.pool, ...replicas.pools }

  async function start() {
    await pulse.start(env.DATABASE_START_SECONDS * 1000)
    const error = await shoppers.pool.query('select').catch(String)
    if (/unsupported startup parameter/.test(String(error)))
      throw new EnvError('DATABASE_URL is a pooler: set DATABASE_POOLER=transaction and DATABASE_DIRECT_URL.')
  }
  async function close() {
    await pulse.stop()
    // Kysely's `destroy` leaves a pool open that Kysely itself never used.
    await Promise.all([...Object.values(pools), migrations.pool].map(pool => pool.end()))
  }

  return {
    shoppers,
    staff,
    jobs,
    reader: replicas.reader,
    pools,
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

/** How long a read waits for a connection of a replica, before it goes to the primary. */
const REPLICA_CONNECTION_MS = 1000

/** The pools of replicas have the limits of those that they relieve. */
function openReplicas(
  env: Env,
  primaries: Pick<Databases, 'shoppers' | 'staff'>,
  log: Logger,
): Pick<Databases, 'reader' | 'pools'> {
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL: max, DATABASE_STATEMENT_MS: statementMs } = env
  if (!url) return { reader: { shoppers: undefined, staff: undefined }, pools: {} }
  const open = (connections: number, longer: number) =>
    openDatabase(url, connections, {
      limits: { ...limitsOf(statementMs, longer), connectionMs: REPLICA_CONNECTION_MS },
    })
  const replicas = { shoppers: open(max, 1), staff: open(Math.ceil(max / 2), 6) }
  const readerOf = (part: keyof typeof replicas) =>
    createReplica({ primary: primaries[part], replica: replicas[part], log, onConnect: countRead })
  return {
    reader: { shoppers: readerOf('shoppers'), staff: readerOf('staff') },
    pools: { 'shoppers-replica': replicas.shoppers.pool, 'staff-replica': replicas.staff.pool },
  }
}
