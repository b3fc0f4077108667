import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { eachOf } from '#platform/each-of.ts'
import { settle } from '../../payment/commands/settle.server.ts'

/** Provider calls per run. The rest waits for the next minute. */
const BATCH = 200
const AT_ONCE = 8

/**
 * Asks the provider about pending orders without news, so that a lost webhook or an unloaded return page delays a settlement and loses
 * nothing. Each order is checked after one minute, then at twice its age, and when its payment page has closed.
 * @param all every pending order with a payment at once: after a start, because news may have been missed. The checkout of a younger order is
 *   opening its payment: a second opening, by a process of another release too, makes the provider refuse the first.
 */
export async function reconcileOrders(ctx: Context, { all = false }: { all?: boolean } = {}): Promise<void> {
  const now = ctx.now()
  const { rows } = await sql<{ id: string }>`
    update customer_order set next_reconcile_at = case when expires_at > ${now}
        then least(expires_at, ${now}::timestamptz + greatest(${now}::timestamptz - created_at, interval '1 minute'))
        else ${now}::timestamptz + interval '1 minute' end
    where id = any(array(
      select id from customer_order where status = 'pending' and (next_reconcile_at <= ${now} or (${all} and session_id is not null))
      order by next_reconcile_at limit ${BATCH} for update skip locked))
    returning id`.execute(ctx.db)
  await eachOf(rows, AT_ONCE, ({ id }) => attempt(ctx, id))
}

/** One order that cannot be checked now does not block the others. Its next check is already scheduled. */
async function attempt(ctx: Context, orderId: string): Promise<void> {
  try {
    await settle(ctx, orderId)
  } catch (error) {
    ctx.log.warn({ err: error, orderId }, 'order not reconciled, will be tried again')
  }
}
