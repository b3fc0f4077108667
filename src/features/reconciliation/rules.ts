/** The provider's lists in reading order. An invoice depends on its charge, so charges come first. */
export const LISTS = ['charges', 'refunds', 'checkouts', 'subscriptions', 'invoices', 'disputes'] as const
export type ListName = (typeof LISTS)[number]

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Grace period of 10 minutes before a difference counts: a webhook or a refund may still be under way. */
export const GRACE_MS = 10 * MINUTE

export type Depth = 'fresh' | 'usual' | 'deep'

/** How far a pass reads back before the covered time: every few minutes, every hour, every night. */
const OVERLAP: Record<Depth, number> = { fresh: HOUR, usual: 3 * DAY, deep: 40 * DAY }

export type Read = { coveredUntil: Date | null; usualAt: Date | null; deepAt: Date | null }

/**
 * Plans the next pass over a list. Objects created since the last pass are always included, however long ago that was. The overlap with
 * older objects grows with the pass, because charges can still fail and refunds are refused days later.
 * @returns the moment back to which the pass reads; the first pass reads the whole list.
 */
export function nextPass(now: Date, { coveredUntil, usualAt, deepAt }: Read): { depth: Depth; since: Date } {
  if (!coveredUntil) return { depth: 'deep', since: new Date(0) }
  const depth = isDue(now, deepAt, DAY) ? 'deep' : isDue(now, usualAt, HOUR) ? 'usual' : 'fresh'
  return { depth, since: lookBack(new Date(Math.min(+coveredUntil, +now)), depth) }
}

/** The moment back to which a pass of this depth reads. */
export const lookBack = (from: Date, depth: Depth): Date => new Date(+from - OVERLAP[depth])

const isDue = (now: Date, last: Date | null, every: number) => !last || +now - +last >= every

/** True once a day, when the whole past is compared instead of the last three days. */
export const isCompareAllDue = (now: Date, comparedAllAt: Date | null): boolean => isDue(now, comparedAllAt, DAY)
