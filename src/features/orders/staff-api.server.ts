import { CATALOG_ERRORS } from '#features/catalog/products/contract.ts'
import { CREDIT_ERRORS } from '#features/credits/contract.ts'
import { PROPOSING_ERRORS } from '#features/proposals/contract.ts'
import { PROPOSED } from '#features/proposals/proposed.ts'
import { freshStaff, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { csvResponse } from '#kernel/api/files/csv.server.ts'
import { csvAnswer } from '#kernel/api/files/file-answer.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { fileNameOf } from '#kernel/brand/file-name.ts'
import type { Context } from '#kernel/context.ts'
import { ADDRESS_ERRORS } from '#kernel/shipping/us-address/address-errors.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { pick } from '#platform/errors.ts'
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
import { listStaffOrders, readOrderCounts, readOrdersCsv } from './history/admin/queries/staff-orders.server.ts'
import { changeAddressByStaff } from './order/address/commands/change-address.server.ts'
import { StaffOrderAddressBody } from './order/address/contract.ts'
import { MOVE_ERRORS, ORDER_ERRORS, Order } from './order/contract.ts'
import { RIGHT_OF } from './order/order-actions.ts'
import type { OrdersPorts } from './order/ports.ts'
import { readOrder } from './order/queries/order-answer.server.ts'
import { readKnownOrder } from './order/stored-order.server.ts'
import { resolvePaymentOnHold } from './payment/commands/resolve-payment-on-hold.server.ts'
import { PaymentOnHoldBody } from './payment/contract.ts'
import { cancelByStaff } from './refunds/commands/cancel-by-staff.server.ts'
import { retryRefund } from './refunds/commands/follow-refunds.server.ts'
import { keepOrder } from './refunds/commands/keep-order.server.ts'
import { refundByStaff } from './refunds/commands/refund-by-staff.server.ts'
import {
  KeepBody,
  REFUND_ERRORS,
  RefundBody,
  RefundPreview,
  RefundPreviewBody,
  StaffCancelBody,
} from './refunds/contract.ts'
import { readPreview } from './refunds/queries/preview.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })

async function noteOn(ctx: Context, id: string, { note }: z.infer<typeof NoteBody>): Promise<void> {
  await addNote(ctx, await readKnownOrder(ctx, id), note)
}

/** What each step of a parcel refuses with. */
const SEND_ERRORS = [
  pick(MOVE_ERRORS, 'cancel_asked', 'nothing_to_send', 'order_disputed', 'order_moved'),
  pick(ORDER_ERRORS, 'order_not_found'),
]

/** The staff API of orders. */
export const staffOrdersApi = (ports: OrdersPorts) =>
  newApi(
    defineRoute('get', '/admin/orders', staff('orders.read'), {
      summary: 'List orders, page by page, filtered or searched by number, user, parcel or payment',
      query: StaffOrderQuery,
      answers: StaffOrderList,
      handler: ({ ctx, query }) => listStaffOrders(ctx, query),
    }),

    defineRoute('get', '/admin/orders/counts', staff('orders.read'), {
      summary: 'Count orders by standing, up to a limit',
      answers: OrderCounts,
      handler: ({ ctx }) => readOrderCounts(ctx),
    }),

    // An export may read every order.
    defineRoute('get', '/admin/orders/export', freshStaff('orders.export', perMinute(10)), {
      summary: 'Export the filtered orders as CSV, a row per order, streamed',
      query: StaffOrderFilters,
      responses: csvAnswer,
      handler: ({ ctx, query }) => {
        const name = fileNameOf(ctx.settings.brand, `orders-${shopDayOf(ctx.now())}.csv`)
        return csvResponse(name, readOrdersCsv(ctx, query))
      },
    }),

    defineRoute('post', '/admin/orders/pack', staff('orders.fulfil'), {
      summary: 'Mark several orders packed, each independently of the others',
      body: BulkPackBody,
      answers: BulkResults,
      refuses: SEND_ERRORS,
      handler: async ({ ctx, body }) => ({ results: await packOrders(ctx, body.ids) }),
    }),

    defineRoute('post', '/admin/orders/{id}/pack', staff(RIGHT_OF.pack), {
      summary: 'Mark an order packed',
      params,
      answers: Order,
      refuses: SEND_ERRORS,
      handler: call => readAfter(call, readOrder, packOrder),
    }),

    defineRoute('post', '/admin/orders/{id}/unpack', staff(RIGHT_OF.unpack), {
      summary: 'Mark a packed order unfulfilled',
      params,
      answers: Order,
      refuses: SEND_ERRORS,
      handler: call => readAfter(call, readOrder, unpackOrder),
    }),

    defineRoute('post', '/admin/orders/{id}/ship', staff(RIGHT_OF.ship), {
      summary: 'Mark an order shipped with carrier and tracking number, or correct them; notifies the buyer',
      params,
      body: ShipBody,
      answers: Order,
      refuses: [...SEND_ERRORS, pick(MOVE_ERRORS, 'address_missing')],
      handler: call => readAfter(call, readOrder, shipOrder, call.body),
    }),

    defineRoute('post', '/admin/orders/{id}/deliver', staff(RIGHT_OF.deliver), {
      summary: 'Mark an order delivered and notify the buyer',
      params,
      answers: Order,
      refuses: SEND_ERRORS,
      handler: call => readAfter(call, readOrder, deliverOrder),
    }),

    defineRoute('post', '/admin/orders/{id}/cancel', staff(RIGHT_OF.cancel), {
      summary: 'Cancel an unsent order; payments are refunded; for a large amount, a proposal',
      params,
      body: StaffCancelBody,
      answers: Order,
      responses: PROPOSED,
      refuses: [
        MOVE_ERRORS,
        pick(ORDER_ERRORS, 'order_lost', 'order_not_found', 'own_order'),
        REFUND_ERRORS,
        pick(CATALOG_ERRORS, 'out_of_stock'),
        pick(CREDIT_ERRORS, 'insufficient_credits'),
        PROPOSING_ERRORS,
      ],
      handler: async ({ ctx, params: { id }, body, c }) => {
        const proposed = await cancelByStaff(ctx, ports, id, body)
        return proposed ? c.json(proposed, 202) : readOrder(ctx, id)
      },
    }),

    defineRoute('post', '/admin/orders/{id}/keep', staff(RIGHT_OF.keep), {
      summary: "Refuse the buyer's request to cancel; the order is sent as planned, and the buyer is told",
      params,
      body: KeepBody,
      answers: Order,
      refuses: [
        pick(MOVE_ERRORS, 'not_asked', 'nothing_to_send', 'order_disputed', 'order_moved'),
        pick(ORDER_ERRORS, 'order_not_found', 'own_order'),
      ],
      handler: call => readAfter(call, readOrder, keepOrder, call.body.reason),
    }),

    defineRoute('post', '/admin/orders/{id}/notes', staff('orders.read'), {
      summary: "Add a staff note to an order's time line",
      params,
      body: NoteBody,
      answers: Order,
      refuses: [pick(ORDER_ERRORS, 'order_not_found')],
      handler: call => readAfter(call, readOrder, noteOn, call.body),
    }),

    defineRoute('put', '/admin/orders/{id}/shipping-address', staff(RIGHT_OF.address), {
      summary:
        'Set or correct the shipping address of a paid, unsent order and notify the buyer; for goods of large worth, a proposal',
      params,
      body: StaffOrderAddressBody,
      answers: Order,
      responses: PROPOSED,
      refuses: [
        pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved'),
        pick(ORDER_ERRORS, 'order_not_found', 'own_order'),
        PROPOSING_ERRORS,
        ADDRESS_ERRORS,
      ],
      handler: async ({ ctx, params: { id }, body, c }) => {
        const proposed = await changeAddressByStaff(ctx, id, body)
        return proposed ? c.json(proposed, 202) : readOrder(ctx, id)
      },
    }),

    defineRoute('post', '/admin/orders/{id}/review', staff(RIGHT_OF.review), {
      summary: 'Accept or refund an order held for checking; a refund of a large amount is a proposal',
      params,
      body: PaymentOnHoldBody,
      answers: Order,
      responses: PROPOSED,
      refuses: [
        MOVE_ERRORS,
        pick(ORDER_ERRORS, 'order_lost', 'order_not_found', 'own_order'),
        pick(CATALOG_ERRORS, 'out_of_stock'),
        PROPOSING_ERRORS,
      ],
      handler: async ({ ctx, params: { id }, body, c }) => {
        const proposed = await resolvePaymentOnHold(ctx, id, body)
        return proposed ? c.json(proposed, 202) : readOrder(ctx, id)
      },
    }),

    defineRoute('post', '/admin/orders/{id}/refunds', staff(RIGHT_OF.refund), {
      summary:
        'Refund an order, in full or by pieces; the payment provider is called afterwards; for a large amount, a proposal',
      params,
      body: RefundBody,
      answers: Order,
      responses: PROPOSED,
      refuses: [
        pick(ORDER_ERRORS, 'order_not_found', 'own_order'),
        REFUND_ERRORS,
        pick(CREDIT_ERRORS, 'insufficient_credits'),
        PROPOSING_ERRORS,
      ],
      handler: async ({ ctx, params: { id }, body, c }) => {
        const proposed = await refundByStaff(ctx, ports, id, body)
        return proposed ? c.json(proposed, 202) : readOrder(ctx, id)
      },
    }),

    defineRoute('post', '/admin/orders/{id}/refunds/preview', staff(RIGHT_OF.refund), {
      summary: 'Preview a refund: the amount paid back and the credits taken back',
      params,
      body: RefundPreviewBody,
      answers: RefundPreview,
      isRead: true,
      refuses: [
        pick(ORDER_ERRORS, 'order_not_found'),
        pick(REFUND_ERRORS, 'beyond_refundable', 'not_refundable', 'nothing_to_refund'),
      ],
      handler: ({ ctx, params, body }) => readPreview(ctx, ports, params.id, body),
    }),

    defineRoute('post', '/admin/refunds/{id}/retry', staff(RIGHT_OF.refund), {
      summary: 'Retry a failed refund at the payment provider',
      params,
      answers: Order,
      refuses: [
        pick(ORDER_ERRORS, 'order_not_found', 'own_order'),
        pick(REFUND_ERRORS, 'payment_disputed', 'refund_not_failed', 'refund_not_found'),
      ],
      handler: async ({ ctx, params }) => readOrder(ctx, await retryRefund(ctx, params.id)),
    }),
  )

export type StaffOrdersApi = ReturnType<typeof staffOrdersApi>
