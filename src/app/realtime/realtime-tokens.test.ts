import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { disableUser, setRole } from '#features/identity/accounts/commands/accounts.server.ts'
import { openBrowser } from '#features/identity/testing/browser.ts'
import { attachRealtime } from '../services/realtime.server.ts'
import { ORIGIN, testShop } from '../testing/shop.ts'
import { openSocket } from '../testing/socket.ts'

const shop = await testShop()
const { http, address } = await serve()
beforeEach(() => shop.clock.advance(1000))
afterAll(async () => {
  http.closeAllConnections()
  http.close()
})

async function serve(options?: { initMs: number }) {
  const server = createServer()
  attachRealtime(server, shop, options)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { http: server, address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

let count = 0
/** A signed-in browser and its socket, which listens to a channel. */
async function listen(channel = 'my', role: 'owner' | null = null) {
  const browser = openBrowser(shop)
  const email = `listener-${++count}@example.com`
  const { user } = await browser.join(email)
  shop.clock.advance(1000)
  if (role) await setRole(shop.system, { userId: user.id, role })
  shop.clock.advance(1000)
  const { idToken } = (await browser.token()).json
  const socket = await openSocket(address)
  socket.send({ type: 'connection_init', payload: { idToken } })
  await socket.next('connection_ack')
  socket.send({ type: 'start', id: 'a', payload: { channel } })
  await socket.next('start_ack')
  return { browser, userId: user.id, idToken: idToken as string, socket, email }
}

describe('a socket', () => {
  it('closes when its session signs out, and that of another session stays open', async () => {
    const { browser, socket, email } = await listen()
    const other = openBrowser(shop)
    const { idToken } = (await other.signIn(email)).json
    const staying = await openSocket(address)
    staying.send({ type: 'connection_init', payload: { idToken } })
    await staying.next('connection_ack')
    await browser.post('/api/auth/logout')
    expect(await socket.closed).toBe(4401)
    staying.send({ type: 'start', id: 'b', payload: { channel: 'my' } })
    await staying.next('start_ack')
    staying.socket.close()
  })

  it('closes when its user is demoted', async () => {
    const { socket, userId } = await listen('admin', 'owner')
    await shop.addUser({ admin: true })
    shop.clock.advance(1000)
    await setRole(shop.system, { userId, role: null })
    expect(await socket.closed).toBe(4401)
  })

  it('closes when its user is disabled', async () => {
    const { socket, userId } = await listen()
    await disableUser(shop.system, userId)
    expect(await socket.closed).toBe(4401)
  })

  it('closes when its token expires', async () => {
    const { socket } = await listen()
    shop.clock.advance(3_600_000)
    expect(await socket.closed).toBe(4401)
  })

  it('goes on past the first token when the client shows a newer one, of the same user only', async () => {
    const { browser, socket, idToken } = await listen()
    shop.clock.advance(3_000_000)
    const stranger = await shop.addUser()
    socket.send({ type: 'connection_init', payload: { idToken: stranger.idToken } })
    expect((await socket.next('error')).payload!.errors).toMatchObject([{ code: 'invalid_input' }])
    socket.send({ type: 'connection_init', payload: { idToken: (await browser.token()).json.idToken } })
    await socket.next('connection_ack')
    shop.clock.advance(1_000_000)
    await expect(shop.idTokens.verify(idToken)).rejects.toMatchObject({ code: 'NotAuthorizedException' })
    // Longer than the interval of the check for expired tokens.
    await new Promise(done => setTimeout(done, 1200))
    socket.send({ type: 'stop', id: 'a' })
    await socket.next('complete')
    socket.socket.close()
  })

  it('closes without connection_init', async () => {
    const hasty = await serve({ initMs: 50 })
    expect(await (await openSocket(hasty.address)).closed).toBe(4408)
    hasty.http.close()
  })
})

describe('the upgrade', () => {
  const refused = (origin: string) =>
    openSocket(address, { headers: { origin } }).then(
      () => 'open',
      (error: Error) => error.message,
    )

  it('refuses pages of another origin', async () => {
    for (const origin of ['https://evil.example', 'null', `${ORIGIN}.evil.example`, ORIGIN.replace('http:', 'https:')])
      expect(await refused(origin)).toContain('403')
  })

  it('admits our own pages, a demo opened by its address, and programs, which send no origin', async () => {
    for (const origin of [ORIGIN, address.replace('ws:', 'http:'), undefined]) {
      const { socket } = await openSocket(address, origin ? { headers: { origin } } : {})
      socket.close()
    }
  })

  it('agrees to no subprotocol', async () => {
    await expect(openSocket(address, {}, ['graphql-ws'])).rejects.toThrow('Server sent no subprotocol')
  })
})
