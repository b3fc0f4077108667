import type { Context } from '#adapters/context.ts'
import { access, actorOf, answers, createRoute, jsonBody, newApi } from '#adapters/http/api.server.ts'
import { toDollars } from '#platform/money.ts'
import { cancelMembership, resumeMembership } from './commands/cancel-membership.server.ts'
import { claimMonthlyBenefit } from './commands/monthly-benefit.server.ts'
import { refreshMembership } from './commands/refresh-membership.server.ts'
import { subscribe } from './commands/subscribe.server.ts'
import * as contract from './contract.ts'
import { offeredPlans } from './queries/plans.server.ts'
import { subscriptionOf } from './queries/subscription.server.ts'
import { benefitAmountOf, benefitMessageOf } from './rules.ts'

/** Each of these asks the payment provider; nobody clicks them more often. */
const ASKS_PROVIDER = { points: 30, seconds: 60 }

const mine = createRoute({
  ...access('user'),
  method: 'get',
  path: '/my/subscription',
  summary: 'One’s subscription; an empty object means none',
  responses: answers(contract.MySubscription),
})

const plans = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/subscriptions/plans',
  summary: 'The plans that can be subscribed to, and what they cost',
  responses: answers(contract.PlanList),
})

const begin = createRoute({
  ...access('user', ASKS_PROVIDER),
  method: 'post',
  path: '/subscriptions',
  summary: 'Sets out to subscribe: answers where to pay',
  request: jsonBody(contract.SubscribeBody),
  responses: answers(contract.Subscribing),
})

const cancel = createRoute({
  ...access('user', ASKS_PROVIDER),
  method: 'post',
  path: '/subscriptions/cancel',
  summary: 'Cancels one’s subscription; its benefits run to the end of the paid period',
  request: jsonBody(contract.SubscriptionBody),
  responses: answers(contract.SubscriptionChanged),
})

const resume = createRoute({
  ...access('user', ASKS_PROVIDER),
  method: 'post',
  path: '/subscriptions/resume',
  summary: 'Takes a cancellation back while the paid period runs',
  request: jsonBody(contract.SubscriptionBody),
  responses: answers(contract.SubscriptionChanged),
})

const refresh = createRoute({
  ...access('user', ASKS_PROVIDER),
  method: 'post',
  path: '/subscriptions/refresh',
  summary: 'Reads one’s subscription anew from the payment provider',
  responses: answers(contract.Refreshed),
})

const monthlyCredit = createRoute({
  ...access('user', ASKS_PROVIDER),
  method: 'post',
  path: '/my/monthly-credit',
  summary: 'Issues this month’s benefit, should it not have come by itself yet; once a calendar month',
  responses: answers(contract.MonthlyCredit),
})

/** @param isAutoEntryOn the giveaways' word, which comes later in the order of features. */
export function membershipApi(isAutoEntryOn: (ctx: Context, userId: string) => Promise<boolean>) {
  const ownOf = (ctx: Context) => subscriptionOf(ctx, actorOf(ctx).userId, isAutoEntryOn)
  const changed = async (ctx: Context, message: string) =>
    ({ success: true, message, subscription: (await ownOf(ctx))! }) as const

  return newApi()
    .openapi(mine, async c => c.json((await ownOf(c.var.ctx)) ?? {}, 200))
    .openapi(plans, async c => {
      const offered = await offeredPlans(c.var.ctx)
      return c.json(
        {
          plans: offered.map(({ amountCents, totalCents, ...plan }) => ({
            ...plan,
            amount: toDollars(amountCents),
            total: toDollars(totalCents),
          })),
        },
        200,
      )
    })
    .openapi(begin, async c => c.json(await subscribe(c.var.ctx, c.req.valid('json')), 200))
    .openapi(cancel, async c => {
      const { ctx } = c.var
      await cancelMembership(ctx, actorOf(ctx).userId, c.req.valid('json').subscriptionId)
      return c.json(await changed(ctx, 'Subscription cancelled successfully'), 200)
    })
    .openapi(resume, async c => {
      const { ctx } = c.var
      await resumeMembership(ctx, actorOf(ctx).userId, c.req.valid('json').subscriptionId)
      return c.json(await changed(ctx, 'Subscription resumed successfully'), 200)
    })
    .openapi(refresh, async c => {
      const { ctx } = c.var
      const found = await refreshMembership(ctx, actorOf(ctx).userId)
      const message = contract.REFRESHED[found]
      return c.json({ found: found !== 'none', message, subscription: (await ownOf(ctx)) ?? {} }, 200)
    })
    .openapi(monthlyCredit, async c => {
      const { ctx } = c.var
      const issued = await claimMonthlyBenefit(ctx, actorOf(ctx).userId)
      const { premium } = ctx.settings
      const amount = issued ? benefitAmountOf(premium) : 0
      return c.json({ issued, amount, message: issued ? benefitMessageOf(premium) : null }, 200)
    })
}

export type MembershipApi = ReturnType<typeof membershipApi>
