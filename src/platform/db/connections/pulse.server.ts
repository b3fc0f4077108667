import type { Logger } from '../../log.server.ts'
import { DatabaseAway } from './away.server.ts'
import type { ShopPool } from './shop-pool.server.ts'
import { createSteadyConnection, type Failure } from './steady-connection.server.ts'

const EVERY_MS = 1000
/** Interval of log lines during an outage. */
const LOG_MS = 10_000
/** How long a statement may wait for a locked table while callers wait for a connection. */
export const CANCEL_AFTER_MS = 400
const CANCEL_WAITING = `
  select pg_cancel_backend(pid) from pg_stat_activity
  where pid = any($1::int[]) and wait_event_type = 'Lock' and wait_event = 'relation'
    and query_start < now() - interval '${CANCEL_AFTER_MS} ms'`
/** Errors that waiting does not cure: wrong password, unknown user, unknown database. */
const HOPELESS = new Set(['28P01', '28000', '3D000'])

/** Tracks whether the database answers: a dedicated connection asks every second. */
export type Pulse = {
  /** Undefined while the database answers. */
  failure: () => DatabaseAway | undefined
  /** Makes a pool fail at once during an outage and open again afterwards. */
  guard: (pool: ShopPool) => void
  /** Cancels statements that wait for a locked table, so that they release the connections that other callers need. */
  cancelWaiting: (processIds: number[]) => void
  /** Waits for the first answer. @throws an Error with a sentence when none comes within `patienceMs`. */
  start: (patienceMs: number) => Promise<void>
  stop: () => Promise<void>
}

/** @param timeoutMs silence of the database after which callers are refused. */
export function createPulse(url: string, timeoutMs: number, log: Logger): Pulse {
  const pools: ShopPool[] = []
  let failure: DatabaseAway | undefined
  let awaySince = 0
  let isCancelling = false
  let loggedAt = Number.NEGATIVE_INFINITY
  let opened = () => {}
  let failed = (_error: Error) => {}

  function onFailure({ kind, error, since }: Failure): void {
    // The next attempt follows at once and shows whether only this connection was lost.
    if (kind === 'lost') return
    // The server is slow, not gone: a pool connection that was open before `since` has received data after `since`.
    if (kind === 'silent' && pools.some(pool => pool.wasHeardSince(since))) return
    if (HOPELESS.has((error as { code?: string }).code ?? '')) failed(error)
    const now = performance.now()
    if (!failure) awaySince = now
    failure = new DatabaseAway(`The database is away: ${error.message}`, { cause: error })
    for (const pool of pools) pool.shut(failure)
    if (now - loggedAt < LOG_MS) return
    loggedAt = now
    log.error({ err: error, seconds: Math.round((now - awaySince) / 1000) }, 'the database is away')
  }

  function onOpen(): void {
    if (failure) log.warn({ seconds: Math.round((performance.now() - awaySince) / 1000) }, 'the database answers again')
    failure = undefined
    loggedAt = Number.NEGATIVE_INFINITY
    for (const pool of pools) pool.open()
    opened()
  }

  const connection = createSteadyConnection({
    url,
    name: 'redoubt pulse',
    everyMs: EVERY_MS,
    timeoutMs,
    onOpen,
    onFailure,
  })

  return {
    failure: () => failure,
    guard: pool => void pools.push(pool),
    cancelWaiting(processIds) {
      if (isCancelling) return
      isCancelling = true
      connection
        .query(CANCEL_WAITING, [processIds])
        .catch(error => log.warn({ err: error }, 'waiting statements were not cancelled'))
        .finally(() => {
          isCancelling = false
        })
    },
    async start(patienceMs) {
      let patience: NodeJS.Timeout | undefined
      await new Promise<void>((done, fail) => {
        opened = done
        failed = fail
        patience = setTimeout(
          () => fail(new DatabaseAway(`The database did not answer for ${patienceMs / 1000} s: ${failure?.message}`)),
          patienceMs,
        )
        connection.start()
      }).finally(() => clearTimeout(patience))
    },
    stop: () => connection.stop(),
  }
}
