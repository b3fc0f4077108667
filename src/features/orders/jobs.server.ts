import type { Context } from '#adapters/context.ts'
import { handlePaymentEvent } from './commands/payment-events.server.ts'
import { reconcileOrders } from './commands/reconcile.server.ts'

export function defineOrderJobs(ctx: Context): void {
  ctx.jobs.define<{ eventId: string }>('payment-event', ({ eventId }) => handlePaymentEvent(ctx, eventId), {
    batch: 100,
  })
  ctx.jobs.define<{ all?: boolean }>('reconcile-orders', options => reconcileOrders(ctx, options), {
    cron: '* * * * *',
    retryLimit: 0,
  })
}
