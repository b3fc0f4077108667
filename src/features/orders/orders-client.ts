import type { InferResponseType } from 'hono/client'
import { clientOf } from '#platform/client/browser.ts'
import type { OrdersApi } from './api.server.ts'

/** The browser's client of this feature. */
export const ordersClient = clientOf<OrdersApi>()

/** As the API tells them; types only, so that no schema comes along into the browser. */
export type ShownQuote = InferResponseType<typeof ordersClient.payments.quote.$post>
export type ShownOrder = InferResponseType<(typeof ordersClient.orders)[':id']['$get']>
export type ShownPurchase = InferResponseType<typeof ordersClient.my.purchases.$get>['purchases'][number]

/** A key under which a write is done once; `crypto.randomUUID` is not there on pages without https. */
export const newRequestKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
