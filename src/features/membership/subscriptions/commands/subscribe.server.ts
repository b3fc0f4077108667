import type { z } from 'zod'
import { startCheckout } from '#features/orders/checkout/commands/start-checkout.server.ts'
import { CheckoutBody } from '#features/orders/checkout/contract.ts'
import type { Context } from '#kernel/context.ts'
import { toCents, toDollars } from '#kernel/values/money.ts'
import { Refusal, refusals } from '#platform/errors.ts'
import { MEMBERSHIP_ERRORS, type SubscribeBody, type Subscribing } from '../../contract.ts'
import { listOfferedPlans, type OfferedPlan } from '../queries/plans.server.ts'

const refuse = refusals(MEMBERSHIP_ERRORS)
/** Names of the first provider in requests. */
const CARD = new Set(['card', 'credit_card'])

/**
 * Begins a subscription: places an order of the plan at the store's price, and opens the payment page.
 * @throws already_member, payment_due and the other refusals of a checkout; plan_not_offered; amount_changed with the plan's
 *   price; subscription_not_created when the provider opens no page.
 */
export async function subscribe(ctx: Context, body: SubscribeBody): Promise<z.infer<typeof Subscribing>> {
  const plan = (await listOfferedPlans(ctx)).find(offered => offered.plan === body.plan)
  if (!plan) throw refuse('plan_not_offered')
  if (body.amount !== undefined && !isPriceOf(plan, body.amount)) {
    throw refuse('amount_changed', { amount: toDollars(plan.amountCents), total: toDollars(plan.totalCents) })
  }
  const checkout = CheckoutBody.parse({
    items: [{ productId: plan.productId, quantity: 1 }],
    paymentMethod: providerIdOf(ctx, body.paymentMethod.toLowerCase()),
  })
  try {
    const { url, orderId } = await startCheckout(ctx, checkout, 'dashboard')
    return { url, orderId }
  } catch (error) {
    const isClosed = error instanceof Refusal && error.code === 'checkout_not_started'
    throw isClosed ? refuse('subscription_not_created') : error
  }
}

/** An unknown name means the second gateway. */
const providerIdOf = ({ payments: { providers } }: Context, method: string): string =>
  (CARD.has(method) ? providers[0] : providers.find(({ id }) => id === method))?.id ?? 'gateway'

/** A caller may send the price per month or the amount of a bill; both mean one price. */
const isPriceOf = ({ amountCents, totalCents }: OfferedPlan, amount: number): boolean =>
  [amountCents, totalCents].includes(toCents(amount))
