import { sql } from 'kysely'
import type { z } from 'zod'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import type { OrderList, PageQuery } from '../../order/contract.ts'
import { lineName } from '../../order/line-name.ts'
import { headOf } from '../../order/queries/order-answer.server.ts'
import { NEWEST, selectOrders } from '../../order/stored-order.server.ts'

type Page = z.infer<typeof PageQuery>

/** A user's orders, newest first, page by page. @param userId defaults to the caller. */
export async function listOrders(
  ctx: Context,
  page: Page,
  userId = actorOf(ctx).userId,
): Promise<z.infer<typeof OrderList>> {
  const orders = await selectOrders(
    ctx,
    sql`o.user_id = ${userId} and ${NEWEST.after(page.cursor)} order by ${NEWEST.by} limit ${page.limit + 1}`,
    NEWEST,
  )
  const { shown, nextCursor } = NEWEST.page(orders, page.limit)
  return {
    orders: shown.map(order => ({
      ...headOf(order, userId !== ctx.actor?.userId),
      pieces: order.lines.reduce((sum, line) => sum + line.quantity, 0),
      names: order.lines.map(lineName),
    })),
    nextCursor,
  }
}
