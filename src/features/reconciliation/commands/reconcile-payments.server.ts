import type { Context } from '#adapters/context.ts'
import type { CheckResult } from '../contract.ts'
import { compareBooks } from './compare-books.server.ts'
import { endLease, takeLease } from './lease.server.ts'
import { readLists } from './read-lists.server.ts'
import { lookAgain, settleMissed } from './settle-missed.server.ts'
import { sumDays } from './sum-days.server.ts'

/** A job counts as dead after two minutes; half of that is for reading, the rest for what comes of it. */
const READING_MS = 60_000
/** For comparing what is older than three days; begun later than this in a run, it is left to the next. */
const COMPARING_MS = 80_000

/**
 * One run of the reconciler: reads on in the provider's lists, settles what was missed, and compares the books. Whatever stops
 * it, the next run goes on where it was; two runs at once do not happen, and two in a row are as one.
 * @param readingMs how long it may read, by the machine's clock.
 */
export async function reconcilePayments(ctx: Context, readingMs = READING_MS): Promise<CheckResult> {
  if (!(await takeLease(ctx))) return { outcome: 'busy', found: 0, gone: 0 }
  try {
    const began = Date.now()
    const outcome = await readLists(ctx, began + readingMs)
    await settleMissed(ctx)
    await lookAgain(ctx)
    const { found, gone, since, isDone } = await compareBooks(ctx, began + Math.min(COMPARING_MS, readingMs * 2))
    await sumDays(ctx, since)
    return { outcome: outcome === 'done' && !isDone ? 'more' : outcome, found, gone }
  } finally {
    await endLease(ctx)
  }
}

/**
 * Looks through the sessions alone, every minute: what was paid and is not settled, or has no order any more, is found without
 * waiting for the comparison of the books. Skipped while a run has the lease, which reads the same list.
 */
export async function watchCheckouts(ctx: Context): Promise<void> {
  if (!(await takeLease(ctx))) return
  try {
    await readLists(ctx, Date.now() + READING_MS, ['checkouts'])
  } finally {
    await endLease(ctx)
  }
}
