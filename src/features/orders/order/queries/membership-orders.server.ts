import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { type StoredOrder, selectOrders } from '../stored-order.server.ts'

/** Far more membership orders than one shopper starts in a month. Beyond it only the newest count. */
const MOST = 20

/**
 * A shopper's membership orders that are paid or may still be paid, newest first.
 * @param since oldest moment to include.
 */
export const listMembershipOrders = (ctx: Context, userId: string, since: Date): Promise<StoredOrder[]> =>
  selectOrders(
    ctx,
    sql`o.user_id = ${userId} and o.mode = 'subscription' and o.status in ('pending', 'paid')
      and o.created_at >= ${since} order by o.created_at desc, o.id desc limit ${MOST}`,
  )

/** The provider's subscription that an order began; undefined before settlement. */
export async function findSubscription(ctx: Context, orderId: string): Promise<string | undefined> {
  const order = await ctx.db
    .selectFrom('customer_order')
    .select('subscription_id')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return order?.subscription_id ?? undefined
}
