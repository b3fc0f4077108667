import type { Context } from '#adapters/context.ts'
import { tellUser } from '#adapters/realtime-topics.server.ts'
import type { Cents } from '#platform/money.ts'

/**
 * Notes how much of a membership's payment the provider has paid back by now, in all. Noted twice, it is the same; should a
 * refund fail later, less is noted again.
 * @returns whether it is a payment of a membership.
 */
export async function recordMembershipRefund(
  ctx: Context,
  { paymentIntentId, refundedCents }: { paymentIntentId: string; refundedCents: Cents },
): Promise<boolean> {
  const rows = await ctx.db
    .updateTable('membership_invoice')
    .set(eb => ({ refunded_cents: eb.fn<number>('least', [eb.ref('amount_cents'), eb.val(refundedCents)]) }))
    .where('payment_intent_id', '=', paymentIntentId)
    .where('status', '=', 'paid')
    .returning('user_id as userId')
    .execute()
  for (const { userId } of rows) tellUser(ctx, userId, 'membership')
  return rows.length > 0
}
