import { ValidCode } from '#features/codes/contract.ts'
import { buyerOf } from '#features/identity/address-book/queries.server.ts'
import { access, actorOf, answers, createRoute, jsonBody, newApi, z } from '#kernel/api/api.server.ts'
import { resumePayment } from './checkout/commands/open-payment.server.ts'
import { startCheckout } from './checkout/commands/start-checkout.server.ts'
import { PaymentMethods } from './checkout/contract.ts'
import { withProductIds } from './checkout/queries/named-items.server.ts'
import { paymentMethodsOf, providerNamed } from './checkout/queries/payment-methods.server.ts'
import { codesOf, validateCode } from './checkout/queries/price-cart.server.ts'
import { quoteCart } from './checkout/queries/quote.server.ts'
import * as contract from './contract.ts'
import { listOrders, orderOf } from './history/queries/orders.server.ts'
import { listPurchases, PurchaseList } from './history/queries/purchases.server.ts'
import { cancelOrder } from './settlement/commands/cancel-order.server.ts'
import { receivePaymentEvent, verifySession } from './settlement/commands/payment-events.server.ts'
import { changeOwnAddress } from './shipping-address/commands/change-address.server.ts'
import { OrderAddressBody } from './shipping-address/contract.ts'

const orderId = z.object({ id: z.string().max(140) })

const quote = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/payments/quote',
  summary: 'What a cart costs: fee, shipping and tax included, priced by the server alone',
  request: jsonBody(contract.CheckoutBody),
  responses: answers(contract.Quote),
})

const checkout = createRoute({
  ...access('user', { points: 60, seconds: 60 }),
  method: 'post',
  path: '/payments/checkout-session',
  summary: 'Places a pending order, holds its stock and opens the page to pay it',
  request: jsonBody(contract.CheckoutBody),
  responses: answers(contract.CheckoutSession),
})

const verify = createRoute({
  ...access('user'),
  method: 'get',
  path: '/payments/verify-session',
  summary: 'How a payment stands; a paid one is settled if the webhook has not come yet',
  request: { query: contract.VerifyQuery },
  responses: answers(contract.Verification),
})

const methods = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/payments/methods',
  summary: 'The ways to pay, and which of them are configured here',
  responses: answers(PaymentMethods),
})

const webhook = createRoute({
  // The provider sends webhooks in bursts. The signature authenticates them.
  ...access('anyone', { points: 60_000, seconds: 60 }),
  method: 'post',
  path: '/webhooks/{provider}',
  summary: 'Signed events of a payment provider, in its own form',
  request: { params: z.object({ provider: z.string().max(20) }) },
  responses: answers(z.object({ received: z.literal(true) })),
})

const askAboutCode = createRoute({
  ...access('user', { points: 30, seconds: 60 }),
  method: 'post',
  path: '/codes/validate',
  summary: 'Whether a promo or referral code counts, and for a cart that is named',
  request: jsonBody(contract.CodeBody),
  responses: answers(ValidCode),
})

const myOrders = createRoute({
  ...access('user'),
  method: 'get',
  path: '/my/orders',
  summary: 'One’s orders, newest first',
  request: { query: contract.PageQuery },
  responses: answers(contract.OrderList),
})

const myPurchases = createRoute({
  ...access('user'),
  method: 'get',
  path: '/my/purchases',
  summary: 'What one has paid for, newest first, a record for each line',
  request: { query: contract.PurchaseQuery },
  responses: answers(PurchaseList),
})

const oneOrder = createRoute({
  ...access('user'),
  method: 'get',
  path: '/orders/{id}',
  summary: 'An order with its time line, for its owner and staff',
  request: { params: orderId },
  responses: answers(contract.Order),
})

const cancel = createRoute({
  ...access('user', { points: 60, seconds: 60 }),
  method: 'post',
  path: '/orders/{id}/cancel',
  summary: 'Gives up an order that is not paid: its page closes and its stock goes back',
  request: { params: orderId },
  responses: { 204: { description: 'Cancelled' } },
})

const putAddress = createRoute({
  ...access('user', { points: 60, seconds: 60 }),
  method: 'put',
  path: '/orders/{id}/shipping-address',
  summary: 'Where a paid order is sent, until it is packed; answers the order',
  request: { params: orderId, ...jsonBody(OrderAddressBody) },
  responses: answers(contract.Order),
})

const pay = createRoute({
  ...access('user', { points: 60, seconds: 60 }),
  method: 'post',
  path: '/orders/{id}/pay',
  summary: 'Where an order that is not paid yet can be paid, while its page is open',
  request: { params: orderId },
  responses: answers(z.object({ url: z.string() })),
})

export const ordersApi = () =>
  newApi()
    .openapi(quote, async c => {
      const body = c.req.valid('json')
      providerNamed(c.var.ctx, body.paymentMethod)
      const { ctx } = c.var
      const items = await withProductIds(ctx, body.items)
      const buyer = body.addressId && (await buyerOf(ctx, actorOf(ctx).userId, body.addressId))
      return c.json(await quoteCart(ctx, items, codesOf(body), buyer || undefined), 200)
    })
    .openapi(checkout, async c => c.json(await startCheckout(c.var.ctx, c.req.valid('json')), 200))
    .openapi(verify, async c => c.json(await verifySession(c.var.ctx, c.req.valid('query').session_id), 200))
    .openapi(methods, async c => c.json(await paymentMethodsOf(c.var.ctx), 200))
    .openapi(webhook, async c => {
      const { provider } = c.req.valid('param')
      await receivePaymentEvent(c.var.ctx, provider, { body: await c.req.text(), headerOf: name => c.req.header(name) })
      return c.json({ received: true as const }, 200)
    })
    .openapi(askAboutCode, async c => c.json(await validateCode(c.var.ctx, c.req.valid('json')), 200))
    .openapi(myOrders, async c => c.json(await listOrders(c.var.ctx, c.req.valid('query')), 200))
    .openapi(myPurchases, async c => c.json(await listPurchases(c.var.ctx, c.req.valid('query')), 200))
    .openapi(oneOrder, async c => c.json(await orderOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(pay, async c => {
      const { ctx } = c.var
      return c.json(await resumePayment(ctx, actorOf(ctx).userId, c.req.valid('param').id), 200)
    })
    .openapi(putAddress, async c => {
      const { id } = c.req.valid('param')
      await changeOwnAddress(c.var.ctx, id, c.req.valid('json'))
      return c.json(await orderOf(c.var.ctx, id), 200)
    })
    .openapi(cancel, async c => {
      const { ctx } = c.var
      await cancelOrder(ctx, actorOf(ctx).userId, c.req.valid('param').id)
      return c.body(null, 204)
    })

export type OrdersApi = ReturnType<typeof ordersApi>
