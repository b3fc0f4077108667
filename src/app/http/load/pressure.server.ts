/** What a process measures of itself. */
export type Measures = {
  /** How late a timer fires, in milliseconds: the event loop was busy for so long. */
  lagMs: number
  /** Calls that wait for a connection of the shoppers' pool. */
  waiting: number
  /** Requests without an answer. */
  inFlight: number
}

/** 0: well. 1: lists, reports and bulk work are refused. 2: all but essential calls are refused. */
export type OverloadLevel = 0 | 1 | 2

/** Four times a limit is level 2. */
const SEVERE = 4
const SAMPLE_MS = 100
/** A burst fills a queue and drains; overload keeps it filled. The least of the last samples tells the two apart (as CoDel does). */
const SAMPLES = 10

export type Pressure = {
  level: () => OverloadLevel
  sample: (lagMs: number) => void
  start: () => void
  stop: () => void
}

/**
 * Measures every 100 ms whether this process has more to do than it can.
 * @param measure reads waiting calls and requests in flight.
 * @param limits from which each measure is an overload.
 */
export function createPressure(
  measure: () => Omit<Measures, 'lagMs'>,
  limits: Measures,
  onSample: (level: OverloadLevel) => void = () => {},
): Pressure {
  const kept: number[] = []
  let level: OverloadLevel = 0
  let timer: NodeJS.Timeout | undefined
  let dueAt = 0

  function sample(lagMs: number): void {
    const { waiting, inFlight } = measure()
    kept.push(Math.max(lagMs / limits.lagMs, waiting / limits.waiting, inFlight / limits.inFlight))
    if (kept.length > SAMPLES) kept.shift()
    const least = kept.length < SAMPLES ? 0 : Math.min(...kept)
    level = least >= SEVERE ? 2 : least >= 1 ? 1 : 0
    onSample(level)
  }

  return {
    level: () => level,
    sample,
    start() {
      dueAt = performance.now() + SAMPLE_MS
      timer = setInterval(() => {
        const now = performance.now()
        sample(Math.max(0, now - dueAt))
        dueAt = now + SAMPLE_MS
      }, SAMPLE_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}
