import { Agent, request } from 'node:http'
import autocannon from 'autocannon'
import { sized } from './short.ts'

export type Load = { perSecond: number; p99: number; statuses: Record<string, number> }

/** Each figure is measured `RUNS` times for `SECONDS`; the table has the median. */
export const SECONDS = sized(3, 1)
export const RUNS = sized(3, 1)

export type Shot = { path: string; token: string; body: object }

/** Sends the POSTs that `next` returns, each once. */
export async function post(
  origin: string,
  connections: number,
  next: () => Shot,
  until: { duration: number } | { amount: number },
): Promise<Load> {
  const setupRequest = (request: object) => {
    const { path, token, body } = next()
    return {
      ...request,
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }
  }
  const result = await autocannon({
    url: origin,
    connections,
    ...until,
    requests: [{ setupRequest }],
    timeout: 30,
  } as never)
  const load = toLoad(result)
  // The end of an amount is seen at the next second only. Each connection sends one request after another, so their latency has the rate.
  return 'amount' in until ? { ...load, perSecond: (connections * 1000) / result.latency.mean } : load
}

function toLoad(result: autocannon.Result): Load {
  const statuses: Record<string, number> = {}
  for (const [status, { count }] of Object.entries(result.statusCodeStats ?? {})) statuses[status] = Number(count)
  if (result.errors > 0 || result.timeouts > 0) statuses.broken = result.errors + result.timeouts
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return { perSecond: total / result.duration, p99: result.latency.p99, statuses }
}

/** Returns the median of several runs. */
export async function median(measure: (run: number) => Promise<number>): Promise<number> {
  const values: number[] = []
  for (let run = 0; run < RUNS; run++) values.push(await measure(run))
  return values.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!
}

/** Runs `width` loops concurrently until the time is over. Returns how often `work` ran per second. */
export async function loop(width: number, seconds: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const end = performance.now() + seconds * 1000
  const began = performance.now()
  let done = 0
  let next = 0
  const numbered = async () => {
    while (performance.now() < end) {
      await work(next++)
      done++
    }
  }
  await Promise.all(Array.from({ length: width }, numbered))
  return (done * 1000) / (performance.now() - began)
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
type Sent = { method?: string; headers?: Record<string, string>; body?: string }

/** Sends one request over a keep-alive connection. Costs less CPU than `fetch`, because the load shares two cores with the shop. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sending = request(url, { method, agent, headers: { ...headers, ...length } }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sending.on('error', reject)
    sending.end(body)
  })
}
