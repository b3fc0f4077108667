import { connect } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { testDatabase } from '#platform/testing/database.ts'
import type { RunningServer } from '../server.ts'
import { startBalancer } from '../testing/balancer.ts'
import { startTestServer } from '../testing/test-server.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeEach(async () => {
  database = await testDatabase(1)
})

const start = (lameDuckMs: number) =>
  startTestServer(database.url, { RATE_LIMITS: 'off', LAME_DUCK_MS: String(lameDuckMs) })

/** Sends raw bytes. @returns the whole response when the server closes the connection or sends nothing more. */
function sendRaw(address: string, head: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write(head)
  let text = ''
  return new Promise((done, fail) => {
    socket.on('data', chunk => {
      text += chunk
      if (text.includes('\r\n\r\n')) socket.end()
    })
    socket.on('close', () => done(text))
    socket.on('error', fail)
  })
}

describe('a server that receives a stop signal', () => {
  it('fails /readyz first, serves through the lame-duck time, and closes sockets with 1001', async () => {
    const server = await start(1500)
    const socket = new WebSocket(`${server.address.replace('http', 'ws')}/api/realtime`)
    const closed = new Promise(done => socket.on('close', done))
    await new Promise(done => socket.on('open', done))
    const stopped = server.stop()
    const ready = await fetch(`${server.address}/readyz`)
    expect(ready.status).toBe(503)
    const served = await fetch(`${server.address}/api/products`)
    expect(served.status).toBe(200)
    expect(served.headers.get('connection')).toBe('close')
    expect(await closed).toBe(1001)
    await stopped
    await expect(fetch(`${server.address}/healthz`)).rejects.toThrow()
  })

  it('loses no call that comes through a balancer', async () => {
    // Production's 2 s plus one: the balancer shares this process's event loop with both servers and four shoppers.
    const servers: RunningServer[] = [await start(3000), await start(0)]
    const balancer = await startBalancer(servers.map(({ address }) => address))
    const statuses: Record<number, number> = {}
    let isOver = false
    async function shopper(path: string) {
      while (!isOver) {
        const { status } = await fetch(balancer.origin + path)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
    const shoppers = ['/api/products', '/api/giveaways', '/api/openapi.json', '/healthz'].map(shopper)
    await new Promise(done => setTimeout(done, 300))
    await servers[0]!.stop()
    isOver = true
    await Promise.all(shoppers)
    await balancer.close()
    await servers[1]!.stop()
    expect(Object.keys(statuses)).toEqual(['200'])
    expect(statuses[200]).toBeGreaterThan(4)
  })
})

it('answers health checks over HTTP/1.0 and without Host, and refuses other calls without one', async () => {
  const server = await start(0)
  const noHost = ['GET /healthz HTTP/1.0\r\n\r\n', 'GET /readyz HTTP/1.0\r\n\r\n', 'GET /readyz HTTP/1.1\r\n\r\n']
  for (const head of noHost) expect(await sendRaw(server.address, head)).toMatch(/^HTTP\/1.1 200 /)
  expect(await sendRaw(server.address, 'GET /api/products HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  await server.stop()
})
