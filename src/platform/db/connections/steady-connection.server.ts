import type { Socket } from 'node:net'
import pg from 'pg'
import { connectionOptions } from '../database.server.ts'
import { DatabaseAway } from './away.server.ts'

/** Time is counted in steps, so that a process that was busy or halted does not count the server as silent. */
const STEP_MS = 100
const PAUSE_MS = 250
const GOODBYE_MS = 500

export type SteadyConnection = {
  /** Connects and keeps the connection open until `stop`. */
  start: () => void
  stop: () => Promise<void>
  /** Runs a statement between two checks. @throws DatabaseAway when the connection is not open. */
  query: (text: string, values: unknown[]) => Promise<unknown>
}

type Options = {
  url: string
  name: string
  /** Interval between two checks of the server. */
  everyMs: number
  timeoutMs: number
  /** Runs after each connect, before `onOpen`. */
  prepare?: (client: pg.Client) => Promise<unknown>
  onOpen: () => void
  onFailure: (failure: Failure) => void
}

/**
 * `lost`: an open connection ended, and the next attempt shows why. `silent`: an open connection did not answer the check from the
 * moment `since` in time. `unreachable`: no connection could be opened, or the server is a standby.
 */
export type Failure = { kind: 'lost' | 'silent' | 'unreachable'; error: Error; since: number }

/** A demoted server answers but refuses writes. */
const QUESTION = 'select pg_is_in_recovery() as is_standby'

/**
 * Keeps one connection open and checks it periodically, because a server that vanishes ends no connection by itself.
 * A lost connection is replaced at once, then retried every 250 ms until a server answers.
 */
export function createSteadyConnection(options: Options): SteadyConnection {
  let current: pg.Client | undefined
  let opening: pg.Client | undefined
  let isStopped = false
  let wake = () => {}
  let running: Promise<void> | undefined
  let last: Promise<unknown> = Promise.resolve()

  const pause = (ms: number) =>
    new Promise<void>(done => {
      const timer = setTimeout(done, ms)
      timer.unref()
      wake = () => {
        clearTimeout(timer)
        done()
      }
    })

  /** Runs statements one after another. */
  function inTurn(client: pg.Client, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const answer = last.then(() => client.query(text, values))
    last = answer.catch(() => {})
    return answer
  }

  async function ask(client: pg.Client): Promise<void> {
    const { rows } = await inTime(inTurn(client, QUESTION, []), options.timeoutMs)
    if (rows[0].is_standby) throw new Standby('The database is a standby and takes no writes')
  }

  async function open(): Promise<pg.Client> {
    const client = new pg.Client(connectionOptions(options.url, options.name))
    opening = client
    last = Promise.resolve()
    // A refused connection ends too, and must not cut the pause before the next attempt short.
    const lose = () => {
      if (client === current) wake()
    }
    client.on('error', lose)
    client.on('end', lose)
    await inTime(client.connect(), options.timeoutMs)
    await ask(client)
    if (options.prepare) await inTime(options.prepare(client), options.timeoutMs)
    return client
  }

  /** Opens a connection and checks it until it fails. */
  async function keep(): Promise<void> {
    let since = performance.now()
    let isOpen = false
    try {
      current = await open()
      isOpen = true
      options.onOpen()
      while (!isStopped) {
        await pause(options.everyMs)
        since = performance.now()
        if (!isStopped) await ask(current)
      }
    } catch (error) {
      const kind = !isOpen || error instanceof Standby ? 'unreachable' : error instanceof Silent ? 'silent' : 'lost'
      if (!isStopped) options.onFailure({ kind, error: error as Error, since })
      // A connection that was open is replaced without a pause.
      if (!isOpen) await pause(PAUSE_MS)
    } finally {
      current = undefined
      close(opening, isStopped)
    }
  }

  return {
    start() {
      running ??= (async () => {
        while (!isStopped) await keep()
      })()
    },
    async stop() {
      isStopped = true
      wake()
      if (!current) close(opening, true)
      await running
    },
    async query(text, values) {
      if (!current) throw new DatabaseAway('The connection is not open')
      return inTurn(current, text, values)
    },
  }
}

/** Closes a connection. The protocol's goodbye is sent only on `stop` and not awaited, because a silent server never answers. */
function close(client: pg.Client | undefined, isPolite: boolean): void {
  const { stream } = (client as unknown as { connection?: { stream: Socket } } | undefined)?.connection ?? {}
  if (isPolite) client?.end().catch(() => {})
  else stream?.destroy()
  if (isPolite) setTimeout(() => stream?.destroy(), GOODBYE_MS).unref()
}

class Silent extends DatabaseAway {}
class Standby extends DatabaseAway {}

/** @throws Silent when no response comes in time. */
async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, fail) => {
    let left = Math.ceil(timeoutMs / STEP_MS)
    timer = setInterval(() => --left <= 0 && fail(new Silent('The database does not answer')), STEP_MS).unref()
  })
  // Handles a query that fails after the race.
  answer.catch(() => {})
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearInterval(timer)
  }
}
