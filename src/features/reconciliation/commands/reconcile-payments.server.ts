import type { Context } from '#kernel/context.ts'
import type { CheckResult } from '../contract.ts'
import { compareBooks } from './compare-books.server.ts'
import { endLease, takeLease } from './lease.server.ts'
import { readLists } from './read-lists.server.ts'
import { lookAgain, settleMissed } from './settle-missed.server.ts'
import { sumDays } from './sum-days.server.ts'

/** A job counts as dead after two minutes. Reading gets half of that, the follow-up work the rest. */
const READING_MS = 60_000
/** Time limit for comparing data older than three days. After 80 seconds of a run, the rest is left to the next one. */
const COMPARING_MS = 80_000

/**
 * Runs the reconciler once: continues reading the provider's lists, settles missed payments, and compares the books. After an interruption
 * the next run continues. Two runs never overlap, and a second run in a row changes nothing.
 * @param readingMs time limit for reading, by the machine's clock.
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
 * Reads only the checkout sessions, every minute, to find unsettled payments and lost orders without waiting for the comparison of the
 * books. Skipped while a run has the lease, because that run reads the list as well.
 */
export async function watchCheckouts(ctx: Context): Promise<void> {
  if (!(await takeLease(ctx))) return
  try {
    await readLists(ctx, Date.now() + READING_MS, ['checkouts'])
  } finally {
    await endLease(ctx)
  }
}
