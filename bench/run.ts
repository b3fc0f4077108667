import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#platform/db/connections/embedded-postgres.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { benchAdminLarge } from './admin-large.ts'
import { benchBuiltStart } from './built-start.ts'
import { startCeilings } from './ceilings.ts'
import { benchClaimFloor } from './claim-floor.ts'
import { benchClaims } from './claims.ts'
import { benchDrills } from './drills/drills.ts'
import { benchFailover } from './failover/failover.ts'
import { benchFuzz } from './fuzz/fuzz.ts'
import { benchInp } from './inp.ts'
import { benchKills } from './kills/kills.ts'
import { benchLawLarge } from './law-large.ts'
import { benchOrders } from './orders.ts'
import { benchOrdersLarge } from './orders-large.ts'
import { weighPages } from './page-weight.ts'
import { benchPaired } from './paired.ts'
import { benchReads } from './reads.ts'
import { benchRestore } from './restore.ts'
import { benchReleases } from './rolling/releases.ts'
import { benchRolling } from './rolling/restarts.ts'
import { BENCH_SECRET } from './secret.ts'
import { seedEntries } from './seed-entries.ts'
import { seedOrders } from './seed-orders.ts'
import { startShopProcess } from './shop-process.ts'
import { benchSimulation } from './simulation/simulation.ts'
import { benchSlotDialog } from './slot-dialog.ts'
import { benchSoak } from './soak.ts'
import { benchSockets } from './sockets.ts'
import { benchStampede } from './stampede.ts'
import { type Line, toTable } from './table.ts'
import { benchTwoProcesses } from './two-processes.ts'

/**
 * `npm run bench [part …]`: measures the shop's throughput on this machine, and the throughput of bare parts in the same run.
 * The shop runs like `npm start` in a separate process on a durable PostgreSQL; the load comes from this process.
 */
const SHOP_PORT = 3580
const CEILINGS_PORT = 3581
const SECOND_PORT = 3582
const READY_LIMIT_MS = 3000
const MEMORY_LIMIT_MB = 400
const began = performance.now()
/** Load averages of the machine during the run, because other load affects the figures. */
const loads = [loadavg()[0]!]
const watch = setInterval(() => loads.push(loadavg()[0]!), 5000).unref()
const parts = process.argv.slice(2)
const wants = (part: string) => parts.length === 0 || parts.includes(part)
const lines: Line[] = []
const say = (text: string) => process.stdout.write(`${text}\n`)
const add = (...more: Line[]) => {
  for (const line of more)
    say(
      `${line.ok ? '  met' : 'MISSED'}  ${line.what}: ${line.measured}${line.ceiling && ` (ceiling ${line.ceiling})`}`,
    )
  lines.push(...more)
}

// Exit on signals too, because PostgreSQL and the shops stop with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const folder = await mkdtemp(join(tmpdir(), 'redoubt-bench-'))
try {
  const postgres = await startPostgres(join(folder, 'pg'))
  // Stop PostgreSQL on errors too, before its folder is deleted. Fuzz, kills, drills and failover run alone, because they change all data.
  if (parts.includes('fuzz'))
    add(
      ...(await benchFuzz({ DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data') }, say).finally(postgres.stop)),
    )
  else if (parts.includes('kills')) add(...(await benchKills(postgres.url, folder, say).finally(postgres.stop)))
  else if (parts.includes('simulation')) add(...(await benchSimulation(say).finally(postgres.stop)))
  else if (parts.includes('restore')) add(...(await benchRestore(say).finally(postgres.stop)))
  else if (parts.includes('failover')) add(...(await benchFailover(postgres.url, folder, say).finally(postgres.stop)))
  else if (parts.includes('drills')) add(...(await benchDrills(postgres.url, folder, say).finally(postgres.stop)))
  else if (parts.includes('releases')) add(...(await benchReleases(postgres.url, folder, say).finally(postgres.stop)))
  else if (parts.includes('soak')) add(...(await benchSoak(postgres.url, folder, say).finally(postgres.stop)))
  else if (parts.includes('two')) add(...(await benchTwoProcesses(postgres.url, folder, say).finally(postgres.stop)))
  else if (parts.includes('paired'))
    add(...(await benchPaired(process.env.BEFORE!, folder, say).finally(postgres.stop)))
  else if (parts.includes('dist')) add(await benchBuiltStart(postgres.url, folder, SHOP_PORT).finally(postgres.stop))
  else await measureStart(await measureShop(postgres.url).finally(postgres.stop))
} finally {
  // PostgreSQL may still write while it ends after a failure, which this must not hide.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(error => say(String(error)))
}
clearInterval(watch)
say(`\n${toTable(lines)}\n`)
say(
  `${Math.round((performance.now() - began) / 1000)} s in all; load of the machine ${Math.min(...loads)} to ${Math.max(...loads)}.`,
)

/** @param memory the server's memory after the bench, in megabytes. */
async function measureStart(memory: number): Promise<void> {
  // Measures a start with embedded PostgreSQL, as on a fresh machine. The first start creates the database; the second is measured.
  const own = { DATA_DIR: join(folder, 'own'), AUTH_SECRET: BENCH_SECRET }
  await (await startShopProcess(SHOP_PORT, own)).stop()
  const again = await startShopProcess(SHOP_PORT, own)
  await again.stop()
  add(
    {
      what: 'ready after start, PostgreSQL included',
      measured: `${(again.readyMs / 1000).toFixed(2)} s`,
      ceiling: '',
      aim: '3 s',
      ok: again.readyMs < READY_LIMIT_MS,
    },
    {
      what: 'memory of the server after the bench',
      measured: `${Math.round(memory)} MB`,
      ceiling: '',
      aim: `${MEMORY_LIMIT_MB} MB`,
      ok: memory < MEMORY_LIMIT_MB,
    },
  )
}

/** Runs the requested parts on one shop. @returns the server's memory at the end, in megabytes. */
async function measureShop(databaseUrl: string): Promise<number> {
  const { pool, db } = openDatabase(databaseUrl, 32)
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), AUTH_SECRET: BENCH_SECRET }
  await (await startShopProcess(SHOP_PORT, env)).stop()
  // Seeding a million orders takes minutes, and `--large` adds five million entries and more people, so both run on request only.
  const isWholeLarge = parts.includes('--large')
  const isLarge = isWholeLarge || parts.includes('orders-large')
  if (isLarge) await seedOrders(pool, isWholeLarge ? 1_000_000 : 100_000, say)
  if (isWholeLarge) await seedEntries(pool, say)
  const shop = await startShopProcess(SHOP_PORT, env)
  const ceilings = await startCeilings(CEILINGS_PORT, await storePage(shop.origin))
  if (isWholeLarge) await benchAdminLarge(pool, shop, add)
  else if (isLarge) await benchOrdersLarge(pool, shop, add)
  // A million cards take minutes, so this part runs on request only.
  if (parts.includes('law')) await benchLawLarge(pool, shop, add, say)
  // Runs first, before the claims leave dead rows for vacuum.
  if (wants('orders')) add(await benchOrders(pool, shop.origin))
  if (wants('claims')) add(await benchClaims(pool, shop))
  // Needs pgbench, so this part runs on request only.
  if (parts.includes('claim-floor')) add(await benchClaimFloor(pool, databaseUrl, folder))
  if (wants('stampede')) add(await benchStampede(pool, shop))
  if (wants('sockets')) {
    const second = await startShopProcess(SECOND_PORT, { ...env, ROLE: 'web', TRUSTED_PROXIES: '1' })
    add(...(await benchSockets(pool, shop.origin, second)))
    await second.stop()
  }
  // The restarts take a minute, so this part runs on request only.
  if (parts.includes('rolling')) add(await benchRolling(pool, env))
  if (wants('reads')) add(...(await benchReads(shop.origin, ceilings.origin)))
  if (wants('slots')) add(...(await benchSlotDialog(pool, shop.origin)))
  if (wants('inp')) add(...(await benchInp(pool, shop.origin)))
  add(...(await weighPages(shop.origin)))
  const memory = shop.memory()
  await ceilings.stop()
  await shop.stop()
  await db.destroy()
  return memory
}

/** Returns the store page in the good compression of a repeated request. */
async function storePage(origin: string): Promise<Buffer> {
  const travel = () => fetch(`${origin}/store`, { headers: { 'accept-encoding': 'br' } })
  await travel()
  const { headers } = await travel()
  return randomBytes(Number(headers.get('content-length')))
}
