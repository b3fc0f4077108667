import { Agent, request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createFuzz, type FuzzRequest } from '#app/testing/fuzz/requests.ts'
import { chanceFrom } from '../../db/demo/seeded-chance.ts'
import type { Place } from '../bench-kinds.ts'
import { sized } from '../short.ts'
import type { Line } from '../table.ts'
import { startShopChild } from './shop-child.ts'

const AT_ONCE = 16
const MOST_HELD_MS = 200
const PATIENCE_MS = 60_000
/** The bench creates new callers after this many requests, because fuzzed staff calls delete and disable callers. */
const CALLERS_FOR = 2000
const LAG_EVERY_MS = 1000
const SHOWN = 40
const SAID_EVERY = 10_000

type Answer = { status: number; ms: number; text: string }

/** The previous request on each connection: the likely cause when the next request gets no response. */
const lastOn = new WeakMap<Socket, string>()

/** Sends a request. @throws when the connection ends without a response; the error names the previous request on it. */
const send = (origin: string, agent: Agent, token: string, { method, path, headers, body }: FuzzRequest) =>
  new Promise<Answer>((done, fail) => {
    const began = performance.now()
    const call = httpRequest(
      new URL(path, origin),
      {
        method,
        agent,
        timeout: PATIENCE_MS,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      response => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          if (text.length < 300) text += chunk.toString('latin1')
        })
        response.on('end', () => done({ status: response.statusCode!, ms: performance.now() - began, text }))
        response.on('error', fail)
      },
    )
    call.on('timeout', () => call.destroy(new Error('no answer in a minute')))
    let before: string | undefined
    call.on('socket', socket => {
      before = lastOn.get(socket)
      lastOn.set(socket, `${method} ${path} ${JSON.stringify(headers)} ${String(body).slice(0, 200)} (${body?.length})`)
    })
    call.on('error', error => fail(new Error(`${error.message} (before it: ${before})`)))
    call.end(body)
  })

/** Whether the shop refuses this token now. A download ends when a staff call disables its reader. */
async function isRevoked(origin: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  return token !== '' && (await fetch(`${origin}/api/my/profile`, { headers })).status === 401
}

const byStatus = (statuses: ReadonlyMap<number, number>): string =>
  `answers by status: ${[...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')}`

const line = (what: string, measured: string, ok: boolean, aim = '0'): Line => ({
  what,
  measured,
  ceiling: '',
  aim,
  ok,
  isRule: aim === '0',
})

/**
 * Sends hostile requests for every route of the OpenAPI document to a real server process. `FUZZ_REQUESTS` (20,000) sets their number,
 * `FUZZ_SEED` (1) their seed.
 */
export async function benchFuzz({ databaseUrl, folder, say }: Place): Promise<Line[]> {
  const requests = Number(process.env.FUZZ_REQUESTS ?? sized(20_000, 500))
  const seed = Number(process.env.FUZZ_SEED ?? 1)
  const shop = await startShopChild({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data') })
  const { origin, ids } = await shop.ask('start')
  const document = await (await fetch(`${origin}/api/openapi.json`)).json()
  const next = createFuzz(document as Parameters<typeof createFuzz>[0], chanceFrom(seed), ids)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const statuses = new Map<number, number>()
  const faults: string[] = []
  const lost: string[] = []
  const note = (list: string[], text: string) => {
    if (list.push(text) <= SHOWN) say(text)
  }
  let tokens = await shop.ask('callers')
  let sent = 0
  let longestHeldMs = 0
  let slowest: { ms: number; what: string }[] = []
  await shop.ask('lag')
  const lag = setInterval(async () => {
    const [heldMs, during] = [await shop.ask('lag'), slowest]
    slowest = []
    longestHeldMs = Math.max(longestHeldMs, heldMs)
    if (heldMs > MOST_HELD_MS)
      say(
        `held ${Math.round(heldMs)} ms during: ${during.map(({ ms, what }) => `${what} (${Math.round(ms)} ms)`).join('; ')}`,
      )
  }, LAG_EVERY_MS)

  let cut = 0
  const began = performance.now()
  const rate = (count: number) => Math.round(count / ((performance.now() - began) / 1000))

  async function work() {
    while (sent < requests && shop.isAlive()) {
      sent++
      const number = sent
      if (number % CALLERS_FOR === 0) tokens = await shop.ask('callers')
      if (number % SAID_EVERY === 0) say(`${number} requests, ${rate(number)}/s`)
      const request = next()
      const what = `${number}: ${request.route} as ${request.as}: ${request.method} ${request.path} ${String(request.body).slice(0, 300)}`
      const token = tokens[request.as]
      try {
        const { status, ms, text } = await send(origin, agent, token, request)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        slowest = [...slowest, { ms, what: what.slice(0, 160) }].sort((a, b) => b.ms - a.ms).slice(0, 3)
        if (status >= 500) note(faults, `${status} ${what} → ${text.slice(0, 200)}`)
      } catch (error) {
        if ((error as Error).message === 'aborted' && (await isRevoked(origin, token))) cut++
        else note(lost, `${(error as Error).message} ${what}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const perSecond = rate(requests)
  clearInterval(lag)
  const unequal = await shop.ask('audit')
  agent.destroy()
  shop.stop()
  say(byStatus(statuses))
  return [
    line(
      `hostile requests (seed ${seed}), ${perSecond}/s: answers of 5xx`,
      `${faults.length} of ${requests}`,
      faults.length === 0,
    ),
    line('downloads cut because their reader’s token was revoked', String(cut), true, ''),
    line('requests without an answer', String(lost.length), lost.length === 0 && shop.isAlive()),
    line(
      'event loop held at most',
      `${Math.round(longestHeldMs)} ms`,
      longestHeldMs <= MOST_HELD_MS,
      `${MOST_HELD_MS} ms`,
    ),
    line('faults in the books afterwards', String(unequal.length), unequal.length === 0),
  ]
}
