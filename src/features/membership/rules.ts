import type { Subscription } from '#adapters/payments/port.ts'
import type { Settings } from '#platform/settings.ts'

/**
 * The calendar month whose benefit is due at a moment, as YYYY-MM in UTC. UTC knows no daylight-saving changes, so no hour
 * comes twice; in the official zone the month turns on the evening before the first (docs/decisions/0015-membership.md).
 */
export const benefitMonthOf = (at: Date): string => at.toISOString().slice(0, 7)

/** Bronze credits of a month (decisions.md): 1, or 5 that are shown as bonus entries. */
export const benefitAmountOf = ({ monthlyBenefit }: Settings['premium']): number =>
  monthlyBenefit === 'bronze-credit' ? 1 : 5

/** The specified sentence for a benefit that has just come. */
export const benefitMessageOf = (premium: Settings['premium']): string =>
  premium.monthlyBenefit === 'bronze-credit'
    ? 'Monthly credit issued! Check your credits.'
    : `${benefitAmountOf(premium)} bonus entries added!`

export type MembershipStatus = 'active' | 'past_due' | 'cancelled'

/** What the provider's word for a subscription means for its benefits: only `active` gives them. */
export function statusOf({ status }: Pick<Subscription, 'status'>): MembershipStatus {
  if (status === 'active' || status === 'trialing') return 'active'
  return status === 'past_due' || status === 'unpaid' ? 'past_due' : 'cancelled'
}

/** A plan's price for a month, which is what the specification calls its amount; yearly plans divide evenly or to the cent. */
export const monthlyCentsOf = (priceCents: number, plan: 'monthly' | 'yearly'): number =>
  plan === 'yearly' ? Math.round(priceCents / 12) : priceCents
