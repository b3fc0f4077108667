import { openDatabase, type Pool } from '#platform/db/database.server.ts'
import { auditOfAll } from './kills/checks/books.ts'
import { lostPromises } from './kills/checks/promises.ts'
import { openObserver } from './kills/observer.ts'
import { type Bought, startBuyers } from './rolling/buyers.ts'
import { BENCH_SECRET } from './secret.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import type { Line } from './table.ts'

const PORT = 3589
const MINUTE = 60_000
const CAPACITY_MS = MINUTE
const SAMPLE_MS = 5000
/** Claims of an hour at 300 calls/s: 200,000. */
const GIVEAWAYS = 6
/** The first sixth of the time fills caches, and is not compared. */
const PARTS = 6
const LEVEL = 0.05
const sleep = (ms: number) => new Promise(done => setTimeout(done, ms))

/** Dead rows of each table, as a share of the number at which autovacuum comes. */
const DEAD_ROWS = `
  select c.oid::regclass::text as name, s.n_dead_tup::int as dead, s.autovacuum_count::int as vacuums,
    s.n_dead_tup / (coalesce(o.threshold, current_setting('autovacuum_vacuum_threshold')::float8)
      + coalesce(o.factor, current_setting('autovacuum_vacuum_scale_factor')::float8) * greatest(c.reltuples, 0)) as share
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid, lateral (
    select max(option_value) filter (where option_name = 'autovacuum_vacuum_threshold')::float8 as threshold,
      max(option_value) filter (where option_name = 'autovacuum_vacuum_scale_factor')::float8 as factor
    from pg_options_to_table(c.reloptions)) o
  order by share desc`
type Table = { name: string; dead: number; vacuums: number; share: number }

type Soak = { capacity: number; bought: Bought; memory: number[]; tables: Table[]; faults: string[] }

/**
 * Runs one shop, its worker included, for `SOAK_MINUTES` (60) at half of the calls a second that it can bear: reads, claims and orders. Then looks
 * at its memory, its failures, its books and at what autovacuum has left.
 */
export async function benchSoak(databaseUrl: string, folder: string, say: (text: string) => void): Promise<Line[]> {
  const minutes = Number(process.env.SOAK_MINUTES ?? 60)
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: `${folder}/data`, AUTH_SECRET: BENCH_SECRET }
  const shop = await startShopProcess(PORT, env)
  const { pool, db } = openDatabase(databaseUrl, 4)
  try {
    const capacity = await capacityOf(pool, shop)
    say(`capacity ${capacity.toFixed(0)} calls/s`)
    const buyers = await startBuyers(pool, shop.origin, capacity / 2, GIVEAWAYS)
    const memory = await sampled(shop, minutes * MINUTE, say)
    const { rows: tables } = await pool.query<Table>(DEAD_ROWS)
    const bought = await buyers.stop()
    const { observer, close } = await openObserver(env, databaseUrl, shop.origin)
    const faults = [...(await lostPromises(pool, bought.promises)), ...(await auditOfAll(observer))]
    await close()
    for (const fault of faults) say(fault)
    return linesOf({ capacity, bought, memory, tables, faults })
  } finally {
    await shop.stop()
    await db.destroy()
  }
}

/** Calls a second with 24 at a time, after a run of the same length in which V8 compiles the code. */
async function capacityOf(pool: Pool, { origin }: ShopProcess): Promise<number> {
  const rates: number[] = []
  for (let run = 0; run < 2; run++) {
    const buyers = await startBuyers(pool, origin, Infinity)
    await sleep(CAPACITY_MS / 2)
    rates.push((await buyers.stop()).perSecond)
  }
  return rates.at(-1)!
}

/** @returns the memory of the shop in megabytes, every 5 s. */
async function sampled({ memory }: ShopProcess, ms: number, say: (text: string) => void): Promise<number[]> {
  const samples: number[] = []
  for (const end = Date.now() + ms; Date.now() < end; ) {
    await sleep(SAMPLE_MS)
    samples.push(memory())
    if (samples.length % (MINUTE / SAMPLE_MS) === 0)
      say(`${samples.length / (MINUTE / SAMPLE_MS)} min: ${median(samples.slice(-MINUTE / SAMPLE_MS)).toFixed(0)} MB`)
  }
  return samples
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

function linesOf({ capacity, bought, memory, tables, faults }: Soak): Line[] {
  const row = (what: string, measured: string, aim = '', ok = true): Line => ({ what, measured, ceiling: '', aim, ok })
  const part = Math.floor(memory.length / PARTS)
  const [early, late] = [median(memory.slice(part, 2 * part)), median(memory.slice(-part))]
  const growth = late / early - 1
  const failed = Object.values(bought.failures).reduce((sum, count) => sum + count, 0)
  const { order, payment, claim } = bought.promises
  const due = tables.filter(({ share }) => share > 1)
  const tired = tables.filter(({ share }) => share > 2)
  const vacuumed = tables.filter(({ vacuums }) => vacuums > 0)
  const named = (list: Table[]) => list.map(({ name, share }) => `${name} ${share.toFixed(1)}`).join(', ')
  return [
    row(
      `calls, ${((memory.length * SAMPLE_MS) / MINUTE).toFixed(0)} min at half of ${capacity.toFixed(0)}/s; failed`,
      `${bought.calls.toLocaleString('en-US')} at ${bought.perSecond.toFixed(0)}/s; ${failed} ${failed > 0 ? JSON.stringify(bought.failures) : ''}`,
      '0',
      failed === 0,
    ),
    row(
      'memory, second sixth of the time against the last',
      `${early.toFixed(0)} MB, ${late.toFixed(0)} MB: ${(growth * 100).toFixed(1)}%`,
      `within ${LEVEL * 100}%`,
      Math.abs(growth) <= LEVEL,
    ),
    row(
      'tables with more than twice the dead rows at which autovacuum comes',
      `${tired.length} ${named(tired)}; above once: ${due.length} ${named(due)}; vacuumed during the run: ${vacuumed.length}`,
      '0',
      tired.length === 0,
    ),
    row(
      'acknowledged; lost or a fault of the audit',
      `orders ${order.length}, payments ${payment.length}, claims ${claim.length}; ${faults.length}`,
      '0',
      faults.length === 0,
    ),
  ]
}
