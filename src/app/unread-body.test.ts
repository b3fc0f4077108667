import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#platform/testing/database.ts'
import type { RunningServer } from './server.ts'
import { type Sending, sendRaw } from './testing/raw-http.ts'
import { startTestServer } from './testing/test-server.ts'

const MB = 1024 * 1024
const JSON_TYPE = 'content-type: application/json'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let server: RunningServer
beforeAll(async () => {
  database = await openTestDatabase(1)
  server = await startTestServer(database.url, { RATE_LIMITS: 'off' })
  // Answered from memory from now on.
  await fetch(`${server.address}/api/products`)
})
afterAll(async () => {
  await server.stop()
  await database.close()
})

const isDone = (count: number) => (text: string) => text.split('HTTP/1.1 ').length > count
const withBody = (head: string, bytes: number): Sending => ({
  head: [head, JSON_TYPE, `content-length: ${bytes}`],
  bytes,
  next: ['GET /healthz HTTP/1.1'],
})

describe('a small body that its answer did not wait for', () => {
  it.each([
    ['a refused call', 'POST /api/my/profile HTTP/1.1', 401],
    ['an unknown route', 'POST /api/nothing HTTP/1.1', 404],
    ['a page', 'POST /nothing HTTP/1.1', undefined],
    ['a file that is not there', 'GET /files/products/none HTTP/1.1', 404],
    ['an answer from memory', 'GET /api/products HTTP/1.1', 200],
  ])('leaves the connection to the next request: %s', async (_what, head, status) => {
    const { statuses, error, isOpen } = await sendRaw(server.address, withBody(head, 900_000), isDone(2))
    expect([statuses[1], error, isOpen]).toEqual([200, undefined, true])
    if (status) expect(statuses[0]).toBe(status)
  })

  it('leaves the connection even when it comes slower than the answer', async () => {
    const slow = { ...withBody('POST /api/my/profile HTTP/1.1', 900_000), pauseMs: 70 }
    const { statuses, text } = await sendRaw(server.address, slow, isDone(2))
    expect(statuses).toEqual([401, 200])
    expect(text).not.toMatch(/connection: close/i)
  })

  it('leaves no listener on the connection that carried it', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => void warnings.push(warning)
    process.on('warning', note)
    const connection = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let n = 0; n < 20; n++) {
      const status = await new Promise<number>((done, fail) => {
        const call = request(`${server.address}/api/my/profile`, { method: 'POST', agent: connection }, answer => {
          answer.resume().on('end', () => done(answer.statusCode!))
        })
        call.on('error', fail).setHeader('content-length', 200_000)
        call.end(Buffer.alloc(200_000))
      })
      expect(status).toBe(401)
    }
    await new Promise(done => setImmediate(done))
    connection.destroy()
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  it('is not taken for requests: those that follow it in one packet are answered in order', async () => {
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
    'is told that the connection closes, and reads the answer: %s',
    async (_what, sending, status) => {
      const { statuses, text, error, ended } = await sendRaw(server.address, sending, () => false)
      expect(statuses.filter(one => one !== 100)).toEqual([status])
      expect(text).toMatch(/\r\nconnection: close\r\n/i)
      expect([error, ended]).toEqual([undefined, true])
    },
  )
})

it('still reads the body of a call that wants it', async () => {
  const { statuses, text } = await sendRaw(
    server.address,
    withBody('POST /api/auth/login HTTP/1.1', 500_000),
    isDone(2),
  )
  expect(statuses).toEqual([400, 200])
  expect(text).not.toMatch(/connection: close/i)
})
