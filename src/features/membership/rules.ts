import type { Invoice, Subscription } from '#adapters/payments/port.ts'
import type { Settings } from '#platform/settings.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Days before a yearly renewal in which its member is told of it. States with a law for it want 15 to 45 days (California, New
 * York) or 30 to 60 (Utah): 35 lies within all of them, with days to spare for a run that failed.
 */
export const YEARLY_NOTICE_DAYS = 35
/** Days before the last try at a failed renewal in which its member is reminded. */
export const LAST_TRY_NOTICE_DAYS = 2
/** How often the provider tries a renewal by itself, as it is to be set up there; then the subscription ends. */
export const RENEWAL_TRIES = 4

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

export type InvoiceStatus = 'open' | 'paid' | 'closed'

/** What the provider's word for an invoice means here; undefined for a draft, which is none yet. */
export function invoiceStatusOf({ status }: Pick<Invoice, 'status'>): InvoiceStatus | undefined {
  if (status === 'draft') return undefined
  return status === 'open' || status === 'paid' ? status : 'closed'
}

export type PlanName = 'monthly' | 'yearly'

export const planOf = (interval: 'month' | 'year'): PlanName => (interval === 'year' ? 'yearly' : 'monthly')

/** Whether a stretch of time is one of the yearly plan. */
export const planOfPeriod = (start: Date, end: Date): PlanName => (+end - +start > 180 * DAY_MS ? 'yearly' : 'monthly')

/** Whether the next try at a failed renewal is the provider's last. @param tries how many failed so far. */
export const isLastTry = (tries: number): boolean => tries >= RENEWAL_TRIES - 1

/** A plan's price for a month, which is what the specification calls its amount; yearly plans divide evenly or to the cent. */
export const monthlyCentsOf = (priceCents: number, plan: 'monthly' | 'yearly'): number =>
  plan === 'yearly' ? Math.round(priceCents / 12) : priceCents
