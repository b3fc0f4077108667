import { newApi } from '#kernel/api/api.server.ts'
import { csvResponse } from '#kernel/api/csv.server.ts'
import type { Context } from '#kernel/context.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { refusals } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../../contract.ts'
import { cancelByStaff } from '../../fulfilment/commands/cancel-by-staff.server.ts'
import { resolveReview } from '../../fulfilment/commands/resolve-review.server.ts'
import {
  addNote,
  deliverOrder,
  packOrder,
  packOrders,
  shipOrder,
  unpackOrder,
} from '../../fulfilment/commands/send-order.server.ts'
import { retryRefund } from '../../refunds/commands/follow-refunds.server.ts'
import { refundOrder } from '../../refunds/commands/refund-order.server.ts'
import { previewOf } from '../../refunds/queries/preview.server.ts'
import type { SpentCreditsOf } from '../../refunds/spent-credits.ts'
import { orderOf } from '../queries/orders.server.ts'
import { storedOrder } from '../stored-order.server.ts'
import { orderLines } from './queries/order-export.server.ts'
import { listStaffOrders, orderCounts } from './queries/staff-orders.server.ts'
import * as routes from './routes.server.ts'

const refuse = refusals(ORDER_ERRORS)

async function noteOn(ctx: Context, id: string, note: string): Promise<void> {
  const order = await storedOrder(ctx, id)
  if (!order) throw refuse('order_not_found')
  await addNote(ctx, order, note)
}

const day = (ctx: Context) => shopDayOf(ctx.now())

/**
 * The staff API of orders.
 * @param giveaways handling of spent credits by the giveaways, a later feature.
 */
export const staffOrdersApi = (giveaways: SpentCreditsOf) =>
  newApi()
    .openapi(routes.list, async c => c.json(await listStaffOrders(c.var.ctx, c.req.valid('query')), 200))
    .openapi(routes.counts, async c => c.json(await orderCounts(c.var.ctx), 200))
    .openapi(routes.exported, c => {
      const { ctx } = c.var
      return csvResponse(`redoubt-orders-${day(ctx)}.csv`, orderLines(ctx, c.req.valid('query'))) as never
    })
    .openapi(routes.packMany, async c => c.json({ results: await packOrders(c.var.ctx, c.req.valid('json').ids) }, 200))
    .openapi(routes.pack, async c => {
      const { id } = c.req.valid('param')
      await packOrder(c.var.ctx, id)
      return c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(routes.unpack, async c => {
      const { id } = c.req.valid('param')
      await unpackOrder(c.var.ctx, id)
      return c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(routes.ship, async c => {
      const { id } = c.req.valid('param')
      await shipOrder(c.var.ctx, id, c.req.valid('json'))
      return c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(routes.deliver, async c => {
      const { id } = c.req.valid('param')
      await deliverOrder(c.var.ctx, id)
      return c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(routes.cancel, async c => {
      const { id } = c.req.valid('param')
      await cancelByStaff(c.var.ctx, giveaways, id, c.req.valid('json'))
      return c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(routes.note, async c => {
      const { id } = c.req.valid('param')
      await noteOn(c.var.ctx, id, c.req.valid('json').note)
      return c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(routes.review, async c => {
      const { id } = c.req.valid('param')
      await resolveReview(c.var.ctx, id, c.req.valid('json'))
      return c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(routes.refund, async c => {
      const { id } = c.req.valid('param')
      await refundOrder(c.var.ctx, giveaways, id, c.req.valid('json'))
      return c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(routes.preview, async c =>
      c.json(await previewOf(c.var.ctx, giveaways, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(routes.retry, async c =>
      c.json(await orderOf(c.var.ctx, await retryRefund(c.var.ctx, c.req.valid('param').id)), 200),
    )

export type StaffOrdersApi = ReturnType<typeof staffOrdersApi>
