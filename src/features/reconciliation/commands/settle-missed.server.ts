import { readMembershipRefund } from '#features/membership/invoices/commands/record-refund.server.ts'
import { readMembership } from '#features/membership/subscriptions/sync/commands/read-membership.server.ts'
import { readProviderRefund } from '#features/orders/refunds/commands/adopt-refund.server.ts'
import { settle } from '#features/orders/settlement/commands/settle.server.ts'
import type { Context } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { eachOf } from '#platform/each-of.ts'
import { missedRefunds, missedSubscriptions, unsettledOrders, watchedAtProvider } from '../queries/missed.server.ts'
import { lookBack } from '../rules.ts'
import { keepDisputes, unseenDisputes } from './keep-disputes.server.ts'
import { keepRefunds, keepSubscriptions } from './keep-seen.server.ts'
import { attempt } from './read-lists.server.ts'

const AT_ONCE = 8

/**
 * Settles missed events with their regular commands: paid orders, refunds from the provider's dashboard, memberships that began or ended.
 * Each command asks the provider itself, and a repeat changes nothing.
 */
export async function settleMissed(ctx: Context): Promise<void> {
  const orders = await unsettledOrders(ctx, lookBack(ctx.now(), 'usual'))
  await eachOf(orders, AT_ONCE, orderId => attempt(ctx, { orderId }, () => settle(ctx, orderId)))
  const refunds = await missedRefunds(ctx, lookBack(ctx.now(), 'usual'))
  await eachOf(refunds, AT_ONCE, ({ id, isOfOrder }) =>
    attempt(ctx, { id }, () => (isOfOrder ? readProviderRefund(ctx, id) : readMembershipRefund(ctx, id))),
  )
  const memberships = await missedSubscriptions(ctx, lookBack(ctx.now(), 'fresh'))
  await eachOf(memberships, AT_ONCE, missed => attempt(ctx, missed, () => readMembership(ctx, missed)))
}

/** Reads the subjects of live discrepancies again when they are too old for the lists. */
export async function lookAgain(ctx: Context): Promise<void> {
  const { refunds, subscriptions } = await watchedAtProvider(ctx)
  await eachOf(refunds, AT_ONCE, id =>
    attempt(ctx, { id }, async () => keepRefunds(ctx, [await ctx.payments.readRefund(id)])),
  )
  await eachOf(await unseenDisputes(ctx), AT_ONCE, id =>
    attempt(ctx, { id }, async () => keepDisputes(ctx, [await ctx.payments.readDispute(id)])),
  )
  await eachOf(subscriptions, AT_ONCE, id =>
    attempt(ctx, { id }, async () => {
      const subscription = await ctx.payments.readSubscription(id).catch(error => {
        // The discrepancy already says that the subscription is missing.
        if (error instanceof PaymentError && error.kind === 'not_found') return undefined
        throw error
      })
      if (subscription) await keepSubscriptions(ctx, [subscription])
    }),
  )
}
