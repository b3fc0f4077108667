import type { z } from 'zod'
import type { Context } from '#adapters/context.ts'
import { actorOf } from '#adapters/http/api.server.ts'
import { startCheckout } from '#features/orders/commands/start-checkout.server.ts'
import { CheckoutBody } from '#features/orders/contract.ts'
import { Refusal, refusals } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { MEMBERSHIP_ERRORS, type SubscribeBody, type Subscribing } from '../contract.ts'
import { type OfferedPlan, offeredPlans } from '../queries/plans.server.ts'
import { membershipRowOf } from '../queries/subscription.server.ts'

const refuse = refusals(MEMBERSHIP_ERRORS)
/** How callers name the card provider; every other name is the second gateway's. */
const CARD = new Set(['stripe', 'card', 'credit_card'])

/**
 * Sets out to subscribe: places an order of the plan as the store sells it, and opens the page to pay it.
 * @throws already_member and the other refusals of a checkout; payment_due, plan_not_offered; amount_changed with what the
 *   plan costs; subscription_not_created when the provider does not open a page.
 */
export async function subscribe(ctx: Context, body: SubscribeBody): Promise<z.infer<typeof Subscribing>> {
  const { userId } = actorOf(ctx)
  const current = await membershipRowOf(ctx, userId)
  if (current?.status === 'past_due') throw refuse('payment_due')
  const plan = (await offeredPlans(ctx)).find(offered => offered.plan === body.plan)
  if (!plan) throw refuse('plan_not_offered')
  if (body.amount !== undefined && !isPriceOf(plan, body.amount)) {
    throw refuse('amount_changed', { amount: toDollars(plan.amountCents), total: toDollars(plan.totalCents) })
  }
  const checkout = CheckoutBody.parse({
    items: [{ productId: plan.productId, quantity: 1 }],
    paymentMethod: CARD.has(body.paymentMethod.toLowerCase()) ? 'stripe' : 'gateway',
  })
  try {
    const { url, orderId } = await startCheckout(ctx, checkout, 'dashboard')
    return { url, orderId }
  } catch (error) {
    const isClosed = error instanceof Refusal && error.code === 'checkout_not_started'
    throw isClosed ? refuse('subscription_not_created') : error
  }
}

/** The specified amount is for a month; a caller who sends what is billed at once means the same price. */
const isPriceOf = ({ amountCents, totalCents }: OfferedPlan, amount: number): boolean =>
  [amountCents, totalCents].includes(Math.round(amount * 100))
