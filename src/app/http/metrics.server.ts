import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics that Prometheus reads at `/metrics`. */
export const metrics = new Registry()
collectDefaultMetrics({ register: metrics })

export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'How long answers took, by kind of address and status class.',
  labelNames: ['kind', 'status'] as const,
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
  registers: [metrics],
})

let keptAnswers = 0

new Counter({
  name: 'http_kept_answers_total',
  help: 'Answers written from memory without any work.',
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
