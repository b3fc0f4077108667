import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { RELEASE } from '#platform/release.server.ts'

/** What this process knows of itself. `shop-metrics.server.ts` has what PostgreSQL knows of the shop. */
export const metrics = new Registry()
collectDefaultMetrics({ register: metrics })

/** An export of staff may run for a minute; a shopper's statement ends after 5 s. */
const BUCKETS_S = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30]

const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'How long responses took, by route, method and status; responses from memory are not in it.',
  labelNames: ['route', 'method', 'status'] as const,
  buckets: BUCKETS_S,
  registers: [metrics],
})

/** Other methods share a label, because a client can invent any. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Records a response.
 * @param route the route's pattern, `/api/orders/{id}`. Never an address: each value is a time series of its own.
 * @param ms from the request's start to the response's headers.
 */
export function observeRequest(route: string, method: string, status: number, ms: number): void {
  const known = METHODS.includes(method) ? method : 'other'
  requestSeconds.observe({ route, method: known, status: String(status) }, ms / 1000)
}

let keptAnswers = 0

new Counter({
  name: 'http_kept_answers_total',
  help: 'Responses written from memory without any work.',
  registers: [metrics],
  collect() {
    this.reset()
    this.inc(keptAnswers)
  },
})

/** Counts a response from memory. A plain number, because this happens tens of thousands of times a second. */
export const countCacheHit = (): void => {
  keptAnswers++
}

export const circuitsOpen = new Gauge({
  name: 'circuit_breaker_open',
  help: '1 while a provider does not answer and is not asked, else 0.',
  labelNames: ['provider'] as const,
  registers: [metrics],
})

new Gauge({
  name: 'redoubt_build_info',
  help: 'Always 1; the label is the release of this process.',
  labelNames: ['version'] as const,
  registers: [metrics],
}).set({ version: RELEASE }, 1)

export const socketsOpen = new Gauge({
  name: 'redoubt_sockets_open',
  help: 'Open WebSockets of this process.',
  registers: [metrics],
})
