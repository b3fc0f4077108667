import { RECONCILE_PAYMENTS } from '#features/orders/job-types.server.ts'
import type { Context } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { reconcilePayments, watchCheckouts } from './commands/reconcile-payments.server.ts'

/** A run may leave work, for example after weeks without the provider. The next run continues at once. */
export function defineReconciliationJobs(ctx: Context): void {
  const run = async () => {
    const { outcome } = await reconcilePayments(ctx)
    if (outcome === 'more') await enqueue(ctx, RECONCILE_PAYMENTS, {})
  }
  ctx.jobs.handle(RECONCILE_PAYMENTS, run, { cron: '*/5 * * * *', retryLimit: 0 })
  ctx.jobs.schedule('watch-checkouts', '* * * * *', () => watchCheckouts(ctx), { retryLimit: 0 })
}
