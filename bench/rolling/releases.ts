import { setTimeout as sleep } from 'node:timers/promises'
import { buildServerIfNeeded } from '#app/cli/build.ts'
import { startBalancer } from '#app/testing/balancer.ts'
import { checkOutLastRelease, LAST_RELEASE } from '#app/testing/runs/last-release.ts'
import { withDatabase } from '#platform/db/connections/embedded-postgres.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import type { Place } from '../bench-kinds.ts'
import { auditOfAll } from '../kills/checks/books.ts'
import { lostPromises } from '../kills/checks/promises.ts'
import { openObserver } from '../kills/observer.ts'
import { BENCH_SECRET } from '../secret.ts'
import { type ShopProcess, startShopProcess } from '../shop-process.ts'
import { sized } from '../short.ts'
import { type Line, row } from '../table.ts'
import { type Bought, startBuyers } from './buyers.ts'

const PORTS = [3593, 3594] as const
/** The database as the last release leaves it, copied for each time. */
const TEMPLATE = 'last_release'
/** As an operator waits for the new process to be seen well, before the next one ends. */
const BETWEEN_MS = sized(5000, 500)

type Time = Bought & { lost: string[] }

/**
 * Deploys this release over the last one and rolls it back, `TIMES` (10) times, each on a fresh database of the last release, so that the
 * migrations run under the load: two processes of web and worker behind a balancer, restarted in turn.
 */
export async function benchReleases({ databaseUrl: serverUrl, folder, say }: Place): Promise<Line[]> {
  const times = Number(process.env.TIMES ?? sized(10, 1))
  // Otherwise the first process of this release would build under the load.
  buildServerIfNeeded()
  const last = checkOutLastRelease()
  const server = openDatabase(withDatabase(serverUrl, 'postgres'), 1)
  const results: Time[] = []
  try {
    await server.pool.query(`create database ${TEMPLATE}`)
    const first = await startShopProcess(PORTS[0], settingsOf(withDatabase(serverUrl, TEMPLATE), folder), last.folder)
    await first.stop()
    for (let n = 1; n <= times; n++) {
      await server.pool.query(`create database time_${n} template ${TEMPLATE}`)
      const result = await deployAndBack(withDatabase(serverUrl, `time_${n}`), folder, last.folder)
      results.push(result)
      await server.pool.query(`drop database time_${n} with (force)`)
      say(`${n}: ${result.calls} calls at ${result.perSecond.toFixed(0)}/s ${JSON.stringify(result.failures)}`)
      for (const sentence of result.lost) say(sentence)
    }
  } finally {
    await server.db.destroy()
    last.remove()
  }
  return linesOf(results)
}

const settingsOf = (databaseUrl: string, folder: string, origin?: string) => ({
  ...{ DATABASE_URL: databaseUrl, DATA_DIR: `${folder}/data`, AUTH_SECRET: BENCH_SECRET },
  ...{ TRUSTED_PROXIES: '1', LAME_DUCK_MS: '2000' },
  ...(origin && { ORIGIN: origin }),
})

async function deployAndBack(databaseUrl: string, folder: string, lastRelease: string): Promise<Time> {
  const balancer = await startBalancer(PORTS.map(port => `http://127.0.0.1:${port}`))
  const settings = settingsOf(databaseUrl, folder, balancer.origin)
  const shops: ShopProcess[] = []
  const start = async (place: number, root?: string) => {
    shops[place] = await startShopProcess(PORTS[place]!, settings, root)
    await balancer.untilUp(shops[place].origin)
  }
  for (const place of PORTS.keys()) await start(place, lastRelease)
  const { pool, db } = openDatabase(databaseUrl, 4)
  const buyers = await startBuyers(pool, balancer.origin, Number(process.env.PER_SECOND ?? sized(500, 50)))
  for (const root of [undefined, lastRelease]) {
    for (const place of PORTS.keys()) {
      await sleep(BETWEEN_MS)
      await shops[place]!.stop()
      await start(place, root)
    }
  }
  await sleep(BETWEEN_MS)
  const bought = await buyers.stop()
  for (const shop of shops) await shop.stop()
  await balancer.close()
  const { observer, close } = await openObserver(settings, databaseUrl, balancer.origin)
  const lost = [...(await lostPromises(pool, bought.promises)), ...(await auditOfAll(observer))]
  await close()
  await db.destroy()
  return { ...bought, lost }
}

function linesOf(results: Time[]): Line[] {
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
  const failed = sum(results.flatMap(({ failures }) => Object.values(failures)))
  const lost = sum(results.map(each => each.lost.length))
  const calls = sum(results.map(each => each.calls))
  const rates = results.map(({ perSecond }) => Math.round(perSecond))
  const kept = sum(results.flatMap(({ promises }) => Object.values(promises).map(list => list.length)))
  return [
    row(
      `${LAST_RELEASE.version} → this release → ${LAST_RELEASE.version} with the migrations, ${results.length} times: calls that failed`,
      `${failed} of ${calls.toLocaleString('en-US')}`,
      '0',
      failed === 0,
    ),
    row(
      'calls a second, least and most',
      `${Math.min(...rates)}, ${Math.max(...rates)}`,
      '500',
      Math.min(...rates) >= 475,
    ),
    {
      ...row('acknowledged; lost or a fault of the audit', `${kept.toLocaleString('en-US')}; ${lost}`, '0', lost === 0),
      isRule: true,
    },
  ]
}
