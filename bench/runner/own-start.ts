import { join } from 'node:path'
import type { Site } from '../bench-kinds.ts'
import { BENCH_SECRET } from '../secret.ts'
import { startShopProcess } from '../shop-process.ts'

const PORT = 3592
const READY_LIMIT_MS = 1500

/** A start with embedded PostgreSQL, as on a fresh machine. The first start creates the database; the second is measured. */
export async function benchOwnStart({ folder, add }: Site): Promise<void> {
  const env = { DATA_DIR: join(folder, 'own'), AUTH_SECRET: BENCH_SECRET }
  await (await startShopProcess(PORT, env)).stop()
  const again = await startShopProcess(PORT, env)
  await again.stop()
  add({
    what: 'ready after start, PostgreSQL included',
    measured: `${(again.readyMs / 1000).toFixed(2)} s`,
    ceiling: '',
    aim: `${READY_LIMIT_MS / 1000} s`,
    ok: again.readyMs < READY_LIMIT_MS,
  })
}
