import { sql } from 'kysely'
import type { z } from 'zod'
import { actorOf, requireOwnOr } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { hasRight } from '#kernel/rights.ts'
import type { Order, OrderList, PageQuery } from '../../order/contract.ts'
import { lineName } from '../../order/order-words.ts'
import { getOrder, NEWEST, selectOrders } from '../../order/stored-order.server.ts'
import { answerOf, headOf } from './order-answer.server.ts'

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

/**
 * One order with its time line, for its buyer, and with more details for staff.
 * @throws order_not_found; Unauthorized for another user's order.
 */
export async function orderOf(ctx: Context, id: string): Promise<Order> {
  const order = await getOrder(ctx, id)
  await requireOwnOr(ctx, { ownerId: order.userId, right: 'orders.read', route: 'GET /api/orders/:id' })
  return answerOf(ctx, order, hasRight(actorOf(ctx).role, 'orders.read'))
}
