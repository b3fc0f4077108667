import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { comparedDollars } from '#kernel/values/inputs/decimals.ts'
import { badGateway, conflict, type ErrorTable, notFound, paymentRequired } from '#platform/errors.ts'
import type { PlanName } from './rules.ts'

export const MEMBERSHIP_ERRORS = {
  subscription_not_found: notFound('We could not find this subscription.'),
  amount_changed: conflict('The price of this plan has changed. Please check it before you pay.'),
  plan_not_offered: conflict('This plan is not available right now.'),
  subscription_ended: conflict('This subscription has ended. Subscribe again to continue.'),
  subscription_cancelled: conflict('Resume your subscription before you change its plan.'),
  nothing_billed: conflict(
    'This membership was given to you. Nothing is billed for it, so there is nothing to manage.',
  ),
  nothing_due: conflict('Nothing is due. Refresh to see the current state.'),
  preview_expired: conflict('This preview is no longer valid. Please review the change again.'),
  renewal_not_paid: paymentRequired('Failed to process recurring billing'),
  subscription_not_created: badGateway('Failed to create subscription. Please try again.'),
  subscription_not_cancelled: badGateway('Failed to cancel subscription'),
  subscription_not_resumed: badGateway('Failed to resume subscription. Please try again.'),
  plan_not_changed: badGateway('Failed to change your plan. Please try again.'),
  renewal_not_tried: badGateway('Failed to reach the payment provider. Please try again.'),
  portal_not_opened: badGateway('Failed to open the billing portal. Please try again.'),
  subscription_not_refreshed: badGateway('Failed to refresh subscription data. Please try again.'),
} as const satisfies ErrorTable

export const PLANS = ['monthly', 'yearly'] as const
const plan = z.enum(PLANS)
const interval = z.enum(['month', 'year'])
const date = z.iso.datetime()

/** A subscription as the API shows it. Amounts in dollars. */
export const Subscription = model('Subscription', {
  id: z.string(),
  /** Equals `id`. */
  subscriptionId: z.string(),
  userId: z.string(),
  /** `cancelled` as soon as the shopper cancels, although the benefits run to `endDate`; `past_due` while a renewal fails. */
  status: z.enum(['active', 'cancelled', 'past_due']),
  plan,
  /** Price per month, also of a yearly plan. */
  amount: z.number(),
  /** Amount of each bill. */
  total: z.number(),
  interval,
  startDate: date,
  /** Null when no further bill is due. */
  nextBillingDate: date.nullable(),
  lastBillingDate: date.nullable(),
  cancelledDate: date.nullable(),
  /** End of the paid period and of the benefits, when cancelled; null while the subscription renews. */
  endDate: date.nullable(),
  /** Whether the membership gives its benefits now. */
  benefitsActive: z.boolean(),
  autoEntryEnabled: z.boolean(),
  /** Bonus entries per month; 0 when the benefit is a credit. */
  bonusEntries: z.int(),
  /** Time of the last monthly benefit; null before the first. */
  monthlyCreditIssued: date.nullable(),
  /** Null for a membership without billing. */
  paymentMethod: z.string().nullable(),
  /** Whether the provider's billing portal can be opened; false for a membership that staff gave. */
  hasPortal: z.boolean(),
  lastPayment: z.object({ amount: z.number(), date }).nullable(),
  /** A failed renewal: the number of tries, the next try (null: no automatic try), and the page to pay it. */
  failedPayment: z
    .object({
      amount: z.number(),
      tries: z.int(),
      nextTry: date.nullable(),
      isLastTry: z.boolean(),
      payUrl: z.string().nullable(),
    })
    .nullable(),
  /** A change of plan that takes effect at the period's end. */
  nextPlan: z.object({ plan, interval, amount: z.number(), total: z.number(), startDate: date }).nullable(),
  /** The membership ended because a renewal was never paid. */
  endedUnpaid: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

/** The user's subscription; an empty object means none. */
export const MySubscription = z.union([Subscription, z.strictObject({})])

export const Plan = model('Plan', { plan, interval, amount: z.number(), total: z.number(), productId: z.string() })
export const PlanList = z.object({ plans: z.array(Plan) })

/** `amount` and `interval` come from the client; the server compares both with the plan and never charges by them. */
export const SubscribeBody = z
  .strictObject({
    plan,
    amount: comparedDollars.optional(),
    interval: interval.optional(),
    /** A provider of `PaymentMethods`; a card means the first. */
    paymentMethod: z.string().trim().max(40).default('card'),
  })
  .refine(body => !body.interval || body.interval === intervalOf(body.plan), {
    path: ['interval'],
    message: 'The monthly plan is billed by the month, the yearly plan by the year.',
  })
export type SubscribeBody = z.infer<typeof SubscribeBody>

/** The payment page. */
export const Subscribing = z.object({ url: z.string(), orderId: z.string() })

const subscriptionId = z.string().min(1).max(140)
export const SubscriptionBody = z.strictObject({ subscriptionId })
export const CancelBody = z.strictObject({
  subscriptionId,
  /** False ends the subscription and its benefits at once, without a refund. */
  atPeriodEnd: z.boolean().default(true),
})
export const SubscriptionParams = z.object({ id: subscriptionId })

/** One change, of the plan or of the status. The server compares `amount` and `interval` and never charges by them. */
export const SubscriptionUpdate = z
  .strictObject({
    plan: plan.optional(),
    interval: interval.optional(),
    amount: comparedDollars.optional(),
    /** Token of the preview: the change charges the previewed amount. */
    preview: z.string().max(200).optional(),
    /** `cancelled` cancels, `active` resumes. */
    status: z.enum(['active', 'cancelled']).optional(),
    /** With `cancelled`: false ends the subscription at once. */
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

export const PlanChangeQuery = z.strictObject({ plan })
/** Effect of a change of plan, in dollars. */
export const PlanChange = model('PlanChange', {
  plan,
  interval,
  amount: z.number(),
  total: z.number(),
  /** Charged at once: the new plan less the credit; 0 when the change waits for the period's end. */
  chargedNow: z.number(),
  /** Credit for the rest of the running period. */
  credit: z.number(),
  /** Start of the new plan: now, or the end of the paid period. */
  startDate: date,
  isNow: z.boolean(),
  /** Token to send with the change; valid for 30 minutes. */
  preview: z.string(),
})

export const Portal = z.object({ url: z.string() })

export const MembershipInvoice = model('MembershipInvoice', {
  id: z.string(),
  reason: z.enum(['first', 'renewal', 'plan_change', 'other']),
  /** `closed`: written off, the provider no longer collects it. */
  status: z.enum(['open', 'paid', 'closed']),
  plan,
  amount: z.number(),
  refunded: z.number(),
  /** Time of payment, else of issue. */
  date,
  periodStart: date,
  periodEnd: date,
  /** The provider's page of the invoice. */
  url: z.string().nullable(),
})
export type MembershipInvoice = z.infer<typeof MembershipInvoice>
export const InvoiceQuery = z.strictObject({
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
  /** False when the user already has this month's benefit, or is no member. */
  issued: z.boolean(),
  /** Bronze credits issued by this call. */
  amount: z.int(),
  message: z.string().nullable(),
})

/** A plan's interval, in the provider's and the products' words. */
export const intervalOf = (plan: PlanName) => (plan === 'yearly' ? 'year' : 'month')
