import type { Invoice, Subscription } from '#kernel/ports/payments.ts'
import type { Settings } from '#kernel/settings.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { benefitAmountOf } from '#kernel/values/words/premium-benefits.ts'

/**
 * Days of notice before a yearly renewal. State laws require 15 to 45 days (California, New York) or 30 to 60 (Utah). 35 satisfies
 * all of them and leaves days to spare for a failed run.
 */
export const YEARLY_NOTICE_DAYS = 35
/** Days of notice before the last try at a failed renewal. */
export const LAST_TRY_NOTICE_DAYS = 2
/** Number of tries at a renewal, as configured at the provider; then the subscription ends. */
export const RENEWAL_TRIES = 4

/**
 * Calendar month of the benefit that is due at a moment, as YYYY-MM in UTC. UTC has no daylight-saving changes, so no hour
 * repeats. In the official zone the month turns on the evening before the first (docs/decisions/0015-membership.md).
 */
export const benefitMonthOf = (at: Date): string => at.toISOString().slice(0, 7)

/** Message after a benefit was issued. */
export const benefitMessageOf = (premium: Settings['premium']): string =>
  premium.monthlyBenefit === 'bronze-credit'
    ? 'Monthly credit issued! Check your credits.'
    : `${benefitAmountOf(premium)} bonus entries added!`

export type MembershipStatus = 'active' | 'past_due' | 'cancelled'

/** Maps the provider's subscription status; only `active` gives benefits. */
export function statusOf({ status }: Pick<Subscription, 'status'>): MembershipStatus {
  if (status === 'active' || status === 'trialing') return 'active'
  return status === 'past_due' || status === 'unpaid' ? 'past_due' : 'cancelled'
}

export type InvoiceStatus = 'open' | 'paid' | 'closed'

/** Maps the provider's invoice status; undefined for a draft, which is not recorded. */
export function invoiceStatusOf({ status }: Pick<Invoice, 'status'>): InvoiceStatus | undefined {
  if (status === 'draft') return undefined
  return status === 'open' || status === 'paid' ? status : 'closed'
}

export type PlanName = 'monthly' | 'yearly'

export const planOf = (interval: 'month' | 'year'): PlanName => (interval === 'year' ? 'yearly' : 'monthly')

/** Plan of a billing period: over 180 days is yearly. */
export const planOfPeriod = (start: Date, end: Date): PlanName => (+end - +start > 180 * DAY_MS ? 'yearly' : 'monthly')

/** Whether the next try at a failed renewal is the last. @param tries failed tries so far. */
export const isLastTry = (tries: number): boolean => tries >= RENEWAL_TRIES - 1

/** A plan's price per month, which the API calls `amount`. A yearly price divides evenly or is rounded to the cent. */
export const monthlyCentsOf = (priceCents: number, plan: 'monthly' | 'yearly'): number =>
  plan === 'yearly' ? Math.round(priceCents / 12) : priceCents

/** What the yearly plan saves against twelve monthly bills, as a sentence. Prices are in cents. */
export function yearlySavingInWords(monthlyCents: number, yearlyCents: number): string {
  const saved = 12 * monthlyCents - yearlyCents
  if (saved > 0) return `Saves ${formatMoney(saved)} a year.`
  return saved === 0 ? 'Costs the same as twelve months.' : `Costs ${formatMoney(-saved)} more than twelve months.`
}
