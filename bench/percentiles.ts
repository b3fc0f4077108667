import type { Line } from './table.ts'

/** Creates a table line from call durations. @param aimMs upper limit for the p95. */
export function percentilesOf(what: string, times: readonly number[], aimMs: number): Line {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!
  return {
    what,
    measured: `p50 ${at(0.5).toFixed(0)}, p95 ${at(0.95).toFixed(0)}, p99 ${at(0.99).toFixed(0)} ms`,
    ceiling: '',
    aim: `p95 ${aimMs} ms`,
    ok: at(0.95) < aimMs,
  }
}
