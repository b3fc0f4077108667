import { isOwnMailbox } from '#features/identity/accounts/queries/own-accounts.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../contract.ts'
import { readKnownOrder, type StoredOrder } from '../stored-order.server.ts'

const refuse = refusals(ORDER_ERRORS)

type Owned = Pick<StoredOrder, 'userId' | 'email'>

/**
 * Staff decide about the money, the credits and the address of no order of their own, by any account of their mailbox. The shop's own acts
 * have no actor.
 * @throws own_order
 */
export async function requireOthersOrder(ctx: DataContext, order: Owned): Promise<void> {
  if (await isOwnOrder(ctx, order)) throw refuse('own_order')
}

/** True for staff whose own order it is. Screens read it, so that they offer no act that `requireOthersOrder` refuses. */
export const isOwnOrder = async (ctx: DataContext, { userId, email }: Owned): Promise<boolean> =>
  !!ctx.actor?.role && (await isOwnMailbox(ctx, { userId, email }))

/** `isOwnOrder` for the order of another record, by its id. */
export const isOwnOrderById = async (ctx: DataContext, orderId: string | null): Promise<boolean> =>
  orderId !== null && isOwnOrder(ctx, await readKnownOrder(ctx, orderId))

/** `requireOthersOrder` for the order of another record, by its id. @throws own_order */
export async function requireOthersOrderById(ctx: DataContext, orderId: string | null): Promise<void> {
  if (orderId) await requireOthersOrder(ctx, await readKnownOrder(ctx, orderId))
}
