import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { tellStaff, tellUser } from '#kernel/realtime-topics.server.ts'
import { testShop } from '../testing/shop.ts'
import { openSocket } from '../testing/socket.ts'
import type { TestUser } from '../testing/users.ts'
import { attachRealtime } from './realtime.server.ts'

const shop = await testShop()
const http = createServer()
const realtime = attachRealtime(http, shop)
await new Promise<void>(done => http.listen(0, '127.0.0.1', done))
const address = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`
const admin = await shop.addUser({ admin: true })
afterAll(async () => {
  http.closeAllConnections()
  http.close()
})

const connect = () => openSocket(address)

async function opened(as?: TestUser) {
  const client = await connect()
  client.send({ type: 'connection_init', payload: as ? { idToken: as.idToken } : {} })
  expect(await client.next('connection_ack')).toEqual({
    type: 'connection_ack',
    payload: { connectionTimeoutMs: 300_000 },
  })
  return client
}

async function addGiveaway(more: object = {}) {
  const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
  const json = { title: 'Field Kit', description: 'Goods in a box.', startDate, ...more }
  return (await shop.call('/api/giveaways', { as: admin, json })).json as { id: string }
}

describe('slots', () => {
  it('sends guests the taken and the freed slots, and says when mail changes the odds', async () => {
    const giveaway = await addGiveaway()
    const user = await shop.addUser({ credits: { Bronze: 3 } })
    const client = await opened()
    client.send({ type: 'start', id: 'a', payload: { channel: `giveaways/${giveaway.id}` } })
    expect(await client.next('start_ack')).toEqual({ type: 'start_ack', id: 'a' })
    const enter = (slots: number[]) => shop.call(`/api/giveaways/${giveaway.id}/entries`, { as: user, json: { slots } })
    await enter([5, 9])
    expect(await client.next('data')).toEqual({
      type: 'data',
      id: 'a',
      payload: { taken: [5, 9], freed: [], staff: [] },
    })
    await shop.call(`/api/giveaways/${giveaway.id}/entries/swap`, { as: user, json: { from: 5, to: 6 } })
    expect((await client.next('data')).payload).toEqual({ taken: [6], freed: [5], staff: [] })
    const mailed = { email: 'card@example.com', name: 'Sam Card' }
    await shop.call(`/api/admin/giveaways/${giveaway.id}/private-entries`, { as: admin, json: mailed })
    expect((await client.next('data')).payload).toEqual({ taken: [], freed: [], staff: [], isChanged: true })
    client.send({ type: 'stop', id: 'a' })
    expect(await client.next('complete')).toEqual({ type: 'complete', id: 'a' })
    await enter([7])
    await new Promise(done => setTimeout(done, 150))
    expect(client.heard).toEqual([])
    client.socket.close()
  })

  it('sends a stampede of changes in few messages', async () => {
    const giveaway = await addGiveaway()
    const users = await Promise.all(Array.from({ length: 40 }, () => shop.addUser({ credits: { Bronze: 1 } })))
    const client = await opened()
    client.send({ type: 'start', id: 'a', payload: { channel: `giveaways/${giveaway.id}` } })
    await client.next('start_ack')
    const json = { pick: 1 }
    await Promise.all(users.map(as => shop.call(`/api/giveaways/${giveaway.id}/entries`, { as, json })))
    const taken = () => new Set(client.heard.flatMap(message => message.payload!.taken as number[])).size
    await expect.poll(taken).toBe(40)
    expect(client.heard.length).toBeLessThan(30)
    client.socket.close()
  })
})

describe('channels', () => {
  it('keeps members’ giveaways, `my` and `admin` from those they are not for [B-12.210] [B-12.211]', async () => {
    const members = await addGiveaway({ subscriptionVisibilityOnly: true })
    const user = await shop.addUser()
    const refused = async (as: TestUser | undefined, channel: string) => {
      const client = await opened(as)
      client.send({ type: 'start', id: 'x', payload: { channel } })
      const { id, payload } = await client.next('error')
      client.socket.close()
      return [id, (payload!.errors as { code: string }[])[0]!.code]
    }
    expect(await refused(user, `giveaways/${members.id}`)).toEqual(['x', 'not_found'])
    expect(await refused(undefined, `giveaways/${crypto.randomUUID()}`)).toEqual(['x', 'giveaway_not_found'])
    expect(await refused(undefined, 'my')).toEqual(['x', 'NotAuthorizedException'])
    expect(await refused(user, 'admin')).toEqual(['x', 'Unauthorized'])
    await shop.changeSettings({ auth: { staffSecondFactor: true } })
    expect(await refused(admin, 'admin')).toEqual(['x', 'SecondFactorRequired'])
    await shop.changeSettings({ auth: { staffSecondFactor: false } })
    for (const none of ['users', `giveaways/${'-'.repeat(36)}`, `giveaways/${members.id}/`])
      expect(await refused(user, none)).toEqual(['x', 'not_found'])
  })

  it('sends users their own changes only, and staff the shop’s [B-13.7]', async () => {
    const [user, other] = [await shop.addUser(), await shop.addUser()]
    const [mine, theirs, office] = [await opened(user), await opened(other), await opened(admin)]
    for (const [client, channel] of [
      [mine, 'my'],
      [theirs, 'my'],
      [office, 'admin'],
    ] as const) {
      client.send({ type: 'start', id: channel, payload: { channel } })
      await client.next('start_ack')
    }
    tellUser(shop.system, user.userId, 'credits')
    tellStaff(shop.system, 'activity')
    expect((await mine.next('data')).payload).toEqual({ changed: ['credits'] })
    expect((await office.next('data')).payload).toEqual({ changed: ['activity'] })
    expect(theirs.heard).toEqual([])
    for (const client of [mine, theirs, office]) client.socket.close()
  })
})

describe('changes of the user’s own data', () => {
  it('are sent after an entry, a swap, and an entry that staff removed', async () => {
    const giveaway = await addGiveaway()
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    const client = await opened(user)
    client.send({ type: 'start', id: 'a', payload: { channel: 'my' } })
    await client.next('start_ack')
    const entries = `/api/giveaways/${giveaway.id}/entries`
    const told = async () => (await client.next('data')).payload!.changed

    await shop.call(entries, { as: user, json: { slots: [5] } })
    expect(await told()).toEqual(['credits', 'entries'])
    await shop.call(`${entries}/swap`, { as: user, json: { from: 5, to: 6 } })
    expect(await told()).toEqual(['entries'])
    expect((await shop.call(entries, { as: user, json: { slots: [7] } })).status).toBe(409)
    await shop.call(`/api/admin/giveaways/${giveaway.id}/entries/6`, { as: admin, method: 'DELETE' })
    expect(await told()).toEqual(['credits', 'entries'])
    expect(client.heard).toEqual([])
    client.socket.close()
  })
})

describe('the protocol', () => {
  it('refuses a token that is no good, and everything before connection_init [B-12.211] [B-12.214]', async () => {
    const forged = await connect()
    forged.send({ type: 'connection_init', payload: { idToken: 'x.y.z' } })
    expect((await forged.next('error')).payload!.errors).toMatchObject([{ code: 'NotAuthorizedException' }])
    forged.socket.close()
    const early = await connect()
    early.send({ type: 'start', id: 'a', payload: { channel: 'my' } })
    expect(await early.closed).toBe(4401)
  })

  it('answers nonsense with an error and goes on [B-12.215]', async () => {
    const client = await opened()
    for (const nonsense of ['{', '[]', '"x"', '{"type":"dance"}', '{"type":"start"}']) {
      client.socket.send(nonsense)
      expect((await client.next('error')).payload!.errors).toMatchObject([{ code: 'invalid_input' }])
    }
    client.socket.close()
  })

  it('bounds frames, messages and channels', async () => {
    const large = await opened()
    large.socket.send('x'.repeat(10_000))
    expect(await large.closed).toBe(1009)
    const chatty = await opened()
    for (let n = 0; n < 200; n++) chatty.send({ type: 'stop', id: String(n) })
    expect(await chatty.closed).toBe(1008)
    const greedy = await opened()
    const giveaways = await Promise.all(Array.from({ length: 21 }, () => addGiveaway()))
    for (const { id } of giveaways) greedy.send({ type: 'start', id, payload: { channel: `giveaways/${id}` } })
    expect((await greedy.next('error')).payload!.errors).toMatchObject([{ code: 'LimitExceededException' }])
    greedy.socket.close()
  })

  it('names 300,000 ms as the connection’s time [B-12.234]', async () => {
    const client = await connect()
    client.send({ type: 'connection_init', payload: {} })
    expect((await client.next('connection_ack')).payload).toEqual({ connectionTimeoutMs: 300_000 })
    client.socket.close()
  })

  it('opens no other path [B-12.212]', async () => {
    const socket = new WebSocket(`${address}/api/other`)
    const error = await new Promise<Error>(done => socket.once('error', done))
    expect(error.message).toContain('404')
  })

  it('closes with a goodbye when the server stops', async () => {
    const client = await opened()
    realtime.stop()
    expect(await client.closed).toBe(1001)
    const late = new WebSocket(`${address}/api/realtime`)
    expect((await new Promise<Error>(done => late.once('error', done))).message).toContain('503')
  })
})
