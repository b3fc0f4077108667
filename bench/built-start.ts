import { join } from 'node:path'
import { buildDist } from '#app/cli/build-dist.ts'
import type { Place } from './bench-kinds.ts'
import { startShopProcess } from './shop-process.ts'
import { sized } from './short.ts'
import type { Line } from './table.ts'

const PORT = 3580
const STARTS = sized(10, 2)
const LIMIT_MS = 2000

/** `node dist/server.js` on a migrated database, from the start of the process to `/readyz`. The first start migrates and is not counted. */
export async function benchBuiltStart({ databaseUrl, folder }: Place): Promise<Line[]> {
  const dist = join(folder, 'dist')
  await buildDist(dist)
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), SEED: 'off' }
  const times: number[] = []
  for (let start = 0; start <= STARTS; start++) {
    const shop = await startShopProcess(PORT, env, dist, 'server.js')
    if (start > 0) times.push(shop.readyMs)
    await shop.stop()
  }
  times.sort((a, b) => a - b)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  const line = {
    what: `node dist/server.js to ready, ${STARTS} starts`,
    measured: `median ${seconds(times[STARTS / 2]!)}, worst ${seconds(times.at(-1)!)}`,
    ceiling: '',
    aim: seconds(LIMIT_MS),
    ok: times.at(-1)! < LIMIT_MS,
  }
  return [line]
}
