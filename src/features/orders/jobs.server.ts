import { takeBackReferralReward } from '#features/codes/commands/referral-rewards.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { FOR_A_WEEK, type JobData } from '#platform/jobs/jobs.server.ts'
import {
  FORGET_CUSTOMER,
  GIVE_BACK_LOST,
  NOTE_PAYMENT,
  PAYMENT_EVENT,
  RECONCILE_ORDERS,
  REFUND_PAYMENT_ON_HOLD,
  SEND_REFUND,
  TAKE_BACK_REFERRAL,
} from './order/job-types.server.ts'
import { giveBackLost } from './payment/commands/lost-orders.server.ts'
import { refundPaymentOnHold } from './payment/commands/resolve-payment-on-hold.server.ts'
import { forgetCustomer } from './payment/saved-cards/customers.server.ts'
import { followRefunds } from './refunds/commands/follow-refunds.server.ts'
import { notePayment, sendRefund } from './refunds/commands/send-refund.server.ts'
import { REMIND_CARTS, remindCarts } from './reminders/remind-carts.server.ts'
import { handlePaymentEvent, handleWaitingEvents } from './webhooks/commands/payment-events.server.ts'
import { reconcileOrders } from './webhooks/commands/reconcile.server.ts'

export function defineOrderJobs(ctx: Context): void {
  ctx.jobs.handle(PAYMENT_EVENT, ({ eventId }) => handlePaymentEvent(ctx, eventId), {
    batch: 100,
  })
  ctx.jobs.handle(REMIND_CARTS, step => remindCarts(ctx, step), { cron: '23 * * * *' })
  const reconcile = async (options: JobData<typeof RECONCILE_ORDERS>) => {
    await handleWaitingEvents(ctx)
    await reconcileOrders(ctx, options)
  }
  ctx.jobs.handle(RECONCILE_ORDERS, reconcile, { cron: '* * * * *', retryLimit: 0 })
  ctx.jobs.handle(SEND_REFUND, ({ refundId }) => sendRefund(ctx, refundId))
  ctx.jobs.handle(
    REFUND_PAYMENT_ON_HOLD,
    ({ orderId, reason }) => refundPaymentOnHold(ctx, orderId, reason),
    FOR_A_WEEK,
  )
  ctx.jobs.handle(GIVE_BACK_LOST, ({ orderId }) => giveBackLost(ctx, orderId), FOR_A_WEEK)
  ctx.jobs.handle(FORGET_CUSTOMER, customer => forgetCustomer(ctx, customer), FOR_A_WEEK)
  ctx.jobs.handle(NOTE_PAYMENT, ({ orderId }) => notePayment(ctx, orderId))
  ctx.jobs.schedule('follow-refunds', '*/5 * * * *', () => followRefunds(ctx), { retryLimit: 0 })
  ctx.jobs.handle(TAKE_BACK_REFERRAL, ({ orderId }) => takeBackReferral(ctx, orderId))
}

/** Runs in its own transaction because it debits another user's account than the refund. */
const takeBackReferral = (ctx: Context, orderId: string): Promise<void> =>
  transact(ctx, tx => takeBackReferralReward(tx, orderId))
