import { findSubscription, listMembershipOrders } from '#features/orders/order/queries/membership-orders.server.ts'
import { settleOrder } from '#features/orders/payment/commands/settle.server.ts'
import type { Context } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { refusals } from '#platform/errors.ts'
import { MEMBERSHIP_ERRORS, type REFRESHED } from '../../../contract.ts'
import { readMembership } from './read-membership.server.ts'

const refuse = refusals(MEMBERSHIP_ERRORS)
/** Purchases older than 30 days are not looked for. */
const LOOKBACK_MS = 30 * 24 * 3_600_000

/**
 * Reads the user's known memberships from the provider. If none is active, also looks for purchases of the last 30 days whose
 * membership has not begun because a webhook was lost.
 * @returns the key of the message that tells the result.
 * @throws subscription_not_refreshed when the provider does not answer.
 */
export async function refreshMembership(ctx: Context, userId: string): Promise<keyof typeof REFRESHED> {
  try {
    if (await readKnown(ctx, userId)) return 'active'
    return (await beginPurchased(ctx, userId)) ? 'purchase' : 'none'
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    ctx.log.warn({ err: error, userId }, 'membership not refreshed')
    throw refuse('subscription_not_refreshed')
  }
}

/** @returns whether one of the memberships gives its benefits now. */
async function readKnown(ctx: Context, userId: string): Promise<boolean> {
  const known = await ctx.db
    .selectFrom('membership')
    .select(['provider_id as subscriptionId', 'status'])
    .where('user_id', '=', userId)
    .where('status', '<>', 'cancelled')
    .execute()
  let isActive = false
  for (const membership of known) isActive = (await readOne(ctx, userId, membership)) || isActive
  return isActive
}

type Known = { subscriptionId: string | null; status: string }

/** A subscription that the provider does not know is not billed; our own record holds until its period is over. */
async function readOne(ctx: Context, userId: string, { subscriptionId, status }: Known): Promise<boolean> {
  const ownWord = status === 'active'
  if (subscriptionId === null) return ownWord
  try {
    return await readMembership(ctx, { userId, subscriptionId })
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'not_found') return ownWord
    throw error
  }
}

/** Settles paid purchases and begins their membership. @returns whether one began. */
async function beginPurchased(ctx: Context, userId: string): Promise<boolean> {
  for (const order of await listMembershipOrders(ctx, userId, new Date(+ctx.now() - LOOKBACK_MS))) {
    if ((await settleOrder(ctx, order)) !== 'paid') continue
    const subscriptionId = await findSubscription(ctx, order.id)
    if (subscriptionId && (await readMembership(ctx, { userId, subscriptionId }))) return true
  }
  return false
}
