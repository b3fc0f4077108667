import type { Context } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { refusals } from '#platform/errors.ts'
import { MEMBERSHIP_ERRORS } from '../../contract.ts'
import { findMembershipRow } from '../queries/subscription.server.ts'

const refuse = refusals(MEMBERSHIP_ERRORS)

/**
 * Opens the provider's billing portal (card, invoices, cancellation), which leads back to the dashboard.
 * @throws subscription_not_found for a user without any membership; nothing_billed for one given by staff; portal_not_opened.
 */
export async function openPortal(ctx: Context, userId: string): Promise<{ url: string }> {
  const membership = await findMembershipRow(ctx, userId)
  if (!membership) throw refuse('subscription_not_found')
  const { providerId } = membership
  if (providerId === null) throw refuse('nothing_billed')
  try {
    const customerId = membership.customerId ?? (await ctx.payments.readSubscription(providerId)).customerId
    return await ctx.payments.openBillingPortal({
      customerId,
      returnUrl: `${ctx.origin}/dashboard?tab=subscription`,
    })
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    if (error.kind === 'not_found') throw refuse('nothing_billed')
    ctx.log.warn({ err: error, userId }, 'billing portal not opened')
    throw refuse('portal_not_opened')
  }
}
