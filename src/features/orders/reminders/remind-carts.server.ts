import { z } from 'zod'
import { type AbandonedCart, type CartCursor, listAbandonedCarts } from '#features/cart/queries.server.ts'
import { notifyUsers } from '#features/notifications/commands/notify.server.ts'
import { recipientsOf } from '#features/notifications/queries/recipients.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { defineJob, type JobData } from '#platform/jobs/jobs.server.ts'
import { cartReminder } from './cart-reminder.ts'

const HOUR_MS = 3_600_000
/** A cart counts as abandoned after one day. A cart older than three days gets no reminder. */
const LEFT_MS = 24 * HOUR_MS
const FORGOTTEN_MS = 72 * HOUR_MS
const PIECE = 500
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The job's cursor in the list of carts. */
/** `after` is the last cart of the batch before. */
export const REMIND_CARTS = defineJob('remind-carts', {
  after: z.object({ updatedAt: z.string(), userId: z.uuid() }).optional(),
})
type ReminderStep = JobData<typeof REMIND_CARTS>

/**
 * Reminds owners of abandoned carts, in batches. Each state of a cart causes one reminder, because the time of the last change is the once
 * key. A shopper who has placed an order since then gets none. The command belongs to orders because the cart, an earlier feature, does not
 * know orders.
 */
export async function remindCarts(ctx: Context, { after }: ReminderStep): Promise<void> {
  const now = +ctx.now()
  const begin: CartCursor = { updatedAt: new Date(now - FORGOTTEN_MS), userId: NOBODY }
  await transact(ctx, async tx => {
    const { carts, nextCursor } = await listAbandonedCarts(tx, {
      before: new Date(now - LEFT_MS),
      after: after ? { ...after, updatedAt: new Date(after.updatedAt) } : begin,
      limit: PIECE,
    })
    const left = await withoutOrders(tx, carts)
    const people = await recipientsOf(tx, [...left.keys()])
    await notifyUsers(tx, [...people.values()], person => cartReminder(tx, person, left.get(person.userId)!))
    if (nextCursor) {
      const { userId, updatedAt } = nextCursor
      const step: ReminderStep = { after: { userId, updatedAt: updatedAt.toISOString() } }
      await enqueue(tx, REMIND_CARTS, step)
    }
  })
}

/**
 * Carts by user, without users who have since placed an order that is paid or still pending. A payment removes the bought items, which is
 * not a change by the shopper. The remaining items do not count as an abandoned cart.
 */
async function withoutOrders(ctx: DataContext, carts: readonly AbandonedCart[]): Promise<Map<string, AbandonedCart>> {
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
