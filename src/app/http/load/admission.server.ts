import { type BulkheadPolicy, BulkheadRejectedError, bulkhead, TaskCancelledError } from 'cockatiel'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ApiEnv } from '#kernel/api/api.server.ts'
import type { Settings } from '#kernel/settings.ts'
import { type Refusal, refuse } from '#platform/errors.ts'
import { countShed, showLoad } from '../../metrics/load-metrics.server.ts'
import { IN_PROCESS } from '../call-kinds.server.ts'
import { classOfRoute, LOAD_CLASSES, type LoadClass } from './load-classes.ts'
import { createPressure, type OverloadLevel } from './pressure.server.ts'

/** Decides which calls this process takes. */
export type Admission = {
  /** @throws overloaded, too_much_at_once when the class is refused now. */
  run: <T>(loadClass: LoadClass, work: () => Promise<T>) => Promise<T>
  level: () => OverloadLevel
  start: () => void
  stop: () => void
}

type Lane = 'list' | 'report'
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
/** A call that waited longer for its turn is refused, because its caller has given up or asks again. */
const TURN_MS = 5000
const RETRY_SECONDS: Record<OverloadLevel, number> = { 0: 2, 1: 3, 2: 5 }

const isRefusedAt = (level: OverloadLevel, loadClass: LoadClass) =>
  loadClass !== 'essential' && (level === 2 || (level === 1 && loadClass !== 'usual'))

/**
 * Two guards. Priority: an overloaded process refuses lists and bulk work first, then all but essential calls. Lanes: lists and reports never
 * hold all connections of their pool, however many arrive. Bulk work has a bulkhead with a share for each client (bulk-turns.server.ts).
 * @param parts.connections of the shoppers' pool; staff have half as many.
 */
export function createAdmission({ shoppers, connections, settings }: Parts): Admission {
  const running = Object.fromEntries(LOAD_CLASSES.map(name => [name, 0])) as Record<LoadClass, number>
  const lane = (limit: number) => bulkhead(limit, Math.max(LINE_LEAST, limit * LINE_EACH))
  const lanes: Record<Lane, BulkheadPolicy> = {
    list: lane(Math.ceil(connections * 0.75)),
    report: lane(Math.max(1, Math.floor(connections * 0.375))),
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

  function inLane<T>(name: Lane, work: () => Promise<T>): Promise<T> {
    const signal = lanes[name].executionSlots > 0 ? undefined : AbortSignal.timeout(TURN_MS)
    return lanes[name].execute(work, signal).catch(error => {
      const isTurnedAway = error instanceof BulkheadRejectedError || error instanceof TaskCancelledError
      throw isTurnedAway ? refusal(name, 'lane') : error
    })
  }

  return {
    level: pressure.level,
    start: pressure.start,
    stop: pressure.stop,
    async run(loadClass, work) {
      const isOn = settings().switches.loadShedding
      if (isOn && isRefusedAt(pressure.level(), loadClass)) throw refusal(loadClass, 'overload')
      return counted(loadClass, () => (isOn && loadClass in lanes ? inLane(loadClass as Lane, work) : work()))
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
    return admission.run(loadClass, next)
  }
}
