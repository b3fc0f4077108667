import { Counter, Gauge } from 'prom-client'
import type { LoadClass } from '../http/load/load-classes.ts'
import { metrics } from './process-metrics.server.ts'

const shed = new Counter({
  name: 'redoubt_requests_shed_total',
  help: 'Requests answered 503 before any work, by class; reason: overload of the process, or a full line of the class.',
  labelNames: ['class', 'reason'] as const,
  registers: [metrics],
})

const overload = new Gauge({
  name: 'redoubt_overload_level',
  help: '0 well; 1 lists, reports and bulk work are refused; 2 all but essential calls are refused.',
  registers: [metrics],
})

const inFlight = new Gauge({
  name: 'redoubt_requests_in_flight',
  help: 'Requests without an answer, by class; those that wait for their turn included.',
  labelNames: ['class'] as const,
  registers: [metrics],
})

export const countShed = (loadClass: LoadClass, reason: 'overload' | 'lane'): void =>
  shed.inc({ class: loadClass, reason })

export function showLoad(level: number, running: Readonly<Record<LoadClass, number>>): void {
  overload.set(level)
  for (const [loadClass, count] of Object.entries(running)) inFlight.set({ class: loadClass }, count)
}
