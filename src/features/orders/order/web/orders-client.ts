import type { InferResponseType } from 'hono/client'
import type { LegalApi } from '#features/legal/api.server.ts'
import { clientOf } from '#kernel/client/browser.ts'
import type { OrdersApi } from '../../api.server.ts'

export const ordersClient = clientOf<OrdersApi>()
export const legalVersions = clientOf<LegalApi>().legal.versions

/** Types of the API's answers. Type imports keep the schemas out of the browser bundle. */
export type ShownQuote = InferResponseType<typeof ordersClient.payments.quote.$post>
export type ShownMethods = InferResponseType<typeof ordersClient.payments.methods.$get>
export type ShownVersions = InferResponseType<typeof legalVersions.$get>['versions']
export type ShownOrder = InferResponseType<(typeof ordersClient.orders)[':id']['$get']>
export type ShownCancellation = InferResponseType<(typeof ordersClient.orders)[':id']['cancellation']['$get']>
export type ShownPurchase = InferResponseType<typeof ordersClient.my.purchases.$get>['purchases'][number]
