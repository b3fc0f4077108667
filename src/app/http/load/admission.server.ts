import type { HttpBindings } from '@hono/node-server'
import { type BulkheadPolicy, BulkheadRejectedError, bulkhead, TaskCancelledError } from 'cockatiel'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ApiEnv } from '#kernel/api/api.server.ts'
import type { Settings } from '#kernel/settings.ts'
import { type Refusal, refuse } from '#platform/errors.ts'
import { countShed, showLoad } from '../../metrics/load-metrics.server.ts'
import { IN_PROCESS, isStream } from '../call-kinds.server.ts'
import { classOfRoute, LOAD_CLASSES, type LoadClass } from './load-classes.ts'
import { createPressure, type OverloadLevel } from './pressure.server.ts'

/** Decides which calls this process takes. */
export type Admission = {
  /** @throws overloaded when the class is refused now. */
  run: <T>(loadClass: LoadClass, work: () => Promise<T>, until?: (result: T) => Promise<void> | undefined) => Promise<T>
  level: () => OverloadLevel
  start: () => void
  stop: () => void
}

type Lane = 'list' | 'report' | 'bulk'
type Pool = { waitingCount: number }
type Parts = { shoppers: Pool; connections: number; settings: () => Pick<Settings, 'switches'> }

/** A busy event loop answers nothing in time from here on. */
const LAG_MS = 250
/** Far more than a process answers in a second. */
const IN_FLIGHT = 2000
/** Waiting calls per connection. */
const WAITING_EACH = 6
/** Calls that wait for their turn in a lane: for each that runs, and at least. */
const LINE_EACH = 8
const LINE_LEAST = 64
const BULK_LINE = 16
/** A call that waited longer for its turn is refused, because its caller has given up or asks again. */
const TURN_MS = 5000
const RETRY_SECONDS: Record<OverloadLevel, number> = { 0: 2, 1: 3, 2: 5 }

const isRefusedAt = (level: OverloadLevel, loadClass: LoadClass) =>
  loadClass !== 'essential' && (level === 2 || (level === 1 && loadClass !== 'usual'))

/**
 * Two guards. Priority: an overloaded process refuses lists and bulk work first, then all but essential calls. Lanes: lists, reports and bulk work
 * never hold all connections of their pool, however many arrive.
 * @param parts.connections of the shoppers' pool; staff have half as many.
 */
export function createAdmission({ shoppers, connections, settings }: Parts): Admission {
  const running = Object.fromEntries(LOAD_CLASSES.map(name => [name, 0])) as Record<LoadClass, number>
  const lane = (limit: number) => bulkhead(limit, Math.max(LINE_LEAST, limit * LINE_EACH))
  const lanes: Record<Lane, BulkheadPolicy> = {
    list: lane(Math.ceil(connections * 0.75)),
    report: lane(Math.max(1, Math.floor(connections * 0.375))),
    bulk: bulkhead(Math.max(1, Math.floor(connections / 8)), BULK_LINE),
  }
  const pressure = createPressure(
    () => ({ waiting: shoppers.waitingCount, inFlight: Object.values(running).reduce((sum, count) => sum + count) }),
    { lagMs: LAG_MS, waiting: connections * WAITING_EACH, inFlight: IN_FLIGHT },
    level => showLoad(level, running),
  )

  function refusal(loadClass: LoadClass, reason: 'overload' | 'lane'): Refusal {
    countShed(loadClass, reason)
    return refuse(loadClass === 'bulk' ? 'too_much_at_once' : 'overloaded', {
      retryAfter: RETRY_SECONDS[pressure.level()],
    })
  }

  async function counted<T>(loadClass: LoadClass, work: () => Promise<T>): Promise<T> {
    running[loadClass]++
    try {
      return await work()
    } finally {
      running[loadClass]--
    }
  }

  /** Holds a turn of the lane until the body of the answer has left, so that a running download counts. */
  function inLane<T>(name: Lane, work: () => Promise<T>, until: (result: T) => Promise<void> | undefined): Promise<T> {
    const signal = lanes[name].executionSlots > 0 ? undefined : AbortSignal.timeout(TURN_MS)
    return new Promise((done, fail) => {
      const turn = async () => {
        const result = await work()
        const end = until(result)
        done(result)
        await end
      }
      lanes[name].execute(turn, signal).catch(error => {
        const isTurnedAway = error instanceof BulkheadRejectedError || error instanceof TaskCancelledError
        fail(isTurnedAway ? refusal(name, 'lane') : error)
      })
    })
  }

  return {
    level: pressure.level,
    start: pressure.start,
    stop: pressure.stop,
    async run(loadClass, work, until = () => undefined) {
      const isOn = settings().switches.loadShedding
      if (isOn && isRefusedAt(pressure.level(), loadClass)) throw refusal(loadClass, 'overload')
      return counted(loadClass, () => (isOn && loadClass in lanes ? inLane(loadClass as Lane, work, until) : work()))
    },
  }
}

/** Takes or refuses each call of the API before anything is done for it. Calls of a page's loaders belong to their page. */
export const admit = (admission: Admission): MiddlewareHandler<ApiEnv> => {
  const classes = new Map<string, LoadClass>()
  return (c, next) => {
    if (c.env === IN_PROCESS) return next()
    const pattern = routePath(c, -1)
    const key = `${c.req.method} ${pattern}`
    let loadClass = classes.get(key)
    if (!loadClass) {
      loadClass = classOfRoute(c.req.method, pattern)
      classes.set(key, loadClass)
    }
    c.set('requestId', c.req.header('x-request-id') ?? '')
    return admission.run(loadClass, next, () => sentWhole(c))
  }
}

/** Resolves when a streamed body has left or its reader is gone; undefined for a complete body. */
function sentWhole(c: Context<ApiEnv>): Promise<void> | undefined {
  if (!isStream(c.res)) return undefined
  const { promise, resolve } = Promise.withResolvers<void>()
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  // A reader that left before the first chunk reads nothing and cancels nothing.
  outgoing?.once('close', resolve)
  const reader = c.res.body!.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read().catch(error => {
          resolve()
          throw error
        })
        if (!done) return controller.enqueue(value)
        resolve()
        controller.close()
      },
      cancel(reason) {
        resolve()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  c.res = new Response(body, c.res)
  return promise
}
