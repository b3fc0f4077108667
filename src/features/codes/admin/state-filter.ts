import { z } from 'zod'
import { defineFilters, searchWords } from '#ui/staff-kit/define-filters.ts'
import type { CouponState } from '../contract.ts'

export const STATE_NAMES: Record<CouponState, string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  paused: 'Paused',
  expired: 'Expired',
  'used-up': 'Used up',
  archived: 'Archived',
}

/** Active, scheduled and used-up coupons can be paused; expired and archived coupons cannot. */
export const canBe = (to: 'paused' | 'resumed', state: CouponState): boolean =>
  to === 'resumed' ? state === 'paused' : ['active', 'scheduled', 'used-up'].includes(state)

/** Filters of the codes. Without a state: all coupons that are not archived; `referrals`: the referral codes instead. */
export const COUPON_FILTERS = defineFilters({
  q: searchWords(64),
  state: z.enum([...(Object.keys(STATE_NAMES) as CouponState[]), 'referrals']),
})
