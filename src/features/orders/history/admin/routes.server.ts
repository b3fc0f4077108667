import { answers, createRoute, jsonBody, staff, z } from '#kernel/api/api.server.ts'
import { Order } from '../../contract.ts'
import {
  BulkPackBody,
  BulkResults,
  NoteBody,
  ReviewBody,
  ShipBody,
  StaffCancelBody,
} from '../../fulfilment/contract.ts'
import { RefundBody, RefundPreview, RefundPreviewBody } from '../../refunds/contract.ts'
import { OrderCounts, StaffOrderFilters, StaffOrderList, StaffOrderQuery } from './contract.ts'

const params = z.object({ id: z.string().min(1).max(140) })

export const list = createRoute({
  ...staff('orders.read'),
  method: 'get',
  path: '/admin/orders',
  summary: 'Orders page by page, filtered and found by number, person, parcel or payment',
  request: { query: StaffOrderQuery },
  responses: answers(StaffOrderList),
})

export const counts = createRoute({
  ...staff('orders.read'),
  method: 'get',
  path: '/admin/orders/counts',
  summary: 'How many orders stand where, counted up to a limit',
  responses: answers(OrderCounts),
})

export const exported = createRoute({
  // An export may read every order.
  ...staff('orders.export', { limit: { points: 10, seconds: 60 }, isFreshAsked: true }),
  method: 'get',
  path: '/admin/orders/export',
  summary: 'The same orders as CSV, a row an order, sent as they are read',
  request: { query: StaffOrderFilters },
  responses: { 200: { description: 'CSV', content: { 'text/csv': { schema: z.string() } } } },
})

export const packMany = createRoute({
  ...staff('orders.fulfil'),
  method: 'post',
  path: '/admin/orders/pack',
  summary: 'Notes that orders are packed, each by itself',
  request: jsonBody(BulkPackBody),
  responses: answers(BulkResults),
})

const step = <P extends string>(path: P, summary: string) =>
  createRoute({
    ...staff('orders.fulfil'),
    method: 'post',
    path,
    summary,
    request: { params },
    responses: answers(Order),
  })

export const pack = step('/admin/orders/{id}/pack', 'Notes that an order is packed')
export const unpack = step('/admin/orders/{id}/unpack', 'Takes back that it is packed')
export const deliver = step('/admin/orders/{id}/deliver', 'Notes that its parcel arrived, and tells its buyer')

export const ship = createRoute({
  ...staff('orders.fulfil'),
  method: 'post',
  path: '/admin/orders/{id}/ship',
  summary: 'Notes carrier and tracking number, and tells the buyer; of a shipped order it corrects them',
  request: { params, ...jsonBody(ShipBody) },
  responses: answers(Order),
})

export const cancel = createRoute({
  ...staff('orders.refund'),
  method: 'post',
  path: '/admin/orders/{id}/cancel',
  summary: 'Cancels an order that was not sent; what was paid goes back',
  request: { params, ...jsonBody(StaffCancelBody) },
  responses: answers(Order),
})

export const note = createRoute({
  ...staff('orders.read'),
  method: 'post',
  path: '/admin/orders/{id}/notes',
  summary: 'Adds a note for staff to the time line',
  request: { params, ...jsonBody(NoteBody) },
  responses: answers(Order),
})

export const review = createRoute({
  ...staff('orders.refund'),
  method: 'post',
  path: '/admin/orders/{id}/review',
  summary: 'Decides on an order whose payment disagreed with it',
  request: { params, ...jsonBody(ReviewBody) },
  responses: answers(Order),
})

export const refund = createRoute({
  ...staff('orders.refund'),
  method: 'post',
  path: '/admin/orders/{id}/refunds',
  summary: 'Pays back an order, whole or by pieces; the payment provider is asked afterwards',
  request: { params, ...jsonBody(RefundBody) },
  responses: answers(Order),
})

export const preview = createRoute({
  ...staff('orders.refund'),
  method: 'post',
  path: '/admin/orders/{id}/refunds/preview',
  summary: 'What such a refund would pay back and take back',
  request: { params, ...jsonBody(RefundPreviewBody) },
  responses: answers(RefundPreview),
})

export const retry = createRoute({
  ...staff('orders.refund'),
  method: 'post',
  path: '/admin/refunds/{id}/retry',
  summary: 'Asks the payment provider once more for a refund that failed',
  request: { params },
  responses: answers(Order),
})
