import { createSteadyConnection } from '../db/connections/steady-connection.server.ts'
import type { Pool } from '../db/database.server.ts'
import type { Logger } from '../log.server.ts'

type Listener = (message: unknown) => void

/**
 * Messages between the processes of one shop, over LISTEN/NOTIFY.
 * A message can be lost when a connection breaks, so subscribers that depend on messages must also poll.
 */
export type Signals = {
  /** Notifies this process at once and the others within `BATCH_MS`, unless the message has more than `MESSAGE_LIMIT` bytes. Not for transactions: a NOTIFY there serialises all commits. */
  publish: (topic: string, message: unknown) => void
  subscribe: (topic: string, listener: Listener) => () => void
  /** Calls `listener` after a lost connection is back, because messages may have been missed. */
  onGap: (listener: () => void) => void
  start: () => Promise<void>
  stop: () => Promise<void>
}

const CHANNEL = 'redoubt'
const BATCH_MS = 50
/** PostgreSQL refuses payloads of 8000 bytes or more. */
const PAYLOAD_LIMIT = 7900
/** Bytes of one message, beside the sender of the payload. */
export const MESSAGE_LIMIT = PAYLOAD_LIMIT - 60
/** At most this many unsent messages wait for the next attempt. */
const WAITING_LIMIT = 1000
const AGAIN_MS = 1000
/** Interval of the connection check. */
const BEAT_MS = 1000

/**
 * @param url direct address of PostgreSQL: LISTEN does not work through a pooler in transaction mode.
 * @param timeoutMs a listening connection that is silent for this long is replaced.
 */
export function createSignals(pool: Pool, url: string, log: Logger, timeoutMs = 5000): Signals {
  const me = crypto.randomUUID()
  const listeners = new Map<string, Set<Listener>>()
  const gapListeners = new Set<() => void>()
  let waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let opened = () => {}
  let wasLost = false
  let isStopped = false

  const tell = (topic: string, message: unknown) => listeners.get(topic)?.forEach(listener => listener(message))

  async function flush() {
    timer = undefined
    const messages = waiting
    waiting = new Set()
    const payloads: string[] = []
    let batch: string[] = []
    let size = 0
    for (const message of messages) {
      if (size + Buffer.byteLength(message) > MESSAGE_LIMIT) {
        payloads.push(`${me}[${batch.join(',')}]`)
        batch = []
        size = 0
      }
      batch.push(message)
      size += Buffer.byteLength(message) + 1
    }
    if (batch.length > 0) payloads.push(`${me}[${batch.join(',')}]`)
    await pool
      .query('select pg_notify($1, payload) from unnest($2::text[]) payload', [CHANNEL, payloads])
      .catch(error => {
        log.warn({ err: error }, 'signals not sent')
        for (const message of messages) if (waiting.size < WAITING_LIMIT) waiting.add(message)
        if (!isStopped) timer ??= setTimeout(() => void flush(), AGAIN_MS)
      })
  }

  function receive(payload: string | undefined) {
    if (!payload || payload.startsWith(me)) return
    for (const [topic, message] of JSON.parse(payload.slice(me.length)) as [string, unknown][]) tell(topic, message)
  }

  const connection = createSteadyConnection({
    url,
    name: 'redoubt signals',
    everyMs: BEAT_MS,
    timeoutMs,
    prepare(client) {
      client.on('notification', notification => receive(notification.payload))
      return client.query(`listen ${CHANNEL}`)
    },
    onOpen() {
      if (wasLost) for (const listener of gapListeners) listener()
      wasLost = false
      opened()
    },
    onFailure() {
      wasLost = true
    },
  })

  return {
    publish(topic, message) {
      tell(topic, message)
      // A batch holds each message once, because a stampede on one giveaway publishes thousands of equal messages a second.
      const text = JSON.stringify([topic, message])
      // It would fail at each attempt, and all later messages with it.
      if (Buffer.byteLength(text) > MESSAGE_LIMIT) return log.error({ topic }, 'a signal is too long for others')
      waiting.add(text)
      timer ??= setTimeout(() => void flush(), BATCH_MS)
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => void set.delete(listener)
    },
    onGap: listener => void gapListeners.add(listener),
    start() {
      const open = new Promise<void>(done => {
        opened = done
      })
      connection.start()
      return open
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      if (waiting.size > 0) await flush()
      await connection.stop()
    },
  }
}
