import type { CouponState } from '../contract.ts'

export const STATE_NAMES: Record<CouponState, string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  paused: 'Paused',
  expired: 'Expired',
  'used-up': 'Used up',
  archived: 'Archived',
}

/** The state that the address asks for; undefined for all that are not archived, and for a word that is none. */
export const stateIn = (params: URLSearchParams) =>
  (Object.keys(STATE_NAMES) as CouponState[]).find(state => state === params.get('state'))
