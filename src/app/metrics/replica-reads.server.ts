import { Counter } from 'prom-client'
import { metrics } from './process-metrics.server.ts'

const reads = new Counter({
  name: 'redoubt_replica_reads_total',
  help: 'Connections taken by calls that may read from a replica, by the server that served them.',
  labelNames: ['server'] as const,
  registers: [metrics],
})

export const countRead = (server: 'replica' | 'primary'): void => reads.inc({ server })
