import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { openTestDatabase } from '#platform/testing/database.ts'
import { attachRealtime } from '../services/realtime.server.ts'
import { openTestShop, type TestShop } from '../testing/shop.ts'
import type { TestUser } from '../testing/users.ts'
import { openSilentProxy } from './testing/silent-proxy.ts'

/** The statement limit is longer than a test may take, so an answer within the test comes from the detected silence. */
const SILENCE = { DATABASE_SILENCE_MS: '1000', DATABASE_STATEMENT_MS: '600000' }
const WAIT = { interval: 50 }

let database: Awaited<ReturnType<typeof openTestDatabase>>
let proxy: Awaited<ReturnType<typeof openSilentProxy>>
/** Connects through the proxy. */
let shop: TestShop
/** Another process of the shop, connected directly. */
let other: TestShop
let user: TestUser
let http: Server

beforeAll(async () => {
  database = await openTestDatabase(1)
  proxy = await openSilentProxy(database.url)
  shop = await openTestShop({ database: { ...database, url: proxy.url, close: async () => {} }, env: SILENCE })
  other = await openTestShop({ database: { ...database, close: async () => {} } })
  user = await shop.addUser()
  http = createServer()
  attachRealtime(http, shop)
  await new Promise<void>(done => http.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  http.closeAllConnections()
  http.close()
  proxy.failOver()
  await shop.close()
  await other.close()
  await proxy.close()
  await database.close()
})

const profile = () => shop.call('/api/my/profile', { as: user })
const products = () => shop.call('/api/products')
const ready = () => shop.call('/readyz')

/** Concurrent calls, and how many of them waited for a connection at a time. */
async function callsOf(count: number) {
  let isOver = false
  let mostWaiting = 0
  const calls = Promise.all(Array.from({ length: count }, async () => (await profile()).status)).finally(() => {
    isOver = true
  })
  while (!isOver) {
    mostWaiting = Math.max(mostWaiting, shop.services.pool.waitingCount)
    await new Promise(done => setImmediate(done))
  }
  return { statuses: await calls, mostWaiting }
}

/** A socket on the user's channel, and the received messages. */
async function openSocket() {
  const socket = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/api/realtime`)
  const heard: string[] = []
  socket.on('message', data => heard.push(JSON.parse(String(data)).type))
  await new Promise((done, fail) => socket.once('open', done).once('error', fail))
  socket.send(JSON.stringify({ type: 'connection_init', payload: { idToken: user.idToken } }))
  await expect.poll(() => heard, WAIT).toContain('connection_ack')
  socket.send(JSON.stringify({ type: 'start', id: 'a', payload: { channel: 'my' } }))
  await expect.poll(() => heard, WAIT).toContain('start_ack')
  return { socket, heard }
}

it('answers 503 while the database is silent, and well after a failover that closes no connection', async () => {
  expect([(await profile()).status, (await products()).status, (await ready()).status]).toEqual([200, 200, 200])
  // Fills the pool with idle connections to the server that is about to vanish.
  await Promise.all(Array.from({ length: 8 }, profile))
  const { socket, heard } = await openSocket()

  proxy.fallSilent()
  const first = await profile()
  expect(first.status).toBe(503)
  expect(first.headers.get('retry-after')).toBe('2')
  expect(first.headers.get('content-type')).toBe('application/problem+json')
  expect(first.json).toMatchObject({
    code: 'unavailable',
    detail: 'Service temporarily unavailable (cooldown). Please retry shortly.',
  })
  expect((await ready()).status).toBe(503)
  // Later calls do not wait: none of 300 asks for a connection.
  const { statuses, mostWaiting } = await callsOf(300)
  expect(new Set(statuses)).toEqual(new Set([503]))
  expect(mostWaiting).toBe(0)
  expect((await products()).status).toBe(200)

  proxy.failOver()
  await expect.poll(async () => (await profile()).status, WAIT).toBe(200)
  await expect.poll(async () => (await ready()).status, WAIT).toBe(200)
  expect(await Promise.all(Array.from({ length: 20 }, async () => (await profile()).status))).toEqual(
    Array(20).fill(200),
  )
  // The listening connection was replaced too: a signal of another process reaches the open socket.
  await expect
    .poll(() => {
      tellUser(other.system, user.userId, 'orders')
      return heard.includes('data')
    }, WAIT)
    .toBe(true)
  socket.terminate()
})

/**
 * Ends each wait for a lock as its limit does. Three fifths of the statement limit are six minutes here, for which the last calls waited with no other
 * call in a queue behind them.
 */
async function withoutTheWait<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => void other.services.pool.query(CANCEL_WAITS), 250)
  return work.finally(() => clearInterval(timer))
}
const CANCEL_WAITS = `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

it('answers calls that need no locked table while others wait', async () => {
  const lock = await database.pool.connect()
  await lock.query('begin')
  await lock.query('lock table product in access exclusive mode')
  shop.responseCache.clear()
  const blocked = Array.from({ length: 40 }, (_, n) => shop.call(`/api/products?q=x${n}`))
  const free = await Promise.all(Array.from({ length: 40 }, profile))
  expect(free.map(({ status }) => status)).toEqual(Array(40).fill(200))
  const answers = await withoutTheWait(Promise.all(blocked))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  await lock.query('rollback')
  lock.release()
  await expect.poll(async () => (await shop.call('/api/products?q=x1')).status, WAIT).toBe(200)
})
