import type { DataContext } from '#kernel/context.ts'

/** True when the order was closed before the disagreeing payment arrived. Its stock was then released. */
export async function hasLapsed(ctx: DataContext, orderId: string): Promise<boolean> {
  const closed = await ctx.db
    .selectFrom('order_event')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['expired', 'cancelled', 'failed'])
    .limit(1)
    .executeTakeFirst()
  return closed !== undefined
}
