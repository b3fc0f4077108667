import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import type { MembershipApi } from '../api.server.ts'
import type { Subscription } from '../contract.ts'

export const membershipClient = clientOf<MembershipApi>()

/** The API's answer as a type only, so that no schema is bundled for the browser. */
export type ShownSubscription = Subscription
export type ShownPlan = InferResponseType<typeof membershipClient.subscriptions.plans.$get>['plans'][number]
export type ShownPlanChange = InferResponseType<(typeof membershipClient.subscriptions)[':id']['plan-change']['$get']>
export type ShownInvoice = InferResponseType<typeof membershipClient.my.subscription.invoices.$get>['items'][number]
