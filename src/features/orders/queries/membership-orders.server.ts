import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { type StoredOrder, selectOrders } from '../stored-order.server.ts'

/** Far more than one person sets out to buy in a month; whoever does is answered from the newest. */
const MOST = 20

/**
 * A shopper's orders of a membership that are paid or may yet be, newest first.
 * @param since how far back is looked.
 */
export const membershipOrders = (ctx: Context, userId: string, since: Date): Promise<StoredOrder[]> =>
  selectOrders(
    ctx,
    sql`o.user_id = ${userId} and o.mode = 'subscription' and o.status in ('pending', 'paid')
      and o.created_at >= ${since} order by o.created_at desc limit ${MOST}`,
  )

/** The subscription at the provider that an order began; undefined before it is settled. */
export async function subscriptionOf(ctx: Context, orderId: string): Promise<string | undefined> {
  const order = await ctx.db
    .selectFrom('customer_order')
    .select('subscription_id')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return order?.subscription_id ?? undefined
}
