import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, it } from 'vitest'
import { type Sending, sendRaw } from '../testing/raw-http.ts'
import { testServer } from '../testing/test-server.ts'
import { handleUnreadBody } from './unread-body.server.ts'

const MB = 1024 * 1024
const JSON_TYPE = 'content-type: application/json'

const server = await testServer({ RATE_LIMITS: 'off' })
// Served from the cache after this call.
await fetch(`${server.address}/api/products`)

const isDone = (count: number) => (text: string) => text.split('HTTP/1.1 ').length > count
const withBody = (head: string, bytes: number): Sending => ({
  head: [head, JSON_TYPE, `content-length: ${bytes}`],
  bytes,
  next: ['GET /healthz HTTP/1.1'],
})

/** Sends a POST with this many bytes, or a GET, over a keep-alive connection. */
const statusOf = (address: string, agent: Agent, bytes?: number) =>
  new Promise<number>((done, fail) => {
    const call = request(address, { agent, method: bytes ? 'POST' : 'GET' }, answer => {
      answer.resume().on('end', () => done(answer.statusCode!))
    })
    call.on('error', fail)
    if (bytes) call.setHeader('content-length', bytes)
    call.end(bytes ? Buffer.alloc(bytes) : undefined)
  })

describe('a small body that its answer did not wait for', () => {
  it.each([
    ['a refused call', 'POST /api/my/profile HTTP/1.1', 401],
    ['an unknown route', 'POST /api/nothing HTTP/1.1', 404],
    ['a page', 'POST /nothing HTTP/1.1', undefined],
    ['a file that is not there', 'GET /files/products/none HTTP/1.1', 404],
    ['an answer from memory', 'GET /api/products HTTP/1.1', 200],
  ])('the connection serves the next request: %s', async (_what, head, status) => {
    const { statuses, error, isOpen } = await sendRaw(server.address, withBody(head, 900_000), isDone(2))
    expect([statuses[1], error, isOpen]).toEqual([200, undefined, true])
    if (status) expect(statuses[0]).toBe(status)
  })

  it('the connection stays open even when the body comes slower than the answer', async () => {
    const slow = { ...withBody('POST /api/my/profile HTTP/1.1', 900_000), pauseMs: 70 }
    const { statuses, text } = await sendRaw(server.address, slow, isDone(2))
    expect(statuses).toEqual([401, 200])
    expect(text).not.toMatch(/connection: close/i)
  })

  it('unread bodies of 60 MB leave no memory to the garbage collector', async () => {
    const sending = withBody('POST /api/my/profile HTTP/1.1', 1_000_000)
    const bytes = () => process.memoryUsage().arrayBuffers
    let most = 0
    const before = bytes()
    for (let n = 0; n < 60; n++) {
      await sendRaw(server.address, sending, isDone(2))
      most = Math.max(most, bytes() - before)
    }
    expect(most).toBeLessThan(16 * MB)
  })

  it('no listener stays on the connection', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => void warnings.push(warning)
    process.on('warning', note)
    const connection = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let n = 0; n < 20; n++) {
      expect(await statusOf(`${server.address}/api/my/profile`, connection, 200_000)).toBe(401)
    }
    await new Promise(done => setImmediate(done))
    connection.destroy()
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  it('keeps the connection of a small body that the handler began to read open after 500 ms', async () => {
    const listener = getRequestListener(async ({ method, body }) => {
      if (method === 'GET') return new Response('ok')
      const reader = body!.getReader()
      await reader.read()
      void reader.cancel()
      // The rest of the body has arrived when the response is sent.
      await new Promise(done => setTimeout(done, 60))
      return new Response('no', { status: 400 })
    })
    const http = createServer((incoming, response) => {
      handleUnreadBody(incoming, response)
      void listener(incoming, response)
    })
    let connections = 0
    http.on('connection', () => void connections++)
    await new Promise<void>(done => http.listen(0, '127.0.0.1', done))
    const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    const connection = new Agent({ keepAlive: true, maxSockets: 1 })
    expect(await statusOf(address, connection, 197_871)).toBe(400)
    const end = Date.now() + 800
    while (Date.now() < end) {
      expect(await statusOf(address, connection)).toBe(200)
      await new Promise(done => setTimeout(done, 15))
    }
    connection.destroy()
    http.close()
    expect(connections).toBe(1)
  })

  it('the body is not parsed as requests: those that follow in one packet are answered in order', async () => {
    const body = 'GET /evil HTTP/1.1\r\nhost: x\r\n\r\n'
    const first = ['POST /api/my/profile HTTP/1.1', 'host: x', JSON_TYPE, `content-length: ${body.length}`, '', body]
    const sending = { head: [`${first.join('\r\n')}GET /healthz HTTP/1.1`] }
    const { statuses } = await sendRaw(server.address, sending, isDone(2))
    expect(statuses).toEqual([401, 200])
  })
})

describe('a large or endless body that its answer did not wait for', () => {
  it.each([
    ['a call', { head: ['POST /api/auth/login HTTP/1.1', JSON_TYPE, `content-length: ${5 * MB}`], bytes: 5 * MB }, 413],
    ['a slow call', { ...withBody('POST /api/auth/login HTTP/1.1', 3 * MB), pauseMs: 25 }, 413],
    [
      'chunks',
      {
        head: ['POST /api/auth/login HTTP/1.1', JSON_TYPE, 'transfer-encoding: chunked'],
        bytes: 5 * MB,
        isChunked: true,
      },
      413,
    ],
    ['GET', withBody('GET /api/nothing HTTP/1.1', 5 * MB), 404],
    ['GET from memory', withBody('GET /api/products HTTP/1.1', 5 * MB), 200],
    ['HEAD', withBody('HEAD /api/nothing HTTP/1.1', 5 * MB), 404],
    [
      '100-continue',
      {
        head: ['POST /api/auth/login HTTP/1.1', JSON_TYPE, `content-length: ${2 * MB}`, 'expect: 100-continue'],
        bytes: 2 * MB,
      },
      413,
    ],
  ] satisfies [string, Sending, number][])(
    'announces the closing of the connection and lets the client read the answer: %s',
    async (_what, sending, status) => {
      const { statuses, text, error, ended } = await sendRaw(server.address, sending, () => false)
      expect(statuses.filter(one => one !== 100)).toEqual([status])
      expect(text).toMatch(/\r\nconnection: close\r\n/i)
      expect([error, ended]).toEqual([undefined, true])
    },
  )
})

it('a route that wants the body still reads it', async () => {
  const { statuses, text } = await sendRaw(
    server.address,
    withBody('POST /api/auth/login HTTP/1.1', 500_000),
    isDone(2),
  )
  expect(statuses).toEqual([400, 200])
  expect(text).not.toMatch(/connection: close/i)
})
