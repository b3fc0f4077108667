import type { CouponState } from '../contract.ts'

export const STATE_NAMES: Record<CouponState, string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  paused: 'Paused',
  expired: 'Expired',
  'used-up': 'Used up',
  archived: 'Archived',
}

/** Pausing is for what may still be used; what is over is paused by nobody. */
export const canBe = (to: 'paused' | 'resumed', state: CouponState): boolean =>
  to === 'resumed' ? state === 'paused' : ['active', 'scheduled', 'used-up'].includes(state)

/** The state that the address asks for; undefined for all that are not archived, and for a word that is none. */
export const stateIn = (params: URLSearchParams) =>
  (Object.keys(STATE_NAMES) as CouponState[]).find(state => state === params.get('state'))
