import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Pool } from '#platform/db/database.server.ts'
import type { Site } from './bench-kinds.ts'
import { makeCrowd, makeGiveaways, type User } from './crowd.ts'
import { post, send } from './load.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import { sized } from './short.ts'
import type { Line } from './table.ts'

const SECOND_PORT = 3582
const SOCKETS = sized(5000, 200)
/** Concurrent connection attempts; more would only queue for the two cores. */
const OPENING = 100
/** The server accepts 100 sockets per address, so the bench spreads them over many addresses, as a proxy would report them. */
const PER_ADDRESS = 50
const PEOPLE = 400
const SLOTS = 2000
const SINGLE_CLAIMS = sized(20, 3)
const STAMPEDE = sized(1500, 100)
const STAMPEDE_WIDTH = 50
const DELAY_LIMIT_MS = 1000
const MEMORY_LIMIT_MB = 400

type Watcher = { socket: WebSocket; messages: number; slots: Set<number> }

/**
 * 5,000 open pages watch one giveaway on one web process while another process takes the claims, so that every update travels by
 * LISTEN/NOTIFY. A delay is the time from sending a claim until the last socket receives its slot.
 */
export async function benchSockets({ pool, shop, env, add }: Site): Promise<void> {
  const watched = await startShopProcess(SECOND_PORT, { ...env, ROLE: 'web', TRUSTED_PROXIES: '1' })
  add(...(await measure(pool, shop.origin, watched).finally(watched.stop)))
}

/** @param claimsAt address for the claims. @param watched the process that holds the sockets. */
async function measure(pool: Pool, claimsAt: string, watched: ShopProcess): Promise<Line[]> {
  const [giveaway] = await makeGiveaways(pool, 1, SLOTS, 10)
  const people = await makeCrowd(pool, PEOPLE, 10)
  const before = watched.memory()
  const heardBy = new Map<number, { left: number; last: number }>()
  const watchers: Watcher[] = []
  for (let from = 0; from < SOCKETS; from += OPENING) {
    const some = Array.from({ length: OPENING }, (_, n) => watch(watched.origin, giveaway!, from + n, heardBy))
    watchers.push(...(await Promise.all(some)))
  }
  const opened = watched.memory()
  const single = await singleClaims(claimsAt, giveaway!, people, heardBy)
  const crowd = await stampede(claimsAt, giveaway!, people, heardBy, watchers)
  const exact = watchers.every(watcher => watcher.slots.size === SINGLE_CLAIMS + STAMPEDE)
  const lines = [
    {
      what: `one claim through another process → heard by all ${SOCKETS} sockets, median and worst of ${SINGLE_CLAIMS}`,
      measured: `${Math.round(single.median)} ms, ${Math.round(single.worst)} ms`,
      ceiling: '',
      aim: `worst under ${DELAY_LIMIT_MS} ms`,
      ok: single.worst < DELAY_LIMIT_MS,
    },
    {
      what: `${STAMPEDE} claims at once, ${SOCKETS} sockets: messages to a socket in a second, last socket after the last answer`,
      measured: `${crowd.perSecond.toFixed(1)}, ${Math.round(crowd.tailMs)} ms`,
      ceiling: '',
      aim: 'at most 10',
      ok: crowd.perSecond <= 10,
    },
    {
      what: 'slots that not every socket heard',
      measured: exact ? '0' : 'some',
      ceiling: '',
      aim: '0',
      ok: exact,
      isRule: true,
    },
    {
      what: `memory of the process with ${SOCKETS} sockets open, and after the stampede`,
      measured: `${Math.round(opened)} MB, ${Math.round(watched.memory())} MB (before the first: ${Math.round(before)} MB)`,
      ceiling: '',
      aim: `${MEMORY_LIMIT_MB} MB`,
      ok: Math.max(opened, watched.memory()) < MEMORY_LIMIT_MB,
    },
  ]
  for (const { socket } of watchers) socket.terminate()
  return lines
}

type Heard = Map<number, { left: number; last: number }>

function watch(origin: string, giveawayId: string, n: number, heardBy: Heard): Promise<Watcher> {
  const address = Math.floor(n / PER_ADDRESS)
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/realtime`, {
    headers: { 'x-forwarded-for': `10.1.${address >> 8}.${address & 255}` },
    perMessageDeflate: false,
  })
  const watcher: Watcher = { socket, messages: 0, slots: new Set() }
  return new Promise((done, fail) => {
    socket.on('error', fail)
    socket.on('open', () => socket.send('{"type":"connection_init","payload":{}}'))
    socket.on('message', data => {
      const { type, payload } = JSON.parse(String(data)) as { type: string; payload: { taken: number[] } }
      if (type === 'connection_ack')
        socket.send(`{"type":"start","id":"1","payload":{"channel":"giveaways/${giveawayId}"}}`)
      else if (type === 'start_ack') done(watcher)
      else if (type === 'error') fail(new Error(String(data)))
      else if (type === 'data') hear(watcher, payload.taken, heardBy)
    })
  })
}

function hear(watcher: Watcher, taken: number[], heardBy: Heard) {
  watcher.messages++
  for (const slot of taken) {
    if (watcher.slots.has(slot)) continue
    watcher.slots.add(slot)
    const heard = heardBy.get(slot) ?? { left: SOCKETS, last: 0 }
    heard.left--
    heard.last = performance.now()
    heardBy.set(slot, heard)
  }
}

const claimOf = (giveaway: string, people: User[], slot: number) => ({
  path: `/api/giveaways/${giveaway}/entries`,
  token: people[slot % people.length]!.token,
  body: { slots: [slot] },
})

async function singleClaims(origin: string, giveaway: string, people: User[], heardBy: Heard) {
  const delays: number[] = []
  for (let slot = 1; slot <= SINGLE_CLAIMS; slot++) {
    const { path, token, body } = claimOf(giveaway, people, slot)
    const began = performance.now()
    const { status, text } = await send(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    if (status >= 300) throw new Error(`A claim was refused: ${status} ${text}`)
    delays.push((await untilHeard(heardBy, slot)) - began)
    await pause(200)
  }
  delays.sort((a, b) => a - b)
  return { median: delays[Math.floor(delays.length / 2)]!, worst: delays.at(-1)! }
}

async function stampede(origin: string, giveaway: string, people: User[], heardBy: Heard, watchers: Watcher[]) {
  const messagesBefore = watchers[0]!.messages
  let slot = SINGLE_CLAIMS
  const began = performance.now()
  await post(origin, STAMPEDE_WIDTH, () => claimOf(giveaway, people, ++slot), { amount: STAMPEDE })
  const answered = performance.now()
  let last = 0
  for (let n = SINGLE_CLAIMS + 1; n <= SINGLE_CLAIMS + STAMPEDE; n++)
    last = Math.max(last, await untilHeard(heardBy, n))
  const perSecond = ((watchers[0]!.messages - messagesBefore) * 1000) / (last - began)
  return { perSecond, tailMs: Math.max(0, last - answered) }
}

/** @returns the time at which the last socket received a slot. */
async function untilHeard(heardBy: Heard, slot: number): Promise<number> {
  for (const end = performance.now() + 30_000; performance.now() < end; await pause(2)) {
    const heard = heardBy.get(slot)
    if (heard?.left === 0) return heard.last
  }
  throw new Error(`Slot ${slot} did not reach everybody in 30 s.`)
}
