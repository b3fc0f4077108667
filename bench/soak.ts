import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Pool } from '#platform/db/database.server.ts'
import type { Place } from './bench-kinds.ts'
import { auditOfAll } from './kills/checks/books.ts'
import { lostPromises } from './kills/checks/promises.ts'
import { openObserver } from './kills/observer.ts'
import { type Bought, startBuyers } from './rolling/buyers.ts'
import { BENCH_SECRET } from './secret.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import { sized } from './short.ts'
import { type Line, row } from './table.ts'

const PORT = 3589
const MINUTE = 60_000
const CAPACITY_MS = sized(MINUTE / 2, 1000)
const SAMPLE_MS = sized(5000, 500)
/** The shoppers of a part sign in once, and their tokens last for an hour. Enough giveaways for the claims of a part. */
const PART_MINUTES = 10
const GIVEAWAYS = 4
/** The first sixth of the time fills caches, and is not compared. */
const PARTS = 6
const LEVEL = 0.05

/** Dead rows of each table, as a share of the number at which autovacuum comes. */
const DEAD_ROWS = `
  select c.oid::regclass::text as name, s.n_dead_tup::int as dead, s.autovacuum_count::int as vacuums,
    coalesce(extract(epoch from now() - s.last_autovacuum), 1e9)::float8 as ago,
    s.n_dead_tup / (coalesce(o.threshold, current_setting('autovacuum_vacuum_threshold')::float8)
      + coalesce(o.factor, current_setting('autovacuum_vacuum_scale_factor')::float8) * greatest(c.reltuples, 0)) as share
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid, lateral (
    select max(option_value) filter (where option_name = 'autovacuum_vacuum_threshold')::float8 as threshold,
      max(option_value) filter (where option_name = 'autovacuum_vacuum_scale_factor')::float8 as factor
    from pg_options_to_table(c.reloptions)) o
  order by share desc`
type Table = { name: string; dead: number; vacuums: number; ago: number; share: number }
/** Autovacuum looks once a minute. A hot table of some rows is above its threshold most of the time between two looks. */
const VACUUM_SECONDS = 150

type Soak = { capacity: number; bought: Bought[]; memory: number[]; tables: Table[]; faults: string[] }

/**
 * Runs one shop, its worker included, for `SOAK_MINUTES` (60) at half of the calls a second that it can bear: reads, claims and orders. Then looks
 * at its memory, its failures, its books and at what autovacuum has left.
 */
export async function benchSoak({ databaseUrl, folder, say }: Place): Promise<Line[]> {
  const minutes = Number(process.env.SOAK_MINUTES ?? sized(60, 0.1))
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: `${folder}/data`, AUTH_SECRET: BENCH_SECRET }
  const shop = await startShopProcess(PORT, env)
  const { pool, db } = openDatabase(databaseUrl, 4)
  try {
    const capacity = await capacityOf(pool, shop)
    say(`capacity ${capacity.toFixed(0)} calls/s`)
    const memory: number[] = []
    const bought: Bought[] = []
    let tables: Table[] = []
    for (let left = minutes; left > 0; left -= PART_MINUTES) {
      const buyers = await startBuyers(pool, shop.origin, capacity / 2, GIVEAWAYS)
      memory.push(...(await sampled(shop, Math.min(left, PART_MINUTES) * MINUTE)))
      // Under the load, because autovacuum has to keep up with it.
      tables = (await pool.query<Table>(DEAD_ROWS)).rows
      bought.push(await buyers.stop())
      say(
        `${(memory.length * SAMPLE_MS) / MINUTE} min: ${median(memory.slice(-PART_MINUTES)).toFixed(0)} MB ${JSON.stringify(bought.at(-1)!.failures)}`,
      )
    }
    const { observer, close } = await openObserver(env, databaseUrl, shop.origin)
    const lost = await Promise.all(bought.map(({ promises }) => lostPromises(pool, promises)))
    const faults = [...lost.flat(), ...(await auditOfAll(observer))]
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
    await sleep(CAPACITY_MS)
    const { perSecond, failures } = await buyers.stop()
    if (Object.keys(failures).length > 0) throw new Error(`The shop refuses calls: ${JSON.stringify(failures)}`)
    rates.push(perSecond)
  }
  return rates.at(-1)!
}

/** @returns the memory of the shop in megabytes, every 5 s. */
async function sampled({ memory }: ShopProcess, ms: number): Promise<number[]> {
  const samples: number[] = []
  for (const end = Date.now() + ms; Date.now() < end; ) {
    await sleep(SAMPLE_MS)
    samples.push(memory())
  }
  return samples
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

function linesOf({ capacity, bought, memory, tables, faults }: Soak): Line[] {
  const part = Math.floor(memory.length / PARTS)
  const [early, late] = [median(memory.slice(part, 2 * part)), median(memory.slice(-part))]
  const growth = late / early - 1
  const sum = (of: (part: Bought) => number) => bought.reduce((all, part) => all + of(part), 0)
  const failures = bought.flatMap(part => Object.entries(part.failures))
  const failed = failures.reduce((all, [, count]) => all + count, 0)
  const given = (kind: 'order' | 'payment' | 'claim') =>
    sum(({ promises }) => promises[kind].length).toLocaleString('en-US')
  const due = tables.filter(({ share }) => share > 1)
  const left = due.filter(({ ago }) => ago > VACUUM_SECONDS)
  const vacuumed = tables.filter(({ vacuums }) => vacuums > 0)
  const named = (list: Table[]) => list.map(({ name, share }) => `${name} ${share.toFixed(1)}`).join(', ')
  return [
    row(
      `calls, ${((memory.length * SAMPLE_MS) / MINUTE).toFixed(0)} min at half of ${capacity.toFixed(0)}/s; failed`,
      `${sum(({ calls }) => calls).toLocaleString('en-US')} at ${(sum(({ perSecond }) => perSecond) / bought.length).toFixed(0)}/s; ${failed} ${failed > 0 ? JSON.stringify(failures) : ''}`,
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
      'tables that are due and were not vacuumed in the last 150 s',
      `${left.length} ${named(left)}; due: ${due.length} ${named(due)}; vacuumed during the run: ${vacuumed.length}`,
      '0',
      left.length === 0,
    ),
    {
      ...row(
        'acknowledged; lost or a fault of the audit',
        `orders ${given('order')}, payments ${given('payment')}, claims ${given('claim')}; ${faults.length}`,
        '0',
        faults.length === 0,
      ),
      isRule: true,
    },
  ]
}
