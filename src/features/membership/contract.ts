import { z } from 'zod'
import type { ErrorTable } from '#platform/errors.ts'
import type { PlanName } from './rules.ts'

export const MEMBERSHIP_ERRORS = {
  subscription_not_found: { status: 404, message: 'We could not find this subscription.' },
  amount_changed: { status: 409, message: 'The price of this plan has changed. Please check it before you pay.' },
  plan_not_offered: { status: 409, message: 'This plan cannot be bought at the moment.' },
  payment_due: {
    status: 409,
    message: 'Your membership waits for a payment that failed. Cancel it first, or let it be tried again.',
  },
  subscription_ended: { status: 409, message: 'This subscription has ended. Subscribe again to go on.' },
  subscription_cancelled: { status: 409, message: 'Resume your subscription before you change its plan.' },
  nothing_billed: {
    status: 409,
    message: 'This membership was given to you. Nothing is billed for it, so there is nothing to manage.',
  },
  nothing_due: { status: 409, message: 'Nothing is due. Refresh to see your subscription as it is.' },
  preview_expired: { status: 409, message: 'This preview is no longer valid. Please look at the change again.' },
  renewal_not_paid: { status: 402, message: 'Failed to process recurring billing' },
  // customer-side.md section 8.
  subscription_not_created: { status: 502, message: 'Failed to create subscription. Please try again.' },
  subscription_not_cancelled: { status: 502, message: 'Failed to cancel subscription' },
  subscription_not_resumed: { status: 502, message: 'Failed to resume subscription. Please try again.' },
  plan_not_changed: { status: 502, message: 'Failed to change your plan. Please try again.' },
  renewal_not_tried: { status: 502, message: 'Failed to reach the payment provider. Please try again.' },
  portal_not_opened: { status: 502, message: 'Failed to open the billing portal. Please try again.' },
  subscription_not_refreshed: { status: 502, message: 'Failed to refresh subscription data. Please try again.' },
} as const satisfies ErrorTable

export const PLANS = ['monthly', 'yearly'] as const
const plan = z.enum(PLANS)
const interval = z.enum(['month', 'year'])
const date = z.iso.datetime()

/** customer-side.md section 3, and what a screen must know besides. Amounts in dollars. */
export const Subscription = z
  .object({
    id: z.string(),
    /** The same. */
    subscriptionId: z.string(),
    userId: z.string(),
    /** `cancelled` from the moment it is cancelled, though its benefits run to `endDate`; `past_due` while a renewal fails. */
    status: z.enum(['active', 'cancelled', 'past_due']),
    plan,
    /** For a month, also of a yearly plan. */
    amount: z.number(),
    /** What is billed each time. */
    total: z.number(),
    interval,
    startDate: date,
    /** Null when nothing more is billed. */
    nextBillingDate: date.nullable(),
    lastBillingDate: date.nullable(),
    cancelledDate: date.nullable(),
    /** The end of the paid period of a cancelled one, and of its benefits; null while it runs on. */
    endDate: date.nullable(),
    /** Whether it gives its benefits now. */
    benefitsActive: z.boolean(),
    autoEntryEnabled: z.boolean(),
    /** Bonus entries of each month; 0 when the benefit is a credit. */
    bonusEntries: z.int(),
    /** When the last monthly benefit came; null before the first. */
    monthlyCreditIssued: date.nullable(),
    /** Null when nobody is billed. */
    paymentMethod: z.string().nullable(),
    /** Whether the provider's own pages for it can be opened; not for one given by hand. */
    hasPortal: z.boolean(),
    lastPayment: z.object({ amount: z.number(), date }).nullable(),
    /** A renewal that failed: how often, when it is tried again (null: not by itself), and where to pay it. */
    failedPayment: z
      .object({
        amount: z.number(),
        tries: z.int(),
        nextTry: date.nullable(),
        isLastTry: z.boolean(),
        payUrl: z.string().nullable(),
      })
      .nullable(),
    /** A change of plan that waits for the period's end. */
    nextPlan: z.object({ plan, interval, amount: z.number(), total: z.number(), startDate: date }).nullable(),
    /** It ended because a renewal was never paid. */
    endedUnpaid: z.boolean(),
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.infer<typeof Subscription>

/** What one has: an empty object means no subscription. */
export const MySubscription = z.union([Subscription, z.strictObject({})])

export const Plan = z
  .object({ plan, interval, amount: z.number(), total: z.number(), productId: z.string() })
  .meta({ id: 'Plan' })
export const PlanList = z.object({ plans: z.array(Plan) })

/** `amount` and `interval` are what the specified client sends along; they are compared and never believed. */
export const SubscribeBody = z
  .strictObject({
    plan,
    amount: z.number().min(0).max(1_000_000).optional(),
    interval: interval.optional(),
    paymentMethod: z.string().trim().max(40).default('stripe'),
  })
  .refine(body => !body.interval || body.interval === intervalOf(body.plan), {
    path: ['interval'],
    message: 'The monthly plan is billed by the month, the yearly plan by the year.',
  })
export type SubscribeBody = z.infer<typeof SubscribeBody>

/** Where to pay. */
export const Subscribing = z.object({ url: z.string(), orderId: z.string() })

const subscriptionId = z.string().min(1).max(140)
export const SubscriptionBody = z.strictObject({ subscriptionId })
export const CancelBody = z.strictObject({
  subscriptionId,
  /** False ends it at once, and its benefits with it; nothing is paid back by that. */
  atPeriodEnd: z.boolean().default(true),
})
export const SubscriptionParams = z.object({ id: subscriptionId })

/** One change: of the plan, or of the status. `amount` and `interval` are compared and never believed. */
export const SubscriptionUpdate = z
  .strictObject({
    plan: plan.optional(),
    interval: interval.optional(),
    amount: z.number().min(0).max(1_000_000).optional(),
    /** Of the preview that was looked at: charged is what it showed. */
    preview: z.string().max(200).optional(),
    /** `cancelled` cancels, `active` resumes. */
    status: z.enum(['active', 'cancelled']).optional(),
    /** With `cancelled`: false ends it at once. */
    atPeriodEnd: z.boolean().optional(),
  })
  .refine(body => (body.plan === undefined) !== (body.status === undefined), {
    path: ['plan'],
    message: 'Say what to change: the plan, or the status.',
  })
  .refine(body => !body.interval || body.interval === (body.plan && intervalOf(body.plan)), {
    path: ['interval'],
    message: 'The monthly plan is billed by the month, the yearly plan by the year.',
  })
export type SubscriptionUpdate = z.infer<typeof SubscriptionUpdate>

export const PlanChangeQuery = z.object({ plan })
/** What a change of plan would do, in dollars. */
export const PlanChange = z
  .object({
    plan,
    interval,
    amount: z.number(),
    total: z.number(),
    /** Charged at once: the new plan less the credit; 0 when the change waits. */
    chargedNow: z.number(),
    /** For what is left of the running period. */
    credit: z.number(),
    /** When the new plan begins: now, or at the end of what is paid for. */
    startDate: date,
    isNow: z.boolean(),
    /** To be sent with the change; good for half an hour. */
    preview: z.string(),
  })
  .meta({ id: 'PlanChange' })

export const Portal = z.object({ url: z.string() })

export const MembershipInvoice = z
  .object({
    id: z.string(),
    reason: z.enum(['first', 'renewal', 'plan_change', 'other']),
    /** `closed`: written off, nothing more is asked for it. */
    status: z.enum(['open', 'paid', 'closed']),
    plan,
    amount: z.number(),
    refunded: z.number(),
    /** When it was paid, else made out. */
    date,
    periodStart: date,
    periodEnd: date,
    /** The provider's page of it. */
    url: z.string().nullable(),
  })
  .meta({ id: 'MembershipInvoice' })
export type MembershipInvoice = z.infer<typeof MembershipInvoice>
export const InvoiceQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(12),
  cursor: z.string().max(200).optional(),
})
export const InvoiceList = z.object({ items: z.array(MembershipInvoice), nextCursor: z.string().nullable() })
export const SubscriptionChanged = z.object({
  success: z.literal(true),
  message: z.string(),
  subscription: Subscription,
})

export const REFRESHED = {
  active: 'Active subscription found and refreshed',
  none: 'No active subscription found',
  purchase: 'Found recent subscription purchase.',
} as const
export const Refreshed = z.object({
  found: z.boolean(),
  message: z.enum(REFRESHED),
  subscription: MySubscription,
})

export const MonthlyCredit = z.object({
  /** False when this month's benefit is there already, or who asks is no member. */
  issued: z.boolean(),
  /** Bronze credits that came now. */
  amount: z.int(),
  message: z.string().nullable(),
})

/** A plan's interval, as the provider and the products call it. */
export const intervalOf = (plan: PlanName) => (plan === 'yearly' ? 'year' : 'month')
