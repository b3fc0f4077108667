import type { Context } from '#kernel/context.ts'

/**
 * Stores the payment session of an order.
 * @returns false when no row was written: the order is gone or has another session. The caller must not hand out the page then.
 */
export async function noteSession(ctx: Context, orderId: string, sessionId: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('customer_order')
    .set({ session_id: sessionId })
    .where('id', '=', orderId)
    .where(eb => eb.or([eb('session_id', 'is', null), eb('session_id', '=', sessionId)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
