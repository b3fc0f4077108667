import { isOwnMailbox } from '#features/identity/accounts/queries/own-accounts.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../contract.ts'
import { getOrder, type StoredOrder } from '../stored-order.server.ts'

const refuse = refusals(ORDER_ERRORS)

/**
 * Staff decide about the money, the credits and the address of no order of their own, by any account of their mailbox. The shop's own acts
 * have no actor.
 * @throws own_order
 */
export async function requireOthersOrder(
  ctx: DataContext,
  { userId, email }: Pick<StoredOrder, 'userId' | 'email'>,
): Promise<void> {
  if (ctx.actor?.role && (await isOwnMailbox(ctx, { userId, email }))) throw refuse('own_order')
}

/** `requireOthersOrder` for the order of another record, by its id. @throws own_order */
export async function requireOthersOrderOf(ctx: DataContext, orderId: string | null): Promise<void> {
  if (orderId) await requireOthersOrder(ctx, await getOrder(ctx, orderId))
}
