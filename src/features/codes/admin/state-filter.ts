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

/** The state in the URL; undefined for all that are not archived, and for an unknown value. */
export const stateIn = (params: URLSearchParams) =>
  (Object.keys(STATE_NAMES) as CouponState[]).find(state => state === params.get('state'))
