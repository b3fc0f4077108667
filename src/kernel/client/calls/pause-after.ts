/** Statuses after which a request is sent again. */
const RETRIED = new Set([429, 500, 502, 503, 504])
const FIRST_PAUSE_MS = 250
const LONGEST_BACKOFF_MS = 4_000
/** A longer `Retry-After` is not waited for: the caller gets the response at once. */
const LONGEST_PAUSE_MS = 5_000

/**
 * Returns the pause before a retry. It doubles with each try, varies by up to 50% so that clients do not return together, and is never
 * shorter than `Retry-After`.
 * @param answer undefined when no response came because the network is away.
 * @param tries how often the request was sent, from 1.
 * @param chance random number from 0 to 1.
 * @param now milliseconds, for a `Retry-After` with a date.
 * @returns milliseconds; undefined when the response is final.
 */
export function pauseAfter(answer: Response | undefined, tries: number, chance: number, now: number) {
  if (answer && !RETRIED.has(answer.status)) return undefined
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_BACKOFF_MS) * (0.5 + chance)
  const asked = answer?.headers.get('retry-after') ?? '0'
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now
  if (ms > LONGEST_PAUSE_MS) return undefined
  return Math.max(Number.isNaN(ms) ? 0 : ms, backoff)
}

export const sleep = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))
