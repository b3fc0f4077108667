import { z } from 'zod'
import type { ErrorTable } from '#platform/errors.ts'

export const MEMBERSHIP_ERRORS = {
  subscription_not_found: { status: 404, message: 'We could not find this subscription.' },
  amount_changed: { status: 409, message: 'The price of this plan has changed. Please check it before you pay.' },
  plan_not_offered: { status: 409, message: 'This plan cannot be bought at the moment.' },
  payment_due: {
    status: 409,
    message: 'Your membership waits for a payment that failed. Cancel it first, or let it be tried again.',
  },
  subscription_ended: { status: 409, message: 'This subscription has ended. Subscribe again to go on.' },
  // customer-side.md section 8.
  subscription_not_created: { status: 502, message: 'Failed to create subscription. Please try again.' },
  subscription_not_cancelled: { status: 502, message: 'Failed to cancel subscription' },
  subscription_not_resumed: { status: 502, message: 'Failed to resume subscription. Please try again.' },
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

export const SubscriptionBody = z.strictObject({ subscriptionId: z.string().min(1).max(140) })
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
export const intervalOf = (plan: (typeof PLANS)[number]) => (plan === 'yearly' ? 'year' : 'month')
