import { randomUUID } from 'node:crypto'
import { ORDER_ERRORS } from '#features/orders/order/contract.ts'
import type { Context } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { type Cents, toDollars } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { intervalOf, MEMBERSHIP_ERRORS } from '../../contract.ts'
import { READ_MEMBERSHIP } from '../../job-types.server.ts'
import { monthlyCentsOf, type PlanName } from '../../rules.ts'
import { listOfferedPlans, type OfferedPlan } from '../queries/plans.server.ts'
import { readMembership } from '../sync/commands/read-membership.server.ts'
import { changeAtProvider, type OwnMembership, ownMembership } from './own-membership.server.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...MEMBERSHIP_ERRORS })
/** A preview is valid for 30 minutes. */
const PREVIEW_MS = 30 * 60_000

export type PlanChangePreview = OfferedPlan & {
  /** Charged at once. */
  chargedNowCents: Cents
  /** Credit for the unused rest of the running period. */
  creditCents: Cents
  /** Start of the new plan. */
  startsAt: Date
  /** Token that makes the change charge exactly this amount; valid for 30 minutes. */
  preview: string
}

/**
 * Previews a change of plan: cost now, and start. Changes nothing.
 * @throws as changePlan.
 */
export async function previewPlanChange(
  ctx: Context,
  userId: string,
  { id, plan }: { id: string; plan: PlanName },
): Promise<PlanChangePreview> {
  const membership = await ownMembership(ctx, userId, id)
  const subscriptionId = changeable(membership)
  const offered = await offeredPlan(ctx, plan)
  try {
    const { amountDueCents, creditCents, at } = await ctx.payments.previewPlanChange(subscriptionId, {
      interval: offered.interval,
      amountCents: offered.totalCents,
    })
    const preview = sealed(ctx, { id, plan, at: +at, shownAt: +ctx.now() })
    return { ...offered, chargedNowCents: amountDueCents, creditCents, startsAt: at, preview }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    ctx.log.warn({ err: error, membershipId: id }, 'change of plan not previewed')
    throw refuse('plan_not_changed')
  }
}

type PlanChangeInput = {
  id: string
  plan: PlanName
  /** The price that the caller expects, in cents, per month or per bill. Compared with the plan, never charged by. */
  amountCents?: Cents | undefined
  /** Token of a preview: the change charges the previewed amount. */
  preview?: string | undefined
}

/**
 * Changes the user's plan. To yearly: at once, charging the year less the credit for the rest of the month. To monthly: when the
 * paid year is over. To the current plan: drops a scheduled change.
 * @throws subscription_not_found, Unauthorized; subscription_ended, subscription_cancelled, payment_due, nothing_billed;
 *   plan_not_offered; amount_changed; preview_expired; renewal_not_paid when the card is declined, and then nothing changes;
 *   plan_not_changed when the provider does not answer.
 */
export async function changePlan(ctx: Context, userId: string, input: PlanChangeInput): Promise<void> {
  const { id, plan } = input
  const membership = await ownMembership(ctx, userId, id)
  const subscriptionId = changeable(membership)
  if (membership.plan === plan && membership.next_plan === null) return
  const offered = membership.plan === plan ? priceKept(membership) : await offeredPlan(ctx, plan)
  const { amountCents = offered.totalCents } = input
  if (![offered.totalCents, offered.amountCents].includes(amountCents)) {
    throw refuse('amount_changed', { amount: toDollars(offered.amountCents), total: toDollars(offered.totalCents) })
  }
  const at = input.preview === undefined ? undefined : unsealed(ctx, { id, plan }, input.preview)
  const change = {
    interval: offered.interval,
    amountCents: offered.totalCents,
    name: `${ctx.settings.brand.name} Premium, ${plan}`,
    idempotencyKey: `plan ${id} ${input.preview ?? randomUUID()}`,
    ...(at && { at }),
  }
  const outcome = await changeAtProvider(ctx, {
    userId,
    subscriptionId,
    failure: 'plan_not_changed',
    change: () => ctx.payments.changePlan(subscriptionId, change),
  })
  if (outcome !== 'done') throw refuse('subscription_ended')
  // Reads the new invoice and sends its e-mail. A job does so if the provider does not answer now.
  await readMembership(ctx, { userId, subscriptionId }).catch(async error => {
    if (!(error instanceof PaymentError)) throw error
    await enqueue(ctx, READ_MEMBERSHIP, { userId, subscriptionId })
  })
}

/** @returns the provider's id of a subscription whose plan can change. */
function changeable({ status, cancel_at_period_end, provider_id: subscriptionId }: OwnMembership): string {
  if (status === 'cancelled') throw refuse('subscription_ended')
  if (subscriptionId === null) throw refuse('nothing_billed')
  if (status === 'past_due') throw refuse('payment_due')
  if (cancel_at_period_end) throw refuse('subscription_cancelled')
  return subscriptionId
}

type Price = Pick<OfferedPlan, 'interval' | 'amountCents' | 'totalCents'>

/** Dropping a scheduled change keeps the member's current price, whatever the store asks now. */
const priceKept = ({ plan, price_cents: totalCents }: OwnMembership): Price => ({
  interval: intervalOf(plan as PlanName),
  amountCents: monthlyCentsOf(totalCents, plan as PlanName),
  totalCents,
})

async function offeredPlan(ctx: Context, plan: PlanName): Promise<OfferedPlan> {
  const offered = (await listOfferedPlans(ctx)).find(({ interval }) => interval === intervalOf(plan))
  if (!offered) throw refuse('plan_not_offered')
  return offered
}

type Shown = { id: string; plan: PlanName; at: number; shownAt: number }

/** Signs the moment, because the moment decides the credit for the rest of the period and the client must not choose it. */
const sealed = (ctx: Context, { id, plan, at, shownAt }: Shown) =>
  `${at}.${shownAt}.${ctx.keyedHash(`plan change ${id} ${plan} ${at} ${shownAt}`)}`

function unsealed(ctx: Context, { id, plan }: Pick<Shown, 'id' | 'plan'>, preview: string): Date {
  const [at, shownAt] = preview.split('.').map(Number) as [number, number]
  const isOurs = sealed(ctx, { id, plan, at, shownAt }) === preview
  if (!isOurs || Math.abs(+ctx.now() - shownAt) > PREVIEW_MS) throw refuse('preview_expired')
  return new Date(at)
}
