import { defineJobs } from '#app/jobs.server.ts'
import { createShop, type Shop } from '#app/services/services.server.ts'
import { addUser, type UserOptions } from '#app/testing/users.ts'
import { createWeb } from '#app/web.server.ts'
import type { Context } from '#kernel/context.ts'
import type { ShopPool } from '#platform/db/connections/shop-pool.server.ts'
import { readEnv } from '#platform/env.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { createLogger } from '#platform/log.server.ts'
import { BENCH_SECRET } from '../../secret.ts'
import type { Fault, Plant } from './faults.ts'
import { type Call, layWire, within } from './wire.ts'

export const ORIGIN = 'http://shop.test'
const BEGIN = new Date('2026-03-02T12:00:00Z')
const LATE_MS = 5

type Run = (data: object) => Promise<void>
/** What the worker would run: handlers by queue, and the tasks that the clock starts. */
export type Work = { handlers: Map<string, Run>; tasks: Map<string, () => Promise<void>> }

export type Passed<T> = { answer?: T; error?: unknown; hasDied: boolean; isMet: boolean; statements: number }

export type Place = { shopUrl: string; providerUrl: string; folder: string }

export type Machine = Awaited<ReturnType<typeof openMachine>>

/**
 * The machine of a simulated shop: the real shop on a real PostgreSQL, without a loop, a worker or a clock of its own. Its only process dies
 * and starts again when the scheduler says so.
 * @param carry takes a webhook of the provider to the shop.
 */
export async function openMachine(place: Place, carry: (send: () => Promise<Response>) => Promise<Response>) {
  const removeWire = layWire(new URL(place.providerUrl).pathname.slice(1))
  let time = +BEGIN
  let plant: Plant | undefined
  const errors: string[] = []
  const now = () => new Date(time)
  let process = await start()

  async function start() {
    const log = createLogger('error', { write: line => void (errors.push(line) > 20 && errors.shift()) })
    const shop = createShop(envOf(place), {
      ...{ databaseUrl: place.shopUrl, origin: ORIGIN, now, log, cron: false },
      fetch: (input, init) => webhooks.send(() => carry(async () => web.fetch(new Request(input, init)))),
    })
    const web = createWeb(shop)
    const webhooks = inTurn()
    // The scheduler delivers webhooks and runs the provider's deadlines; no loop does.
    shop.paymentProvider.sandbox!.start = () => {}
    await shop.start()
    // With one connection a class of work, statements come to PostgreSQL in one order.
    for (const pool of poolsOf(shop)) (pool as unknown as { options: { max: number } }).options.max = 1
    return { shop, web, work: workOf(shop.system) }
  }

  /** Passes a command through the shop. When its process dies, nothing is heard of it, and the next process starts. */
  async function pass<T>(fault: Fault | undefined, work: () => Promise<T>): Promise<Passed<T>> {
    const call: Call = { fault, plant, statements: 0, pending: 0, isMet: false, isDead: false }
    const passed: Pick<Passed<T>, 'answer' | 'error'> = {}
    try {
      passed.answer = await within(call, work)
    } catch (error) {
      passed.error = error
    }
    await quiet(call, poolsOf(process.shop))
    const { isDead: hasDied, isMet, statements } = call
    if (!hasDied) return { ...passed, hasDied, isMet, statements }
    await restart()
    return { hasDied, isMet, statements }
  }

  /** Throws the process away with all that it remembers, and starts another on the same database. */
  async function restart(): Promise<void> {
    await process.shop.stop()
    process = await start()
  }

  return {
    get shop() {
      return process.shop
    },
    get work() {
      return process.work
    },
    fetch: (request: Request) => process.web.fetch(request),
    pass,
    restart,
    /** Lines of the shop's log, the newest last. */
    errors,
    plant(next: Plant | undefined) {
      plant = next
    },
    clock: {
      now,
      set(to: Date | string) {
        time = +new Date(to)
      },
      advance(ms: number) {
        time += ms
      },
    },
    addUser: (user?: UserOptions) => addUser(process.shop, now(), user),
    async close() {
      await process.shop.stop()
      removeWire()
    },
  }
}

const envOf = ({ providerUrl, folder }: Place) =>
  readEnv({
    ...{ NODE_ENV: 'test', ROLE: 'web', RATE_LIMITS: 'off', CIRCUIT_BREAKERS: 'off', SEED: 'off' },
    ...{ AUTH_SECRET: BENCH_SECRET, SANDBOX_DATABASE_URL: providerUrl, DATA_DIR: folder, DATABASE_POOL: '2' },
    ...{ DATABASE_STATEMENT_MS: '60000', DATABASE_SILENCE_MS: '30000' },
  })

const poolsOf = ({ services, staffDatabase, system }: Shop): ShopPool[] =>
  [services.pool, staffDatabase.pool, system.pool] as ShopPool[]

/** A late write of a call, such as the answer kept under its key, ends before the next call begins. */
async function quiet(call: Call, pools: readonly ShopPool[]): Promise<void> {
  const isBusy = () => call.pending > 0 || pools.some(pool => pool.waitingCount > 0 || pool.idleCount < pool.totalCount)
  // A write that failed is tried again by a timer of no time, on a new connection. That timer ends before one that is set later and is longer.
  const turn = call.isMet
    ? () => new Promise(done => setTimeout(done, LATE_MS))
    : () => new Promise(done => setImmediate(done))
  // After a fault something may wait for the network without a statement; a slow machine needs more than 15 ms for it.
  const most = call.isMet ? 10 : 3
  for (let turns = 0; turns < most; turns++) {
    await turn()
    if (isBusy()) turns = 0
  }
}

/** Webhooks arrive one after another. */
function inTurn() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    send<T>(work: () => Promise<T>): Promise<T> {
      const next = last.then(work, work)
      last = next.catch(() => {})
      return next
    },
  }
}

function workOf(system: Context): Work {
  const work: Work = { handlers: new Map(), tasks: new Map() }
  const { jobs } = system
  defineJobs(
    Object.create(system, {
      jobs: {
        value: {
          ...jobs,
          handle: <T extends object>(
            { name, schema }: Job<T>,
            run: (data: T) => Promise<void>,
            options?: { cron?: string },
          ) => {
            work.handlers.set(name, async data => run(schema.parse(data)))
            if (options?.cron) work.tasks.set(name, async () => run(schema.parse({})))
          },
          schedule: (name: string, _cron: string, run: () => Promise<void>) => void work.tasks.set(name, run),
          repeat: (name: string, _everyMs: number, run: () => Promise<void>) => void work.tasks.set(name, run),
        },
      },
    }) as Context,
  )
  return work
}
