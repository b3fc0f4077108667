import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { PATIENCE_MS } from './patience.ts'

/**
 * Waits until exactly `count` sessions of the pool's database have waited for a lock for `seconds`. PostgreSQL looks for a deadlock once,
 * 1 s after a wait began.
 * @throws after a test's patience.
 */
export async function waitForLockWaits(pool: Pool, count: number, seconds = 0): Promise<void> {
  const waiting = `select distinct pid from pg_locks where not granted
    and waitstart < clock_timestamp() - make_interval(secs => $1)
    and pid in (select pid from pg_stat_activity where datname = current_database())`
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const { rowCount } = await pool.query(waiting, [seconds])
    if (rowCount === count) return
    if (Date.now() > end) throw new Error(`${rowCount} sessions wait for a lock, not ${count}.`)
    await setTimeout(10)
  }
}
