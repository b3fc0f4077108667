import type { Context } from '#adapters/context.ts'
import { reconcilePayments, watchCheckouts } from './commands/reconcile-payments.server.ts'

/** What one run does not manage, as after weeks without the provider, the next goes on with at once. */
export function defineReconciliationJobs(ctx: Context): void {
  const run = async () => {
    const { outcome } = await reconcilePayments(ctx)
    if (outcome === 'more') await ctx.jobs.enqueue(ctx.db, 'reconcile-payments', {})
  }
  ctx.jobs.define('reconcile-payments', run, { cron: '*/5 * * * *', retryLimit: 0 })
  ctx.jobs.define('watch-checkouts', () => watchCheckouts(ctx), { cron: '* * * * *', retryLimit: 0 })
}
