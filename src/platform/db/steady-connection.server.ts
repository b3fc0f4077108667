import type { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseAway } from './away.server.ts'
import { connectionOptions } from './database.server.ts'

/** Time is counted in steps, so that a process that was busy or halted itself does not take the server for silent. */
const STEP_MS = 100
const PAUSE_MS = 250
const GOODBYE_MS = 500

export type SteadyConnection = {
  /** Begins to connect and goes on until `stop`. */
  start: () => void
  stop: () => Promise<void>
  /** Runs a statement between two questions. @throws DatabaseAway when the connection is not open. */
  query: (text: string, values: unknown[]) => Promise<unknown>
}

type Options = {
  url: string
  name: string
  /** Between two questions to the server, and for each answer. */
  everyMs: number
  timeoutMs: number
  /** After each connecting, before `onOpen`: what the connection is for. */
  prepare?: (client: pg.Client) => Promise<unknown>
  onOpen: () => void
  onFailure: (failure: Failure) => void
}

/**
 * `lost`: the connection was open and ended, and the next attempt shows what that means. `silent`: it was open, and a question from
 * the moment `since` got no answer in time. `unreachable`: none could be opened, or its server is a standby.
 */
export type Failure = { kind: 'lost' | 'silent' | 'unreachable'; error: Error; since: number }

/** A server that was demoted answers, but takes no writes. */
const QUESTION = 'select pg_is_in_recovery() as is_standby'

/**
 * One connection that is kept open and asked something all the time, because a server that vanishes without a word ends no
 * connection by itself. When it is lost, another one is opened at once, and every quarter of a second until one answers.
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

  /** One statement after another, as a connection runs them. */
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
    client.on('error', () => wake())
    client.on('end', () => wake())
    await inTime(client.connect(), options.timeoutMs)
    await ask(client)
    if (options.prepare) await inTime(options.prepare(client), options.timeoutMs)
    return client
  }

  /** Opens a connection and asks until it fails. */
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
      // A connection that was open until now is replaced at once.
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

/** A silent server would never answer a goodbye, so it is said only at the end and not waited for. */
function close(client: pg.Client | undefined, isPolite: boolean): void {
  const { stream } = (client as unknown as { connection?: { stream: Socket } } | undefined)?.connection ?? {}
  if (isPolite) client?.end().catch(() => {})
  else stream?.destroy()
  if (isPolite) setTimeout(() => stream?.destroy(), GOODBYE_MS).unref()
}

class Silent extends DatabaseAway {}
class Standby extends DatabaseAway {}

/** @throws Silent when there is no answer in time. */
async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, fail) => {
    let left = Math.ceil(timeoutMs / STEP_MS)
    timer = setInterval(() => --left <= 0 && fail(new Silent('The database does not answer')), STEP_MS).unref()
  })
  // A query that fails after the race has no other handler.
  answer.catch(() => {})
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearInterval(timer)
  }
}
