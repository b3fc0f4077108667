import { type Context, within } from '#adapters/context.ts'
import { type AbandonedCart, type CartCursor, listAbandonedCarts } from '#features/cart/queries.server.ts'
import { notifyPeople } from '#features/notifications/commands/notify.server.ts'
import { peopleOf } from '#features/notifications/queries/people.server.ts'
import { cartReminder } from '../cart-reminder.ts'

const HOUR_MS = 3_600_000
/** A cart is taken for left after a day, and nobody is reminded of one that is older than three. */
const LEFT_MS = 24 * HOUR_MS
const FORGOTTEN_MS = 72 * HOUR_MS
const PIECE = 500
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Where the walk through the carts stands: a cursor as a job can carry it. */
export type ReminderStep = { after?: { updatedAt: string; userId: string } }

/**
 * Reminds the owners of carts that were left, in pieces. Each state of a cart is reminded of once, since its moment is the occasion; who
 * placed an order since needs no word. It stands with the orders, which the cart, an earlier feature, does not know.
 */
export async function remindCarts(ctx: Context, { after }: ReminderStep): Promise<void> {
  const now = +ctx.now()
  const begin: CartCursor = { updatedAt: new Date(now - FORGOTTEN_MS), userId: NOBODY }
  await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    const { carts, nextCursor } = await listAbandonedCarts(inner, {
      before: new Date(now - LEFT_MS),
      after: after ? { ...after, updatedAt: new Date(after.updatedAt) } : begin,
      limit: PIECE,
    })
    const left = await withoutOrders(inner, carts)
    const people = await peopleOf(inner, [...left.keys()])
    await notifyPeople(inner, [...people.values()], person =>
      cartReminder(ctx.origin, person, left.get(person.userId)!),
    )
    if (nextCursor) {
      const { userId, updatedAt } = nextCursor
      const step: ReminderStep = { after: { userId, updatedAt: updatedAt.toISOString() } }
      await ctx.jobs.enqueue(trx, 'remind-carts', step)
    }
  })
}

/**
 * Carts by their owners, without those who placed an order since that was paid or still may be. Paying takes what was bought out of the
 * cart; that is no touch of its owner, and what is left over is no cart that was left.
 */
async function withoutOrders(ctx: Context, carts: readonly AbandonedCart[]): Promise<Map<string, AbandonedCart>> {
  const left = new Map(carts.map(cart => [cart.userId, cart]))
  if (left.size === 0) return left
  const orders = await ctx.db
    .selectFrom('customer_order')
    .select(({ fn }) => ['user_id', fn.max(fn.coalesce('paid_at', 'created_at')).as('newest')])
    .where('user_id', 'in', [...left.keys()])
    .where('status', 'in', ['pending', 'paid', 'review'])
    .groupBy('user_id')
    .execute()
  for (const { user_id: userId, newest } of orders) {
    if (userId && newest && newest >= left.get(userId)!.updatedAt) left.delete(userId)
  }
  return left
}
