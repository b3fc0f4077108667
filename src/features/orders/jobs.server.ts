import type { Context } from '#adapters/context.ts'
import { handlePaymentEvent, handleWaitingEvents } from './commands/payment-events.server.ts'
import { reconcileOrders } from './commands/reconcile.server.ts'
import { type ReminderStep, remindCarts } from './commands/remind-carts.server.ts'

export function defineOrderJobs(ctx: Context): void {
  ctx.jobs.define<{ eventId: string }>('payment-event', ({ eventId }) => handlePaymentEvent(ctx, eventId), {
    batch: 100,
  })
  ctx.jobs.define<ReminderStep>('remind-carts', step => remindCarts(ctx, step), { cron: '23 * * * *' })
  const reconcile = async (options: { all?: boolean }) => {
    await handleWaitingEvents(ctx)
    await reconcileOrders(ctx, options)
  }
  ctx.jobs.define('reconcile-orders', reconcile, { cron: '* * * * *', retryLimit: 0 })
}
