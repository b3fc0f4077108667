import { startKillablePostgres } from '#app/faults/testing/killable-postgres.ts'
import { openNewShop } from '#app/seed/testing/open-new-shop.ts'
import type { Shop } from '#app/services/services.server.ts'
import { type ServerProcess, startServerProcess } from '#app/testing/server-process.ts'
import { openDatabase, type Pool } from '#platform/db/database.server.ts'
import { BENCH_SECRET } from '../secret.ts'
import { sized } from '../short.ts'
import { forgetRunningCalls } from './forget-running-calls.ts'
import { openObserver } from './observer.ts'

export const TARGETS = ['web', 'worker', 'database'] as const
export type Target = (typeof TARGETS)[number]

export type LogKeys = { logKey: string; receiptKey: string }

/** A running shop under faults, and what its clients and monitors see. */
export type ShopUnderTest = {
  origin: string
  /** Reads the shop's database. Never started, so it runs no jobs. */
  observer: Shop
  provider: Pool
  /** Keys that entrants and monitors of the log have. */
  logKeys: () => Promise<LogKeys>
}

export type Rig = ShopUnderTest & {
  /**
   * Sends SIGKILL to the target and restarts it from disk. The other processes are not restarted and must recover by themselves.
   * @param look runs just before. Web process and worker are stopped for it, so that it sees the moment of the kill.
   */
  killAndRestart: (target: Target, look: () => Promise<void>) => Promise<void>
  /** Resolves when the web process is ready and the observer reaches the database. */
  untilReady: () => Promise<void>
  postgres: Awaited<ReturnType<typeof startKillablePostgres>>
  stop: () => Promise<void>
}

export type Surroundings = {
  /** `-c name=value` settings of PostgreSQL. */
  flags?: string[]
  /** More settings of web process and worker. */
  settings?: Record<string, string>
  /** The command that starts them, such as a namespace. */
  within?: string[]
  /** Turns the addresses of both databases into those that they use. */
  addressOf?: (url: string) => string
}

/** Fixed and below the ephemeral port range, so that the web process gets this port back after each kill. */
const PORT = 3585
/** With this delay, an asynchronous commit reaches the disk 10 s later, so that a kill certainly loses the commit. */
const LATE_WAL = ['-c', 'wal_writer_delay=10s']
const READY_MS = 300_000
/** A call that runs longer after the end of its database would be repeated beside itself; the short form runs on slow machines. */
const FAILED_MS = sized(2000, 10_000)

/**
 * Starts one web process, one worker and their durable PostgreSQL. Each can be killed.
 * @param providerUrl database of the payment sandbox, on a server that is not killed.
 */
export async function startRig(providerUrl: string, folder: string, surroundings: Surroundings = {}): Promise<Rig> {
  const { flags = LATE_WAL, within = [], addressOf = url => url } = surroundings
  const postgres = await startKillablePostgres(`${folder}/shop-pg`, flags)
  const origin = `http://127.0.0.1:${PORT}`
  const settings = {
    ...{ DATABASE_URL: postgres.url, SANDBOX_DATABASE_URL: providerUrl, DATA_DIR: `${folder}/data`, SEED: 'off' },
    ...{ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ORIGIN: origin, DATABASE_STATEMENT_MS: '5000' },
    AUTH_SECRET: BENCH_SECRET,
  }
  const start = (target: 'web' | 'worker') => {
    // `look` tells the connections of the two processes apart by this name.
    const url = new URL(addressOf(postgres.url))
    url.searchParams.set('application_name', target)
    const addresses = { DATABASE_URL: url.href, SANDBOX_DATABASE_URL: addressOf(providerUrl) }
    const own = { ROLE: target, PORT: target === 'web' ? String(PORT) : '0', ...surroundings.settings }
    return startServerProcess({ ...settings, ...addresses, ...own }, { within })
  }
  // The web process starts first and creates the schema.
  const processes: Record<'web' | 'worker', ServerProcess> = { web: await start('web'), worker: await start('worker') }
  const { observer, close } = await openObserver(settings, postgres.url, origin)
  await openNewShop(observer.services.pool, origin)
  const provider = openDatabase(providerUrl, 4)

  let keys: Promise<LogKeys> | undefined
  const readKeys = async (): Promise<LogKeys> => (await fetch(`${origin}/api/log`)).json()
  const logKeys = () => {
    keys ??= readKeys()
    return keys
  }

  async function killAndRestart(target: Target, look: () => Promise<void>): Promise<void> {
    if (target === 'database') {
      await look()
      await postgres.kill()
      await postgres.start()
      // By then the calls that lost their connection have failed.
      await new Promise(done => setTimeout(done, FAILED_MS))
      return forgetRunningCalls(observer.services.pool, FAILED_MS)
    }
    processes[target].halt()
    await look()
    await processes[target].kill()
    processes[target] = await start(target)
    if (target === 'web') await forgetRunningCalls(observer.services.pool, 0)
  }

  async function untilReady(): Promise<void> {
    const until = Date.now() + READY_MS
    while (!(await isReady(origin, observer))) {
      if (Date.now() > until) throw new Error(`The shop did not become ready in ${READY_MS / 1000} s.`)
      await new Promise(done => setTimeout(done, 50))
    }
  }

  async function stop(): Promise<void> {
    await Promise.all([processes.web.kill(), processes.worker.kill()])
    await close()
    await provider.db.destroy()
    await postgres.stop()
  }
  return { origin, observer, provider: provider.pool, logKeys, killAndRestart, untilReady, postgres, stop }
}

async function isReady(origin: string, { services }: Shop): Promise<boolean> {
  try {
    await services.pool.query('select 1')
    return (await fetch(`${origin}/readyz`)).ok
  } catch {
    return false
  }
}
