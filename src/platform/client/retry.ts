/** customer-side.md section 9: answers after which a request is sent again. */
const RETRIED = new Set([429, 500, 502, 503, 504])
const FIRST_PAUSE_MS = 250
const LONGEST_BACKOFF_MS = 4_000
/** Whoever is asked to wait longer than this is told at once instead. */
const LONGEST_PAUSE_MS = 5_000

/**
 * How long to wait before a request is sent again: each time twice as long, by chance up to a half less or more, so that not everybody
 * comes back at once, and never less than `Retry-After` asks for.
 * @param answer undefined when none came: the network is away.
 * @param tries how often it was sent, from 1.
 * @param chance from 0 to 1.
 * @param now milliseconds, for a `Retry-After` that names a date.
 * @returns milliseconds; undefined when the answer is final.
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
