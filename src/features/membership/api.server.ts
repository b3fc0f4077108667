import { CATALOG_ERRORS } from '#features/catalog/products/contract.ts'
import { CODE_ERRORS } from '#features/codes/contract.ts'
import { ADDRESS_BOOK_ERRORS } from '#features/identity/address-book/contract.ts'
import { MOVE_ERRORS, ORDER_ERRORS } from '#features/orders/order/contract.ts'
import { SAVED_CARD_ERRORS } from '#features/orders/payment/saved-cards/contract.ts'
import { access, actorOf, callerId, perMinute, showing } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import type { Context } from '#kernel/context.ts'
import { toCents, toDollars } from '#kernel/values/money.ts'
import { benefitAmountOf } from '#kernel/values/words/premium-benefits.ts'
import { COMMON_ERRORS, type ErrorTable, pick } from '#platform/errors.ts'
import { claimMonthlyBenefit } from './benefits/commands/monthly-benefit.server.ts'
import * as contract from './contract.ts'
import { MEMBERSHIP_ERRORS } from './contract.ts'
import { listInvoices } from './invoices/queries/invoices.server.ts'
import type { MembershipPorts } from './ports.ts'
import { benefitMessageOf } from './rules.ts'
import { cancelMembership, resumeMembership } from './subscriptions/commands/cancel-membership.server.ts'
import { changePlan, type PlanChangePreview, previewPlanChange } from './subscriptions/commands/change-plan.server.ts'
import { openPortal } from './subscriptions/commands/open-portal.server.ts'
import { payRenewal } from './subscriptions/commands/pay-renewal.server.ts'
import { subscribe } from './subscriptions/commands/subscribe.server.ts'
import { listOfferedPlans } from './subscriptions/queries/plans.server.ts'
import { findSubscription } from './subscriptions/queries/subscription.server.ts'
import { refreshMembership } from './subscriptions/sync/commands/refresh-membership.server.ts'

/** Limit of routes that call the payment provider on every request. */
const ASKS_PROVIDER = perMinute(30)

const CHANGED = {
  cancelled: 'Subscription cancelled successfully',
  resumed: 'Subscription resumed successfully',
  plan: 'Plan changed successfully',
} as const

/** Makes the one change that the body asks for. @returns the sentence to show. */
async function update(ctx: Context, id: string, body: contract.SubscriptionUpdate): Promise<string> {
  const { userId } = actorOf(ctx)
  if (body.plan) {
    const amountCents = body.amount === undefined ? undefined : toCents(body.amount)
    await changePlan(ctx, userId, { id, plan: body.plan, amountCents, preview: body.preview })
    return CHANGED.plan
  }
  if (body.status === 'active') {
    await resumeMembership(ctx, userId, id)
    return CHANGED.resumed
  }
  await cancelMembership(ctx, userId, { id, atPeriodEnd: body.atPeriodEnd ?? true })
  return CHANGED.cancelled
}

const toPlanChange = (change: PlanChangePreview) => ({
  plan: change.plan,
  interval: change.interval,
  amount: toDollars(change.amountCents),
  total: toDollars(change.totalCents),
  chargedNow: toDollars(change.chargedNowCents),
  credit: toDollars(change.creditCents),
  startDate: change.startsAt.toISOString(),
  isNow: change.chargedNowCents > 0,
  preview: change.preview,
})

/** @param providersRefuse the error tables of the payment providers, from `app`. */
export function membershipApi(ports: MembershipPorts, providersRefuse: readonly ErrorTable[]) {
  const ownOf = (ctx: Context) => findSubscription(ctx, ports, actorOf(ctx).userId)
  const changed = async (ctx: Context, message: string) =>
    ({ success: true, message, subscription: (await ownOf(ctx))! }) as const

  return newApi(
    defineRoute('get', '/my/subscription', access('user'), {
      summary: 'Get the caller’s subscription; an empty object means none',
      answers: contract.MySubscription,
      handler: async ({ ctx }) => (await ownOf(ctx)) ?? {},
    }),

    defineRoute('get', '/subscriptions/plans', access('anyone'), {
      summary: 'List the subscription plans and their prices',
      answers: contract.PlanList,
      handler: async ({ ctx, c }) => {
        showing(c, 'products')
        const offered = await listOfferedPlans(ctx)
        return {
          plans: offered.map(({ amountCents, totalCents, ...plan }) => ({
            ...plan,
            amount: toDollars(amountCents),
            total: toDollars(totalCents),
          })),
        }
      },
    }),

    defineRoute('post', '/subscriptions', access('user', ASKS_PROVIDER), {
      summary: 'Start a subscription; returns the URL of its payment page',
      body: contract.SubscribeBody,
      answers: contract.Subscribing,
      refuses: [
        pick(MEMBERSHIP_ERRORS, 'amount_changed', 'plan_not_offered', 'subscription_not_created'),
        ...providersRefuse,
        ADDRESS_BOOK_ERRORS,
        pick(CATALOG_ERRORS, 'out_of_stock'),
        CODE_ERRORS,
        pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved', 'provider_away'),
        ORDER_ERRORS,
        SAVED_CARD_ERRORS,
      ],
      handler: ({ ctx, body }) => subscribe(ctx, body),
    }),

    defineRoute('post', '/subscriptions/cancel', access('user', ASKS_PROVIDER), {
      summary: 'Cancel the caller’s subscription at the end of the paid period, or at once',
      body: contract.CancelBody,
      answers: contract.SubscriptionChanged,
      refuses: [MEMBERSHIP_ERRORS, pick(COMMON_ERRORS, 'Unauthorized')],
      handler: async ({ ctx, body: { subscriptionId: id, atPeriodEnd } }) => {
        await cancelMembership(ctx, actorOf(ctx).userId, { id, atPeriodEnd })
        return changed(ctx, CHANGED.cancelled)
      },
    }),

    defineRoute('post', '/subscriptions/resume', access('user', ASKS_PROVIDER), {
      summary: 'Resume a cancelled subscription while the paid period runs',
      body: contract.SubscriptionBody,
      answers: contract.SubscriptionChanged,
      refuses: [MEMBERSHIP_ERRORS, pick(COMMON_ERRORS, 'Unauthorized')],
      handler: async ({ ctx, body }) => {
        await resumeMembership(ctx, callerId(ctx), body.subscriptionId)
        return changed(ctx, CHANGED.resumed)
      },
    }),

    defineRoute('put', '/subscriptions/{id}', access('user', ASKS_PROVIDER), {
      summary: 'Update the caller’s subscription: plan, or status (`cancelled` cancels, `active` resumes)',
      params: contract.SubscriptionParams,
      body: contract.SubscriptionUpdate,
      answers: contract.SubscriptionChanged,
      refuses: [MEMBERSHIP_ERRORS, pick(ORDER_ERRORS, 'payment_due'), pick(COMMON_ERRORS, 'Unauthorized')],
      handler: async ({ ctx, params, body }) => {
        const message = await update(ctx, params.id, body)
        return changed(ctx, message)
      },
    }),

    defineRoute('get', '/subscriptions/{id}/plan-change', access('user', ASKS_PROVIDER), {
      summary: 'Preview a plan change: its cost now, and the date from which it applies',
      params: contract.SubscriptionParams,
      query: contract.PlanChangeQuery,
      answers: contract.PlanChange,
      refuses: [
        pick(
          MEMBERSHIP_ERRORS,
          'nothing_billed',
          'plan_not_changed',
          'plan_not_offered',
          'subscription_cancelled',
          'subscription_ended',
          'subscription_not_found',
        ),
        pick(ORDER_ERRORS, 'payment_due'),
        pick(COMMON_ERRORS, 'Unauthorized'),
      ],
      handler: async ({ ctx, params, query: { plan } }) => {
        const change = await previewPlanChange(ctx, actorOf(ctx).userId, { id: params.id, plan })
        return toPlanChange(change)
      },
    }),

    defineRoute('post', '/subscriptions/pay', access('user', ASKS_PROVIDER), {
      summary: 'Retry a failed renewal payment now, with the card on file',
      body: contract.SubscriptionBody,
      answers: contract.SubscriptionChanged,
      refuses: [
        pick(MEMBERSHIP_ERRORS, 'nothing_due', 'renewal_not_paid', 'renewal_not_tried', 'subscription_not_found'),
        pick(COMMON_ERRORS, 'Unauthorized'),
      ],
      handler: async ({ ctx, body }) => {
        await payRenewal(ctx, callerId(ctx), body.subscriptionId)
        return changed(ctx, 'Payment received. Your benefits are back.')
      },
    }),

    defineRoute('post', '/subscriptions/portal', access('user', ASKS_PROVIDER), {
      summary: 'Open the payment provider’s portal for the caller’s card and invoices',
      answers: contract.Portal,
      refuses: [pick(MEMBERSHIP_ERRORS, 'nothing_billed', 'portal_not_opened', 'subscription_not_found')],
      handler: ({ ctx }) => openPortal(ctx, callerId(ctx)),
    }),

    defineRoute('get', '/my/subscription/invoices', access('user'), {
      summary: 'List the caller’s invoices, newest first',
      query: contract.InvoiceQuery,
      answers: contract.InvoiceList,
      handler: ({ ctx, query }) => listInvoices(ctx, callerId(ctx), query),
    }),

    defineRoute('post', '/subscriptions/refresh', access('user', ASKS_PROVIDER), {
      summary: 'Refresh the caller’s subscription from the payment provider',
      answers: contract.Refreshed,
      refuses: [
        pick(MEMBERSHIP_ERRORS, 'subscription_not_refreshed'),
        pick(CATALOG_ERRORS, 'out_of_stock'),
        pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved'),
        pick(ORDER_ERRORS, 'order_lost', 'order_not_found'),
        pick(COMMON_ERRORS, 'invalid_input'),
      ],
      handler: async ({ ctx }) => {
        const found = await refreshMembership(ctx, actorOf(ctx).userId)
        const message = contract.REFRESHED[found]
        return { found: found !== 'none', message, subscription: (await ownOf(ctx)) ?? {} }
      },
    }),

    defineRoute('post', '/my/monthly-credit', access('user', ASKS_PROVIDER), {
      summary: 'Issue the caller’s monthly benefit if it was not issued automatically; once per calendar month',
      answers: contract.MonthlyCredit,
      handler: async ({ ctx }) => {
        const issued = await claimMonthlyBenefit(ctx, actorOf(ctx).userId)
        const { premium } = ctx.settings
        const amount = issued ? benefitAmountOf(premium) : 0
        return { issued, amount, message: issued ? benefitMessageOf(premium) : null }
      },
    }),
  )
}

export type MembershipApi = ReturnType<typeof membershipApi>
