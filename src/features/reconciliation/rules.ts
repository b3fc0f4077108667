/** The provider's lists, in the order in which they are read: an invoice is worth little before the charge that it names. */
export const LISTS = ['charges', 'refunds', 'checkouts', 'subscriptions', 'invoices', 'disputes'] as const
export type ListName = (typeof LISTS)[number]

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long both sides have to hear of each other before a difference counts as one: a webhook under way, a refund that is
 * being sent.
 */
export const GRACE_MS = 10 * MINUTE

export type Depth = 'fresh' | 'usual' | 'deep'

/** How far a pass looks back behind what was read before: every few minutes, every hour, every night. */
const OVERLAP: Record<Depth, number> = { fresh: HOUR, usual: 3 * DAY, deep: 40 * DAY }

export type Read = { coveredUntil: Date | null; usualAt: Date | null; deepAt: Date | null }

/**
 * The next pass over a list. What was made since the last one is always in it, however long ago that was; how much of what
 * is older is read again grows with its turn, as charges can still fail and refunds are refused days later.
 * @returns the moment back to which it reads; the first one reads everything there ever was.
 */
export function nextPass(now: Date, { coveredUntil, usualAt, deepAt }: Read): { depth: Depth; since: Date } {
  if (!coveredUntil) return { depth: 'deep', since: new Date(0) }
  const depth = isDue(now, deepAt, DAY) ? 'deep' : isDue(now, usualAt, HOUR) ? 'usual' : 'fresh'
  return { depth, since: lookBack(new Date(Math.min(+coveredUntil, +now)), depth) }
}

/** What a pass of this depth looks back to, from a moment. */
export const lookBack = (from: Date, depth: Depth): Date => new Date(+from - OVERLAP[depth])

const isDue = (now: Date, last: Date | null, every: number) => !last || +now - +last >= every

/** Once a day all of the past is compared, and not only the last three days. */
export const isCompareAllDue = (now: Date, comparedAllAt: Date | null): boolean => isDue(now, comparedAllAt, DAY)
