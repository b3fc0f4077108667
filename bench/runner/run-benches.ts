import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#platform/db/connections/embedded-postgres.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { freePort } from '#platform/free-port.server.ts'
import type { Alone, Bench, OnShop, Say } from '../bench-kinds.ts'
import { BENCH_SECRET } from '../secret.ts'
import { startShopProcess } from '../shop-process.ts'
import { IS_SHORT } from '../short.ts'
import { type Line, verdictOf } from '../table.ts'

const MEMORY_LIMIT_MB = 250
const CONNECTIONS = 32

/** `error` tells why a bench did not run through, or which rule broke. */
export type Result = { name: string; seconds: number; error?: string }

type Run = { say: Say; lines: Line[]; results: Result[] }

/** Runs benches one after another. Those that share a shop run first, in their order. */
export async function runBenches(benches: readonly Bench[], say: Say): Promise<Omit<Run, 'say'>> {
  const run: Run = { say, lines: [], results: [] }
  const shops = benches.filter(bench => bench.kind === 'shop')
  const shared = shops.filter(({ isApart }) => !isApart)
  if (shared.length > 0) await onOneShop(shared, run)
  for (const bench of shops) if (bench.isApart) await onOneShop([bench], run)
  for (const bench of benches) if (bench.kind === 'alone') await onItsOwn(bench, run)
  return run
}

/** Measures one bench. Without a short run its error ends the process, because the other benches take hours. */
async function timed(name: string, { say, results, lines }: Run, work: () => Promise<void>): Promise<void> {
  const began = performance.now()
  const before = lines.length
  const result: Result = { name, seconds: 0 }
  try {
    await work()
    const broken = lines.slice(before).filter(({ isRule, ok }) => isRule && !ok)
    if (broken.length > 0) result.error = broken.map(({ what, measured }) => `${what}: ${measured}`).join('; ')
  } catch (error) {
    if (!IS_SHORT) throw error
    result.error = String((error as Error).stack)
    say(result.error)
  }
  result.seconds = (performance.now() - began) / 1000
  results.push(result)
}

const adding =
  ({ say, lines }: Run) =>
  (...more: Line[]) => {
    for (const line of more)
      say(`  ${verdictOf(line)}: ${line.what}: ${line.measured}${line.ceiling && ` (ceiling ${line.ceiling})`}`)
    lines.push(...more)
  }

async function inFolder(work: (postgresUrl: string, folder: string) => Promise<void>, say: Say): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-bench-'))
  try {
    const postgres = await startPostgres(join(folder, 'pg'))
    // Stops PostgreSQL on errors too, before its folder is deleted.
    await work(postgres.url, folder).finally(postgres.stop)
  } finally {
    // PostgreSQL may still write while it ends after a failure, which this must not hide.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(error => say(String(error)))
  }
}

const onItsOwn = (bench: Alone, run: Run) =>
  timed(bench.name, run, () =>
    inFolder(async (databaseUrl, folder) => {
      adding(run)(...(await bench.run({ databaseUrl, folder, say: run.say })))
    }, run.say),
  )

/** The shop's start counts for the first bench. */
async function onOneShop(benches: readonly OnShop[], run: Run): Promise<void> {
  const { say } = run
  await inFolder(async (databaseUrl, folder) => {
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), AUTH_SECRET: BENCH_SECRET }
    const port = await freePort()
    const { pool, db } = openDatabase(databaseUrl, CONNECTIONS)
    const seeds = benches.flatMap(({ seed }) => seed ?? [])
    // A shop that filled its database has compiled other code than one that found it full.
    if (!IS_SHORT || seeds.length > 0) await (await startShopProcess(port, env)).stop()
    for (const seed of seeds) await seed(pool, say)
    const shop = await startShopProcess(port, env)
    const add = adding(run)
    try {
      for (const { name, run: measure } of benches)
        await timed(name, run, () => measure({ pool, shop, env, databaseUrl, folder, add, say }))
      add(memoryOf(shop.memory()))
    } finally {
      await shop.stop()
      await db.destroy()
    }
  }, say)
}

const memoryOf = (megabytes: number): Line => ({
  what: 'memory of the server after the bench',
  measured: `${Math.round(megabytes)} MB`,
  ceiling: '',
  aim: `${MEMORY_LIMIT_MB} MB`,
  ok: megabytes < MEMORY_LIMIT_MB,
})
