import { type Context, within } from '#adapters/context.ts'
import { takeBackReferralReward } from '#features/codes/commands/referral-rewards.server.ts'
import { giveBackLost } from './commands/lost-orders.server.ts'
import { handlePaymentEvent, handleWaitingEvents } from './commands/payment-events.server.ts'
import { reconcileOrders } from './commands/reconcile.server.ts'
import { type ReminderStep, remindCarts } from './commands/remind-carts.server.ts'
import { followRefunds } from './refunds/commands/follow-refunds.server.ts'
import { notePayment, sendRefund } from './refunds/commands/send-refund.server.ts'

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
  ctx.jobs.define<{ refundId: string }>('send-refund', ({ refundId }) => sendRefund(ctx, refundId))
  ctx.jobs.define<{ orderId: string }>('give-back-lost', ({ orderId }) => giveBackLost(ctx, orderId))
  ctx.jobs.define<{ orderId: string }>('note-payment', ({ orderId }) => notePayment(ctx, orderId))
  ctx.jobs.define('follow-refunds', () => followRefunds(ctx), { cron: '*/5 * * * *', retryLimit: 0 })
  ctx.jobs.define<{ orderId: string }>('take-back-referral', ({ orderId }) => takeBackReferral(ctx, orderId))
}

/** Runs in its own transaction because it debits another user's account than the refund. */
const takeBackReferral = (ctx: Context, orderId: string): Promise<void> =>
  ctx.db.transaction().execute(trx => takeBackReferralReward(within(ctx, trx), orderId))
