import { CATALOG_ERRORS } from '#features/catalog/products/contract.ts'
import { CODE_ERRORS, ValidCode } from '#features/codes/contract.ts'
import { CREDIT_ERRORS } from '#features/credits/contract.ts'
import { ADDRESS_BOOK_ERRORS } from '#features/identity/address-book/contract.ts'
import { readBuyer } from '#features/identity/address-book/queries.server.ts'
import { PROPOSING_ERRORS } from '#features/proposals/contract.ts'
import { access, actorOf, callerId, perMinute, publicRead, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { ADDRESS_ERRORS } from '#kernel/shipping/us-address/address-errors.ts'
import { COMMON_ERRORS, type ErrorTable, pick } from '#platform/errors.ts'
import { startCheckout } from './checkout/commands/start-checkout.server.ts'
import { CheckoutBody, CheckoutSession, CodeBody, PaymentMethods, Quote } from './checkout/contract.ts'
import { providerNamed, readPaymentMethods } from './checkout/queries/payment-methods.server.ts'
import { codesOf } from './checkout/queries/price-cart.server.ts'
import { quoteCart } from './checkout/queries/quote.server.ts'
import { validateCode } from './checkout/queries/validate-code.server.ts'
import { withProductIds } from './checkout/queries/with-product-ids.server.ts'
import { listOrders } from './history/queries/orders.server.ts'
import { listPurchases, PurchaseList } from './history/queries/purchases.server.ts'
import { changeOwnAddress } from './order/address/commands/change-address.server.ts'
import { OrderAddressBody } from './order/address/contract.ts'
import * as contract from './order/contract.ts'
import { MOVE_ERRORS, ORDER_ERRORS } from './order/contract.ts'
import type { OrdersPorts } from './order/ports.ts'
import { readOrder } from './order/queries/order-answer.server.ts'
import { resumePayment } from './payment/commands/open-payment.server.ts'
import { Verification, VerifyQuery } from './payment/contract.ts'
import { savedCardsApi } from './payment/saved-cards/api.server.ts'
import { SAVED_CARD_ERRORS } from './payment/saved-cards/contract.ts'
import { cancelByShopper } from './refunds/commands/cancel-by-shopper.server.ts'
import { CancelBody, CancellationPreview, REFUND_ERRORS } from './refunds/contract.ts'
import { readCancellation } from './refunds/queries/cancellation.server.ts'
import { piecesOf } from './webhooks/body-pieces.server.ts'
import { receivePaymentEvent, verifySession } from './webhooks/commands/payment-events.server.ts'

const orderId = z.object({ id: z.string().max(140) })

/** @param providersRefuse the error tables of the payment providers, from `app`. */
export const ordersApi = (providersRefuse: readonly ErrorTable[], ports: OrdersPorts) =>
  newApi()
    .route('/', savedCardsApi())
    .route(
      '/',
      newApi(
        defineRoute('post', '/payments/quote', access('anyone'), {
          summary: 'Create a quote for a cart, including fee, shipping and tax; the server determines all prices',
          body: CheckoutBody,
          answers: Quote,
          isRead: true,
          refuses: [pick(ORDER_ERRORS, 'cart_empty'), ADDRESS_BOOK_ERRORS, CODE_ERRORS],
          handler: async ({ ctx, body }) => {
            providerNamed(ctx, body.paymentMethod)
            const items = await withProductIds(ctx, body.items)
            const buyer = body.addressId && (await readBuyer(ctx, actorOf(ctx).userId, body.addressId))
            return quoteCart(ctx, items, codesOf(body), { buyer: buyer || undefined, methodId: body.shippingMethodId })
          },
        }),

        defineRoute('post', '/payments/checkout-session', access('user', perMinute(60)), {
          summary: 'Create a pending order, hold its stock and open its payment page',
          body: CheckoutBody,
          answers: CheckoutSession,
          refuses: [
            pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved', 'provider_away'),
            ORDER_ERRORS,
            SAVED_CARD_ERRORS,
            ...providersRefuse,
            ADDRESS_BOOK_ERRORS,
            pick(CATALOG_ERRORS, 'out_of_stock'),
            CODE_ERRORS,
          ],
          handler: ({ ctx, body }) => startCheckout(ctx, body),
        }),

        defineRoute('get', '/payments/verify-session', access('user'), {
          summary: 'Get the status of a payment; a paid order is settled if the webhook has not arrived yet',
          query: VerifyQuery,
          answers: Verification,
          refuses: [
            pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved'),
            pick(ORDER_ERRORS, 'order_lost', 'order_not_found'),
            pick(CATALOG_ERRORS, 'out_of_stock'),
            pick(COMMON_ERRORS, 'Unauthorized'),
          ],
          handler: ({ ctx, query }) => verifySession(ctx, query.session_id),
        }),

        defineRoute('get', '/payments/methods', publicRead(), {
          summary: 'List the payment methods, and which of them are configured',
          answers: PaymentMethods,
          handler: ({ ctx }) => readPaymentMethods(ctx),
        }),

        // The provider sends webhooks in bursts. The signature authenticates them.
        defineRoute('post', '/webhooks/{provider}', access('anyone', perMinute(60_000)), {
          summary: 'Receive a signed event of a payment provider, in the provider’s format',
          params: z.object({ provider: z.string().max(20) }),
          answers: z.object({ received: z.literal(true) }),
          refuses: [pick(ORDER_ERRORS, 'webhook_refused')],
          handler: async ({ ctx, params: { provider }, c }) => {
            const webhook = { readBody: () => piecesOf(c), headerOf: (name: string) => c.req.header(name) }
            await receivePaymentEvent(ctx, provider, webhook)
            return { received: true as const }
          },
        }),

        defineRoute('post', '/codes/validate', access('user', perMinute(30)), {
          summary: 'Validate a promo or referral code, for a cart if given',
          body: CodeBody,
          answers: ValidCode,
          isRead: true,
          refuses: [pick(ORDER_ERRORS, 'cart_empty'), CODE_ERRORS],
          handler: ({ ctx, body }) => validateCode(ctx, body),
        }),

        defineRoute('get', '/my/orders', access('user'), {
          summary: 'List the caller’s orders, newest first',
          query: contract.PageQuery,
          answers: contract.OrderList,
          handler: ({ ctx, query }) => listOrders(ctx, query),
        }),

        defineRoute('get', '/my/purchases', access('user'), {
          summary: 'List the caller’s paid purchases, newest first, a record per order line',
          query: contract.PurchaseQuery,
          answers: PurchaseList,
          handler: ({ ctx, query }) => listPurchases(ctx, query),
        }),

        defineRoute('get', '/orders/{id}', access('user'), {
          summary: 'Get an order with its time line; for its owner and staff',
          params: orderId,
          answers: contract.Order,
          refuses: [
            pick(ORDER_ERRORS, 'order_not_found'),
            pick(COMMON_ERRORS, 'SecondFactorRequired', 'Unauthorized', 'invalid_input'),
          ],
          handler: ({ ctx, params }) => readOrder(ctx, params.id),
        }),

        defineRoute('post', '/orders/{id}/pay', access('user', perMinute(60)), {
          summary: 'Reopen the payment page of an unpaid order while the page is open; returns its URL',
          params: orderId,
          answers: z.object({ url: z.string() }),
          refuses: [
            pick(ORDER_ERRORS, 'checkout_not_started', 'order_closed', 'order_lost', 'order_not_found'),
            pick(COMMON_ERRORS, 'Unauthorized', 'invalid_input'),
          ],
          handler: ({ ctx, params }) => resumePayment(ctx, callerId(ctx), params.id),
        }),

        defineRoute('put', '/orders/{id}/shipping-address', access('user', perMinute(60)), {
          summary: 'Set the shipping address of a paid order until it is packed; returns the order',
          params: orderId,
          body: OrderAddressBody,
          answers: contract.Order,
          refuses: [
            pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved'),
            pick(ORDER_ERRORS, 'order_not_found', 'other_zone', 'own_order'),
            PROPOSING_ERRORS,
            ADDRESS_ERRORS,
            pick(COMMON_ERRORS, 'SecondFactorRequired', 'Unauthorized'),
          ],
          handler: call => readAfter(call, readOrder, changeOwnAddress, call.body),
        }),

        defineRoute('post', '/orders/{id}/cancel', access('user', perMinute(60)), {
          summary:
            'Cancel an unpaid order, or a paid one until it is packed, which is refunded; `status` is the state that the page showed',
          params: orderId,
          body: CancelBody,
          responses: {
            202: { description: 'Asked: staff decide, because credits of the order are in entries that stay' },
            204: { description: 'Cancelled' },
          },
          refuses: [
            pick(MOVE_ERRORS, 'cancel_asked', 'nothing_to_send', 'order_disputed', 'order_moved', 'provider_away'),
            pick(ORDER_ERRORS, 'order_closed', 'order_lost', 'order_not_found', 'own_order'),
            pick(REFUND_ERRORS, 'nothing_to_refund', 'payment_disputed'),
            pick(CREDIT_ERRORS, 'insufficient_credits'),
            pick(CATALOG_ERRORS, 'out_of_stock'),
            pick(COMMON_ERRORS, 'Unauthorized', 'invalid_input'),
          ],
          handler: async ({ ctx, params: { id }, body, c }) => {
            const done = await cancelByShopper(ctx, ports, { ...body, userId: callerId(ctx), id })
            return c.body(null, done === 'waiting' ? 202 : 204)
          },
        }),

        defineRoute('get', '/orders/{id}/cancellation', access('user'), {
          summary: 'Preview the cancellation of a paid order: what goes back, and what becomes of its credits',
          params: orderId,
          answers: CancellationPreview,
          refuses: [
            pick(MOVE_ERRORS, 'order_moved'),
            pick(ORDER_ERRORS, 'order_not_found'),
            pick(REFUND_ERRORS, 'nothing_to_refund', 'not_refundable'),
            pick(COMMON_ERRORS, 'Unauthorized', 'invalid_input'),
          ],
          handler: ({ ctx, params: { id } }) => readCancellation(ctx, ports, { userId: callerId(ctx), id }),
        }),
      ),
    )

export type OrdersApi = ReturnType<typeof ordersApi>
