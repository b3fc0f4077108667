import { RECONCILE_PAYMENTS } from '#features/orders/order/job-types.server.ts'
import type { Context } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { reconcilePayments, watchCheckouts } from './commands/reconcile-payments.server.ts'

/** The watch of checkouts starts by the clock at the same moment and holds the lease for about a second. */
const BUSY_SECONDS = 10

/**
 * A run may leave work, for example after weeks without the provider. The next run continues at once. A run that finds the lease taken runs
 * later, because the next by the clock may find it taken again.
 */
export function defineReconciliationJobs(ctx: Context): void {
  const run = async () => {
    const { outcome } = await reconcilePayments(ctx)
    if (outcome === 'more') await enqueue(ctx, RECONCILE_PAYMENTS, {})
    if (outcome === 'busy') await enqueue(ctx, RECONCILE_PAYMENTS, {}, { startAfter: BUSY_SECONDS })
  }
  ctx.jobs.handle(RECONCILE_PAYMENTS, run, { cron: '*/5 * * * *', retryLimit: 0 })
  ctx.jobs.schedule('watch-checkouts', '* * * * *', () => watchCheckouts(ctx), { retryLimit: 0 })
}
