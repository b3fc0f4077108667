import type { Context } from '#adapters/context.ts'
import { reconcilePayments, watchCheckouts } from './commands/reconcile-payments.server.ts'

/** A run may leave work, for example after weeks without the provider. The next run continues at once. */
export function defineReconciliationJobs(ctx: Context): void {
  const run = async () => {
    const { outcome } = await reconcilePayments(ctx)
    if (outcome === 'more') await ctx.jobs.enqueue(ctx.db, 'reconcile-payments', {})
  }
  ctx.jobs.define('reconcile-payments', run, { cron: '*/5 * * * *', retryLimit: 0 })
  ctx.jobs.define('watch-checkouts', () => watchCheckouts(ctx), { cron: '* * * * *', retryLimit: 0 })
}
