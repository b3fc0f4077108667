import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listMessages } from '#features/notifications/queries/messages.server.ts'
import { changeSettings } from '#features/settings/commands.server.ts'
import type { SettingsChange } from '#features/settings/contract.ts'
import type { ReadTxt } from '#kernel/ports/mail.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { followZones } from '#kernel/values/clock/shop-clock.ts'
import { readEnv } from '#platform/env.ts'
import { createLogger, type Logger } from '#platform/log.server.ts'
import { closeAfter } from '#platform/testing/close-after.ts'
import { openTestDatabase } from '#platform/testing/database.ts'
import { newId } from '#platform/values/ids.server.ts'
import { refusalCheck } from '../api/testing/declared-refusals.ts'
import { fillDemoSettings } from '../seed/demo-settings.server.ts'
import type { DrawPortOptions } from '../services/draw-ports.server.ts'
import { createShop, type Shop } from '../services/services.server.ts'
import { settingsPorts } from '../services/settings-ports.server.ts'
import { createWeb } from '../web.server.ts'
import { temporaryFolder } from './runs/temporary-folder.ts'
import { addUser, type TestUser, type UserOptions } from './users.ts'

type Web = ReturnType<typeof createWeb>

type CallOptions = {
  as?: TestUser
  json?: unknown
  headers?: Record<string, string>
  method?: string
  body?: RequestInit['body']
}

export type ShopOptions = {
  connections?: number
  now?: Date
  origin?: string
  env?: Record<string, string>
  database?: Awaited<ReturnType<typeof openTestDatabase>>
  providers?: PaymentProvider[]
  readTxt?: ReadTxt
  log?: Logger
  /** Leaves an empty shop as it is installed: with placeholders, not open. */
  isNew?: boolean
} & DrawPortOptions

export const PATIENT = { DATABASE_STATEMENT_MS: '60000', DATABASE_SILENCE_MS: '30000' }
export const ORIGIN = 'http://shop.test'
export const AUTH_SECRET = 'the secret of every shop in the tests'

/**
 * A whole shop for one test file: real PostgreSQL, real jobs, the real Stripe SDK on the sandbox; only the network is missing. Its clock
 * stands still until a test moves it, and no job starts by the clock: pg-boss would start those of the present minute within seconds.
 * @param options.connections of the database pool; tests of races need many.
 * @param options.providers payment providers beside the sandbox.
 * @param options.readTxt the DNS; without it no name server answers.
 * @param options.log for tests that read the log; silent otherwise.
 * @param options.beacon replaces the sandbox chain by one that lies, stalls or forks.
 * @param options.witnesses replaces the three sandbox witnesses.
 * @param options.timestamps an authority for time stamps.
 * @param options.database of a stopped shop, which this shop continues.
 */
export async function openTestShop(options: ShopOptions = {}) {
  const database = options.database ?? (await openTestDatabase(1))
  const folder = join(temporaryFolder(), `redoubt-files-${newId()}`)
  let time = options.now ?? new Date('2026-03-02T12:00:00Z')
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    // A shop that continues another's database has its own DATA_DIR but needs an equal secret.
    AUTH_SECRET,
    CIRCUIT_BREAKERS: 'off',
    DATABASE_POOL: String(options.connections ?? 4),
    // Long limits, because a busy machine is not a silent database; tests of limits set their own.
    ...PATIENT,
    DATA_DIR: folder,
    ...options.env,
  })
  const shop = createShop(env, {
    databaseUrl: database.url,
    origin: options.origin ?? ORIGIN,
    now: () => new Date(time),
    log: options.log ?? createLogger('silent'),
    providers: options.providers,
    readTxt: options.readTxt ?? (async () => ({ state: 'silent' })),
    beacon: options.beacon,
    witnesses: options.witnesses,
    timestamps: options.timestamps,
    cron: false,
    // A database that is no copy of the tests' template has no names yet.
    fillSettings: options.isNew ? undefined : fillDemoSettings,
    // A new shop has missed nothing; its eight jobs of a start were a quarter of its opening.
    startJobs: Boolean(options.database),
    fetch: async (input, init) => web.fetch(new Request(input, init)),
  })
  const web = createWeb(shop)
  await shop.start().catch(async error => {
    // Its timers and connections would go on, and look for a database that is gone.
    // A start that failed at the database has closed its pools already.
    await shop.stop().catch(() => {})
    if (!options.database) await database.close()
    throw error
  })
  let closing: Promise<void> | undefined

  return {
    ...shop,
    web,
    database,
    call: callOf(web, options.origin),
    addUser: (user?: UserOptions) => addUser(shop, time, user),
    settleJobs: () => settleJobs(shop),
    /** Changes settings like two owners; amounts in dollars. */
    async changeSettings(settings: SettingsChange): Promise<void> {
      await changeSettings(shop.system, { settings }, settingsPorts)
    },
    outbox: (to?: string) => listMessages(shop.system, to),
    clock: {
      now: () => new Date(time),
      set(to: Date | string) {
        time = new Date(to)
      },
      advance(milliseconds: number) {
        time = new Date(+time + milliseconds)
      },
    },
    close() {
      // The process goes on with other shops.
      followZones([])
      closing ??= shop
        .stop()
        .then(database.close)
        .then(() => rm(folder, { recursive: true, force: true }))
      return closing
    },
  }
}

/** A shop that has just been installed: without an owner, with placeholders for its name and address, not open. */
export async function newTestShop(options: ShopOptions = {}): Promise<TestShop> {
  const database = await openTestDatabase(1)
  await database.pool.query(`update shop_settings set chosen = '{}'`)
  return testShop({ ...options, database, isNew: true })
}

/** A test shop that closes after the test that opened it; opened while a test file loads, after the last test of the file. */
export async function testShop(options: ShopOptions = {}): Promise<TestShop> {
  const shop = await openTestShop(options)
  closeAfter(shop.close)
  return shop
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/** Calls the shop like a browser. `json` implies POST unless a method is given. */
const callOf = ({ app, api }: Web, origin = ORIGIN) => {
  let requireDeclared: ReturnType<typeof refusalCheck> | undefined
  return async (path: string, { as, json, headers, method, body }: CallOptions = {}) => {
    const init: RequestInit = {
      method: method ?? (json === undefined && !body ? 'GET' : 'POST'),
      headers: { ...headers },
    }
    if (json !== undefined) init.body = JSON.stringify(json)
    else if (body) init.body = body
    if (json !== undefined) (init.headers as Record<string, string>)['content-type'] ??= 'application/json'
    if (as) (init.headers as Record<string, string>).authorization = `Bearer ${as.idToken}`
    const response = await app.fetch(new Request(new URL(path, origin), init))
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    const parsed = type.includes('json') && text ? JSON.parse(text) : undefined
    if (type === 'application/problem+json') {
      requireDeclared ??= refusalCheck(api)
      requireDeclared(init.method!, path, parsed.code)
    }
    return { status: response.status, headers: response.headers, text, json: parsed }
  }
}

/** Runs all due jobs, and the jobs that result from them. @returns whether there were any. */
async function settleJobs({ services }: Shop): Promise<boolean> {
  for (let round = 0; round < 1000; round++) {
    const { rows } = await services.pool.query<{ name: string }>(
      `select distinct name from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now() and name not like '\\_\\_pgboss%'`,
    )
    if (rows.length === 0) return round > 0
    for (const { name } of rows) services.jobs.wake(name)
    await new Promise(done => setTimeout(done, 20))
  }
  throw new Error('Jobs did not come to rest.')
}
