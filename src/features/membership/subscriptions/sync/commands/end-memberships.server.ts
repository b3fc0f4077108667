import { END_SUBSCRIPTION } from '#features/orders/order/job-types.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { enqueue } from '#kernel/transaction.server.ts'

/**
 * Ends the memberships of deleted accounts at once. A job cancels at the provider so that no further
 * bill follows. The links to invoices are deleted too, because each page shows a name and an address.
 */
export async function endMemberships(tx: TransactionContext, userIds: readonly string[]): Promise<void> {
  const ended = await tx.db
    .updateTable('membership')
    .set({ status: 'cancelled', cancelled_at: tx.now(), ended_at: tx.now(), end_asked_at: tx.now() })
    .where('user_id', 'in', [...userIds])
    .where('status', '<>', 'cancelled')
    .returning('provider_id')
    .execute()
  await tx.db
    .updateTable('membership_invoice')
    .set({ hosted_url: null })
    .where('user_id', 'in', [...userIds])
    .where('hosted_url', 'is not', null)
    .execute()
  for (const { provider_id: subscriptionId } of ended)
    if (subscriptionId) await enqueue(tx, END_SUBSCRIPTION, { subscriptionId })
}

/** Cancels a subscription at the provider now. A repeated call, or one for an ended or unknown subscription, changes nothing. */
export async function endSubscription(ctx: Context, subscriptionId: string): Promise<void> {
  try {
    await ctx.payments.cancelSubscription(subscriptionId, { atPeriodEnd: false })
  } catch (error) {
    if (!(error instanceof PaymentError && ['not_found', 'invalid'].includes(error.kind))) throw error
  }
}
