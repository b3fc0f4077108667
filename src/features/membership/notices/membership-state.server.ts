import type { Selectable } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import type { Invoice, Subscription } from '#kernel/ports/payments.ts'
import type { Membership } from '#platform/db/tables.ts'
import { type MembershipStatus, planOf } from '../rules.ts'

/** A subscription as the provider returned it, with those of its invoices that may be new, and the sequence number of the reading. */
export type Reading = { number: number; subscription: Subscription; invoices: readonly Invoice[] }

/** Columns of a reading. */
export function stateOf(ctx: DataContext, { subscription, number }: Reading, status: MembershipStatus) {
  const { nextPlan, cancelAtPeriodEnd } = subscription
  const isEnding = status !== 'cancelled' && cancelAtPeriodEnd
  return {
    status,
    plan: planOf(subscription.interval),
    price_cents: subscription.amountCents,
    current_period_started_at: subscription.periodStart,
    current_period_ends_at: subscription.periodEnd,
    cancel_at_period_end: cancelAtPeriodEnd,
    cancelled_at: status === 'cancelled' || isEnding ? (subscription.canceledAt ?? ctx.now()) : null,
    ended_at: status === 'cancelled' ? (subscription.endedAt ?? ctx.now()) : null,
    next_plan: nextPlan && status === 'active' ? planOf(nextPlan.interval) : null,
    next_price_cents: nextPlan && status === 'active' ? nextPlan.amountCents : null,
    customer_id: subscription.customerId,
    reading: number,
    read_at: ctx.now(),
  }
}
export type MembershipState = ReturnType<typeof stateOf>

/** The columns of a membership before a reading is written to it. */
export type MembershipBefore = Pick<
  Selectable<Membership>,
  'cancel_at_period_end' | 'current_period_ends_at' | 'id' | 'next_plan' | 'plan' | 'reading' | 'status'
>
