import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY, searchWords } from '#kernel/api/page-query.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { COUPON, Discount, TERMS } from './coupon-fields.ts'

/** Why a code is refused, in the order of the checks. The first reason is reported. */
export const CODE_ERRORS = {
  code_not_found: notFound('Code not found'),
  code_not_for_memberships: conflict('Memberships take no codes.'),
  code_own_referral: conflict('This is your own referral code. Only your friends can use it.'),
  /** For staff, at every account of their mailbox. */
  code_own_making: conflict('You made or changed {promo}. Staff use no code of their own.'),
  code_not_started: conflict('{promo} cannot be used yet.'),
  code_expired: conflict('{promo} has expired.'),
  code_paused: conflict('{promo} is paused.'),
  code_used_by_you: conflict('You have already used {promo}.'),
  code_used_up: conflict('{promo} has been used up.'),
  code_not_first_order: conflict('{promo} is for a first order only.'),
  code_minimum: conflict('{promo} needs goods for {minimum}. Add {missing} more to use it.'),
  code_nothing_eligible: conflict('{promo} does not apply to anything in your cart.'),
  code_not_combinable: conflict('{promo} cannot be combined with {other}.'),
  // The coupon's terms changed between quote and order.
  code_changed: conflict('{promo} has just changed. Please check the new total before you pay.'),
} as const satisfies ErrorTable

export const COUPON_ERRORS = {
  coupon_not_found: notFound('We could not find this code.'),
  coupon_code_taken: conflict('{promo} already exists.'),
  coupon_in_use: conflict('{promo} has been used. Only its dates, its limits and its note can still be changed.'),
  coupon_limit_below_use: conflict('{promo} has already been used more often than this limit.'),
  coupon_archived: conflict('{promo} is archived.'),
} as const satisfies ErrorTable

/** A valid code. A coupon has a discount; a referral code has its owner's masked e-mail address. */
export const ValidCode = model('ValidCode', {
  type: z.enum(['coupon', 'referral']),
  code: z.string(),
  discount: Discount.optional(),
  ownerEmail: z.string().optional(),
})
export type ValidCode = z.infer<typeof ValidCode>

/** A code applied to a quote. `amount` is the discount in dollars, 0 for a referral code. */
export const AppliedCode = model('AppliedCode', {
  code: z.string(),
  type: z.enum(['coupon', 'referral']),
  discount: Discount.nullable(),
  amount: z.number(),
})

/** scheduled: not started yet. used-up: every use is taken, including uses held by open payments. */
export const COUPON_STATES = ['active', 'scheduled', 'expired', 'paused', 'used-up', 'archived'] as const
export type CouponState = (typeof COUPON_STATES)[number]

const { code, discount } = COUPON.input
// The terms come first, also in the list of a body's problems.
const terms: Partial<typeof COUPON.changed> = Object.fromEntries(TERMS.map(name => [name, COUPON.changed[name]]))
const change = { ...terms, ...COUPON.changed }

/** The body of `POST /api/admin/codes`. Omitted fields do not restrict the coupon. */
export const NewCoupon = strictModel('NewCoupon', { ...change, code, discount })
export type NewCoupon = z.infer<typeof NewCoupon>

/** The body of `PATCH /api/admin/codes/{id}`. Omitted fields stay unchanged. */
export const CouponChange = strictModel('CouponChange', {
  ...change,
  /** The version that the caller read. If omitted, the change ignores concurrent edits. */
  version: z.int().min(1).max(1_000_000_000).optional(),
})
export type CouponChange = z.infer<typeof CouponChange>

const { code: shownCode, ...shown } = COUPON.shown

/** A coupon with staff fields; amounts in dollars or percent. */
export const Coupon = model('Coupon', {
  id: z.string(),
  code: shownCode,
  state: z.enum(COUPON_STATES),
  ...shown,
  /** Uses held by open payments. */
  held: z.int(),
  used: z.int(),
  /** Used beyond the limits, because the payment arrived after the hold had lapsed. Included in `used`. */
  late: z.int(),
  createdAt: z.iso.datetime(),
  /** Number of staff edits. */
  version: z.int(),
})
export type Coupon = z.infer<typeof Coupon>

const COUPON_EVENTS = ['created', 'changed', 'paused', 'resumed', 'archived'] as const

/** One coupon with product names, total discount and history. */
export const CouponDetail = Coupon.extend({
  products: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Total discount of paid orders, in dollars. */
  discountGiven: z.number(),
  events: z.array(
    z.object({
      kind: z.enum(COUPON_EVENTS),
      /** Null for an action of the shop itself. */
      by: z.string().nullable(),
      at: z.iso.datetime(),
      changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
    }),
  ),
}).meta({ id: 'CouponDetail' })
export type CouponDetail = z.infer<typeof CouponDetail>

export const CouponQuery = z.strictObject({
  ...PAGE_QUERY,
  /** Part of the code or of the note. */
  search: searchWords(64),
  /** All coupons that are not archived, when omitted. */
  state: z.enum(COUPON_STATES).optional(),
})
export type CouponQuery = z.infer<typeof CouponQuery>

export const CouponList = model('CouponList', { codes: z.array(Coupon), nextCursor: z.string().nullable() })

export const PageQuery = z.strictObject(PAGE_QUERY)

export const USE_STATES = ['held', 'used', 'released'] as const

/** One use of a code: user, order and discount. Newest first. */
export const CodeUse = model('CodeUse', {
  id: z.string(),
  orderId: z.string(),
  /** `RD-100001`. */
  reference: z.string(),
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  /** Dollars. */
  amount: z.number(),
  state: z.enum(USE_STATES),
  late: z.boolean(),
  date: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
})
export const CodeUseList = model('CodeUseList', { uses: z.array(CodeUse), nextCursor: z.string().nullable() })

/** A referral code with its paid checkouts and its owner's rewards. */
export const ReferralCode = model('ReferralCode', {
  code: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  used: z.int(),
  people: z.int(),
  rewards: z.int(),
  creditsGiven: z.int(),
})
export const ReferralCodeList = model('ReferralCodeList', {
  referrals: z.array(ReferralCode),
  nextCursor: z.string().nullable(),
})
