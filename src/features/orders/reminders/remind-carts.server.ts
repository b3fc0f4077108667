import { z } from 'zod'
import { type AbandonedCart, type CartCursor, listAbandonedCarts } from '#features/cart/queries.server.ts'
import { type Notice, notifyUsers } from '#features/notifications/commands/notify.server.ts'
import { defineEmail, greetingOf, nameless } from '#features/notifications/email.ts'
import { readRecipients } from '#features/notifications/queries/recipients.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { HOUR_MS } from '#kernel/values/durations.ts'
import { defineJob, type JobData } from '#platform/jobs/jobs.server.ts'
import { ON_HOLD } from '../order/standing.ts'

/** A cart counts as abandoned after one day. A cart older than three days gets no reminder. */
const LEFT_MS = 24 * HOUR_MS
const FORGOTTEN_MS = 72 * HOUR_MS
const PIECE = 500
const NOBODY = '00000000-0000-0000-0000-000000000000'

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
  if (!ctx.settings.switches.cartReminders) return
  const now = +ctx.now()
  const begin: CartCursor = { updatedAt: new Date(now - FORGOTTEN_MS), userId: NOBODY }
  await transact(ctx, async tx => {
    const { carts, nextCursor } = await listAbandonedCarts(tx, {
      before: new Date(now - LEFT_MS),
      after: after ? { ...after, updatedAt: new Date(after.updatedAt) } : begin,
      limit: PIECE,
    })
    const left = await withoutOrders(tx, carts)
    const people = await readRecipients(tx, [...left.keys()])
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
    .where('status', 'in', ['pending', 'paid', ON_HOLD])
    .groupBy('user_id')
    .execute()
  for (const { user_id: userId, newest } of orders) {
    if (userId && newest && newest >= left.get(userId)!.updatedAt) left.delete(userId)
  }
  return left
}

type LeftCart = { items: readonly { quantity: number }[]; updatedAt: Date }

export const cartEmail = defineEmail({
  preview: { name: 'Sam', waiting: '2 items are' },
  write: ({ origin }, { name, waiting }: { name: string; waiting: string }) => ({
    subject: 'Your cart is waiting',
    body: [greetingOf(name), `${waiting} still in your cart. Items are not reserved, so stock may run out.`],
    action: { label: 'Back to your cart', url: `${origin}/checkout` },
  }),
  unproven: nameless,
})

/** The reminder of an abandoned cart: item count and a link back. It contains no names or prices of items. */
function cartReminder(ctx: DataContext, { name }: { name: string }, { items, updatedAt }: LeftCart): Notice {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const waiting = count === 1 ? '1 item is' : `${count} items are`
  return {
    kind: 'cart_reminder',
    onceKey: updatedAt.toISOString(),
    email: cartEmail(ctx, { name, waiting }),
    sms: `${waiting} still in your cart: ${ctx.origin}/checkout`,
    push: { title: 'Your cart is waiting', body: `${waiting} still in your cart.`, data: { type: 'cart' } },
  }
}
