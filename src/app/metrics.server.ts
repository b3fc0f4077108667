import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** What Prometheus reads at `/metrics`. */
export const metrics = new Registry()
collectDefaultMetrics({ register: metrics })

export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'How long answers took, by kind of address and status class.',
  labelNames: ['kind', 'status'] as const,
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
  registers: [metrics],
})

export const keptAnswers = new Counter({
  name: 'http_kept_answers_total',
  help: 'Answers written from memory without any work.',
  registers: [metrics],
})
