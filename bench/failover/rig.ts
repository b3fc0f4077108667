import { openNewShop } from '#app/seed/testing/open-new-shop.ts'
import { startServerProcess } from '#app/testing/server-process.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { openObserver } from '../kills/observer.ts'
import type { LogKeys, ShopUnderTest } from '../kills/rig.ts'
import { BENCH_SECRET } from '../secret.ts'

/** Below the ephemeral port range. */
const PORT = 3587

/**
 * One web process and one worker on the cluster, through its pooler.
 * @param providerUrl database of the payment sandbox and the witnesses, outside the cluster.
 */
export async function startRigOn(cluster: Record<string, string>, providerUrl: string, folder: string) {
  const origin = `http://127.0.0.1:${PORT}`
  const settings = {
    ...{ DATABASE_URL: cluster.DATABASE_URL!, DATABASE_DIRECT_URL: cluster.DATABASE_DIRECT_URL! },
    DATABASE_REPLICA_URL: cluster.DATABASE_REPLICA_URL!,
    ...{ DATABASE_POOLER: 'transaction', SANDBOX_DATABASE_URL: providerUrl, DATA_DIR: `${folder}/data`, SEED: 'off' },
    ...{ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ORIGIN: origin, DATABASE_STATEMENT_MS: '5000' },
    AUTH_SECRET: BENCH_SECRET,
  }
  const web = await startServerProcess({ ...settings, ROLE: 'web', PORT: String(PORT) })
  const worker = await startServerProcess({ ...settings, ROLE: 'worker', PORT: '0' })
  const { observer, close } = await openObserver(settings, settings.DATABASE_URL, origin)
  await openNewShop(observer.services.pool, origin)
  const provider = openDatabase(providerUrl, 4)
  const keys: LogKeys = await (await fetch(`${origin}/api/log`)).json()
  async function stop(): Promise<void> {
    await Promise.all([web.kill(), worker.kill()])
    await close()
    await provider.db.destroy()
  }
  const shop: ShopUnderTest = { origin, observer, provider: provider.pool, logKeys: async () => keys }
  return { ...shop, stop }
}
