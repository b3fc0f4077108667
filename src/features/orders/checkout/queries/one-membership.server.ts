import type { Buyer } from '#features/identity/user/answers.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../../order/contract.ts'

const refuse = refusals(ORDER_ERRORS)

/**
 * A shopper has one membership at a time, whichever screen sells it.
 * @throws already_member; payment_due while a renewal is unpaid, because the membership goes on when it is paid.
 */
export async function requireNoMembership(ctx: Context, { id, isSubscriber }: Buyer): Promise<void> {
  if (isSubscriber) throw refuse('already_member')
  const unpaid = ctx.db.selectFrom('membership').select('id').where('user_id', '=', id).where('status', '=', 'past_due')
  if (await unpaid.executeTakeFirst()) throw refuse('payment_due')
}
