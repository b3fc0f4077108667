import { z } from 'zod'
import { MyEntries } from '#features/giveaways/entries/contract.ts'
import { BookAddress } from '#features/identity/address-book/contract.ts'
import { OrderList } from '#features/orders/order/contract.ts'
import { model } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { UserNote } from '../acts-contract.ts'
import { UserAddress, UserRow } from '../contract.ts'
import { USER_ACTS } from '../rules.ts'

/** Finds the person by id or by e-mail. */
export const ProfileQuery = z
  .strictObject({ email: z.string().trim().toLowerCase().max(254).optional(), id: z.uuid().optional() })
  .refine(({ email, id }) => email || id, { path: ['email'], message: 'Please enter an email address' })

const UserTicket = z.object({
  id: z.string(),
  type: z.enum(['support', 'general']),
  subject: z.string(),
  status: z.string(),
  createdAt: z.iso.datetime(),
})
const UserMembership = z.object({
  plan: z.enum(['monthly', 'yearly']),
  status: z.string(),
  startedAt: z.iso.datetime(),
  paidUntil: z.iso.datetime(),
  endsAtPeriodEnd: z.boolean(),
})

/** All data of one person that staff work with; the latest ten rows of each list. */
export const UserProfile = model('UserProfile', {
  ...UserRow.shape,
  /** Equal to `address`. */
  shippingAddress: UserAddress.nullable(),
  /** Addresses on file that no post office knows, or that do not agree and no member of staff confirmed. */
  doubtfulAddresses: z.array(BookAddress),
  updatedAt: z.iso.datetime(),
  /** Counts changes to the fields that staff may edit; an edit sends it back. */
  version: z.int(),
  age: z.int().nullable(),
  emailVerified: z.boolean(),
  /** The phone said STOP, so it gets no SMS even with a consent. */
  smsStopped: z.boolean(),
  pushConsent: z.boolean(),
  membership: UserMembership.nullable(),
  recentOrders: OrderList.shape.orders,
  recentEntries: MyEntries.shape.entries,
  tickets: z.array(UserTicket),
  /** Number of signed-in browsers. */
  sessions: z.int(),
  lastSignInAt: z.iso.datetime().nullable(),
  hasSecondFactor: z.boolean(),
  /** False for an account that signs in by codes by e-mail. */
  hasPassword: z.boolean(),
  /** The step that staff demanded of the next sign-in. */
  passwordDemand: z.enum(['new-password', 'reset']).nullable(),
  referralCode: z.string().nullable(),
  /** The referrer; null without one. */
  referredBy: z.object({ id: z.string(), email: z.string() }).nullable(),
  /** Dollars paid for orders, less refunds. */
  spent: z.number(),
  /** The newest 50, and the number of all. */
  notes: z.array(UserNote),
  noteCount: z.int(),
  /** The acts that the caller has the right to, in the order of the screen, each with the server's refusal; null if it is possible now. */
  acts: z.array(
    z.object({
      name: z.enum(USER_ACTS),
      refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
})
export type UserProfile = z.infer<typeof UserProfile>

export const TIMELINE_KINDS = [
  'order',
  'entry',
  'credit',
  'membership',
  'ticket',
  'consent',
  'sign-in',
  'staff',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

export const TimelineQuery = z.strictObject({
  kind: z.enum(TIMELINE_KINDS).optional(),
  ...PAGE_QUERY,
})
export type TimelineQuery = z.infer<typeof TimelineQuery>

export const TimelineItem = model('TimelineItem', {
  id: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at: z.iso.datetime(),
  /** One line for staff: `Order RD-100012 paid`. */
  title: z.string(),
  detail: z.string().nullable(),
  /** For a credit line: above zero when the balance rose. */
  amount: z.int().nullable(),
  tier: z.enum(TIERS).nullable(),
  /** The order, giveaway or ticket that the line links to. */
  subject: z.object({ type: z.enum(['order', 'giveaway', 'ticket']), id: z.string() }).nullable(),
  /** Name of the staff member who did it. */
  by: z.string().nullable(),
})
export type TimelineItem = z.infer<typeof TimelineItem>

export const Timeline = model('UserTimeline', { items: z.array(TimelineItem), nextCursor: z.string().nullable() })
export type Timeline = z.infer<typeof Timeline>
