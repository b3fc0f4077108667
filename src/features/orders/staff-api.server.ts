import { PROPOSED } from '#features/proposals/responses.ts'
import { defineRoute, freshStaff, newApi, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { csvResponse } from '#kernel/api/files/csv.server.ts'
import { csvAnswer } from '#kernel/api/files/file-answer.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Right } from '#kernel/rights.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import {
  addNote,
  deliverOrder,
  packOrder,
  packOrders,
  shipOrder,
  unpackOrder,
} from './fulfilment/commands/send-order.server.ts'
import { BulkPackBody, BulkResults, NoteBody, ShipBody } from './fulfilment/contract.ts'
import { OrderCounts, StaffOrderFilters, StaffOrderList, StaffOrderQuery } from './history/admin/contract.ts'
import { listStaffOrders, orderCounts, orderLines } from './history/admin/queries/staff-orders.server.ts'
import { changeAddressByStaff } from './order/address/commands/change-address.server.ts'
import { StaffOrderAddressBody } from './order/address/contract.ts'
import { Order } from './order/contract.ts'
import { RIGHT_OF } from './order/order-actions.ts'
import type { OrdersPorts } from './order/ports.ts'
import { orderOf } from './order/queries/order-answer.server.ts'
import { getOrder } from './order/stored-order.server.ts'
import { resolveReview } from './payment/commands/resolve-review.server.ts'
import { ReviewBody } from './payment/contract.ts'
import { cancelByStaff } from './refunds/commands/cancel-by-staff.server.ts'
import { retryRefund } from './refunds/commands/follow-refunds.server.ts'
import { refundByStaff } from './refunds/commands/refund-by-staff.server.ts'
import { RefundBody, RefundPreview, RefundPreviewBody, StaffCancelBody } from './refunds/contract.ts'
import { previewOf } from './refunds/queries/preview.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })

const list = defineRoute('get', '/admin/orders', staff('orders.read'), {
  summary: 'List orders, page by page, filtered or searched by number, user, parcel or payment',
  query: StaffOrderQuery,
  answers: StaffOrderList,
})

const counts = defineRoute('get', '/admin/orders/counts', staff('orders.read'), {
  summary: 'Count orders by standing, up to a limit',
  answers: OrderCounts,
})

// An export may read every order.
const exported = defineRoute('get', '/admin/orders/export', freshStaff('orders.export', perMinute(10)), {
  summary: 'Export the filtered orders as CSV, a row per order, streamed',
  query: StaffOrderFilters,
  responses: csvAnswer,
})

const packMany = defineRoute('post', '/admin/orders/pack', staff('orders.fulfil'), {
  summary: 'Mark several orders packed, each independently of the others',
  body: BulkPackBody,
  answers: BulkResults,
})

/** A step of an order: answers the order as it is afterwards. */
const step = <P extends string, Body extends { body?: z.ZodType }>(
  right: Right,
  path: P,
  summary: string,
  body: Body,
) => defineRoute('post', path, staff(right), { summary, params, ...body, answers: Order })

/** A step that gives money back: from the threshold on, a proposal. */
const moneyStep = <P extends string, Body extends z.ZodType>(right: Right, path: P, summary: string, body: Body) =>
  defineRoute('post', path, staff(right), { summary, params, body, answers: Order, responses: PROPOSED })

const pack = step(RIGHT_OF.pack, '/admin/orders/{id}/pack', 'Mark an order packed', {})
const unpack = step(RIGHT_OF.unpack, '/admin/orders/{id}/unpack', 'Mark a packed order unfulfilled', {})
const ship = step(
  RIGHT_OF.ship,
  '/admin/orders/{id}/ship',
  'Mark an order shipped with carrier and tracking number, or correct them; notifies the buyer',
  { body: ShipBody },
)
const deliver = step(RIGHT_OF.deliver, '/admin/orders/{id}/deliver', 'Mark an order delivered and notify the buyer', {})
const cancel = moneyStep(
  RIGHT_OF.cancel,
  '/admin/orders/{id}/cancel',
  'Cancel an unsent order; payments are refunded; for a large amount, a proposal',
  StaffCancelBody,
)
const note = step('orders.read', '/admin/orders/{id}/notes', "Add a staff note to an order's time line", {
  body: NoteBody,
})
const putAddress = defineRoute('put', '/admin/orders/{id}/shipping-address', staff(RIGHT_OF.address), {
  summary:
    'Set or correct the shipping address of a paid, unsent order and notify the buyer; for goods of large worth, a proposal',
  params,
  body: StaffOrderAddressBody,
  answers: Order,
  responses: PROPOSED,
})
const review = moneyStep(
  RIGHT_OF.review,
  '/admin/orders/{id}/review',
  'Accept or refund an order held for review; a refund of a large amount is a proposal',
  ReviewBody,
)
const refund = moneyStep(
  RIGHT_OF.refund,
  '/admin/orders/{id}/refunds',
  'Refund an order, in full or by pieces; the payment provider is called afterwards; for a large amount, a proposal',
  RefundBody,
)
const retry = step(RIGHT_OF.refund, '/admin/refunds/{id}/retry', 'Retry a failed refund at the payment provider', {})

const preview = defineRoute('post', '/admin/orders/{id}/refunds/preview', staff(RIGHT_OF.refund), {
  summary: 'Preview a refund: the amount paid back and the credits taken back',
  params,
  body: RefundPreviewBody,
  answers: RefundPreview,
  isRead: true,
})

async function noteOn(ctx: Context, id: string, { note }: z.infer<typeof NoteBody>): Promise<void> {
  await addNote(ctx, await getOrder(ctx, id), note)
}

/** The staff API of orders. */
export const staffOrdersApi = (ports: OrdersPorts) =>
  newApi()
    .openapi(list, async c => c.json(await listStaffOrders(c.var.ctx, c.req.valid('query')), 200))
    .openapi(counts, async c => c.json(await orderCounts(c.var.ctx), 200))
    .openapi(exported, c => {
      const { ctx } = c.var
      const name = `redoubt-orders-${shopDayOf(ctx.now())}.csv`
      return csvResponse(name, orderLines(ctx, c.req.valid('query'))) as never
    })
    .openapi(packMany, async c => c.json({ results: await packOrders(c.var.ctx, c.req.valid('json').ids) }, 200))
    .openapi(pack, async c => c.json(await readAfter(c, orderOf, packOrder), 200))
    .openapi(unpack, async c => c.json(await readAfter(c, orderOf, unpackOrder), 200))
    .openapi(ship, async c => c.json(await readAfter(c, orderOf, shipOrder, c.req.valid('json')), 200))
    .openapi(deliver, async c => c.json(await readAfter(c, orderOf, deliverOrder), 200))
    .openapi(cancel, async c => {
      const { id } = c.req.valid('param')
      const proposed = await cancelByStaff(c.var.ctx, ports, id, c.req.valid('json'))
      return proposed ? c.json(proposed, 202) : c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(note, async c => c.json(await readAfter(c, orderOf, noteOn, c.req.valid('json')), 200))
    .openapi(putAddress, async c => {
      const { id } = c.req.valid('param')
      const proposed = await changeAddressByStaff(c.var.ctx, id, c.req.valid('json'))
      return proposed ? c.json(proposed, 202) : c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(review, async c => {
      const { id } = c.req.valid('param')
      const proposed = await resolveReview(c.var.ctx, id, c.req.valid('json'))
      return proposed ? c.json(proposed, 202) : c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(refund, async c => {
      const { id } = c.req.valid('param')
      const proposed = await refundByStaff(c.var.ctx, ports, id, c.req.valid('json'))
      return proposed ? c.json(proposed, 202) : c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(preview, async c =>
      c.json(await previewOf(c.var.ctx, ports, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(retry, async c =>
      c.json(await orderOf(c.var.ctx, await retryRefund(c.var.ctx, c.req.valid('param').id)), 200),
    )

export type StaffOrdersApi = ReturnType<typeof staffOrdersApi>
