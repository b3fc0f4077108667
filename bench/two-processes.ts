import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase, type Pool } from '#platform/db/database.server.ts'
import type { Place } from './bench-kinds.ts'
import { processorTimeOf, processorTimeOfEndedChildren } from './processor-time.ts'
import { BENCH_SECRET } from './secret.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import { sized } from './short.ts'
import { type Line, perSecond } from './table.ts'
import { WRK_SECONDS, wrk } from './wrk.ts'

const PORTS = [3598, 3599] as const
const AIM = 1.6
const PAIRS = sized(5, 1)

/** @property path of every read; with `isNew` each read has another end, so that no cache has it. */
type Kind = { what: string; path: string; isNew?: boolean }
type Part = 'shop' | 'database' | 'load'
/** Microseconds of processor time for each read, by part. */
type Reads = Record<Part, number> & { perSecond: number }

/**
 * Reads of two web processes against one, and where the processor time goes: the load and PostgreSQL share the cores. The two are measured
 * in turn, because the machine's other work changes from second to second.
 */
export async function benchTwoProcesses({ databaseUrl, folder, say }: Place): Promise<Line[]> {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), AUTH_SECRET: BENCH_SECRET }
  // Fills the shop, and is gone with its jobs during the measurement.
  await (await startShopProcess(PORTS[0], env)).stop()
  const { pool, db } = openDatabase(databaseUrl, 2)
  const shops = await Promise.all(PORTS.map(port => startShopProcess(port, { ...env, ROLE: 'web' })))
  const kinds: Kind[] = [
    { what: 'the home page, from the cache', path: '/' },
    { what: 'the store page, from the cache', path: '/store' },
    { what: 'GET /api/products, from the cache', path: '/api/products?limit=12' },
    { what: 'the store page, rendered', path: '/store?q=-two', isNew: true },
    { what: 'GET /api/products, searched', path: '/api/products?q=two', isNew: true },
  ]
  const cores = await benchCores(say)
  const lines: Line[] = []
  for (const kind of kinds) {
    // Until V8 has compiled the code of both.
    await read(shops, kind)
    const pairs: { one: Reads; two: Reads }[] = []
    for (let pair = 0; pair < PAIRS; pair++) {
      const [one, two] = [await measure(pool, shops.slice(0, 1), kind), await measure(pool, shops, kind)]
      say(`${kind.what}: ${JSON.stringify({ one, two })}`)
      pairs.push({ one, two })
    }
    lines.push(lineOf(kind, pairs, cores))
  }
  for (const shop of shops) await shop.stop()
  await db.destroy()
  return lines
}

/** Renders text without input or output for `WRK_SECONDS`, and prints how often. */
const LOOP = `const end = performance.now() + ${WRK_SECONDS * 1000}
let done = 0
for (; performance.now() < end; done++) JSON.parse(JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: 'Sealed ' + id }))))
console.log(done)`

/** What a second process is worth on this machine when it shares nothing with the first: virtual cores may be threads of one core. @returns a ratio. */
async function benchCores(say: (text: string) => void): Promise<number> {
  const loop = async () => Number((await promisify(execFile)(process.execPath, ['--eval', LOOP])).stdout)
  const ratios: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const [one, two] = [await loop(), await Promise.all([loop(), loop()])]
    ratios.push((two[0] + two[1]) / one)
  }
  say(`two loops against one: ${ratios.map(ratio => ratio.toFixed(2)).join(', ')}`)
  return ratios.sort((a, b) => a - b)[Math.floor(PAIRS / 2)]!
}

function lineOf({ what }: Kind, pairs: { one: Reads; two: Reads }[], cores: number): Line {
  const middle = (of: (pair: { one: Reads; two: Reads }) => number) =>
    pairs.map(of).sort((a, b) => a - b)[Math.floor(PAIRS / 2)]!
  const ratio = middle(({ one, two }) => two.perSecond / one.perSecond)
  const [one, two] = [middle(pair => pair.one.perSecond), middle(pair => pair.two.perSecond)]
  const spent = (part: Part) => Math.round(middle(pair => pair.one[part]))
  // One process has one core at most, and all that a read costs has two.
  const bound = (2 * spent('shop')) / (spent('shop') + spent('database') + spent('load'))
  return {
    what: `${what}: two web processes against one`,
    measured: `${perSecond(two)} against ${perSecond(one)}, ratio ${ratio.toFixed(2)}; µs of processor for a read: shop ${spent('shop')}, PostgreSQL ${spent('database')}, load ${spent('load')}`,
    ceiling: `${bound.toFixed(2)} by these times on two cores; a loop of Node alone ${cores.toFixed(2)}`,
    aim: `${AIM}`,
    ok: ratio >= AIM,
  }
}

/** @returns reads per second. */
async function read(shops: readonly ShopProcess[], { path, isNew }: Kind): Promise<number> {
  const each = await Promise.all(shops.map(({ origin }) => wrk(`${origin}${path}`, { isNew })))
  return each.reduce((sum, rate) => sum + rate, 0)
}

async function measure(pool: Pool, shops: readonly ShopProcess[], kind: Kind): Promise<Reads> {
  const timesNow = async (): Promise<Record<Part, number>> => {
    const each = await Promise.all(shops.map(shop => processorTimeOf(pool, shop)))
    const shop = each.reduce((sum, time) => sum + time.shop, 0)
    return { shop, database: each[0]!.database, load: processorTimeOfEndedChildren() }
  }
  const before = await timesNow()
  const rate = await read(shops, kind)
  const after = await timesNow()
  const spent = (part: Part) => ((after[part] - before[part]) * 1000) / (rate * WRK_SECONDS)
  return { perSecond: rate, shop: spent('shop'), database: spent('database'), load: spent('load') }
}
