import { formatMoney, toCents } from '#kernel/values/money.ts'
import { formatDay } from '#ui/time/format-day.ts'
import type { CouponState } from '../../contract.ts'
import type { ShownCoupon } from '../codes-admin-client.ts'

export const discountText = ({ kind, amount }: ShownCoupon['discount']) =>
  kind === 'percent' ? `${amount}% off` : `${formatMoney(toCents(amount))} off`

/** Uses out of the limit, and uses held by open payments. */
export function useText({ used, held, totalLimit }: Pick<ShownCoupon, 'used' | 'held' | 'totalLimit'>) {
  const of = totalLimit === null ? '' : ` of ${totalLimit.toLocaleString('en-US')}`
  return `${used.toLocaleString('en-US')}${of}${held > 0 ? ` (${held} paying)` : ''}`
}

/** Restrictions in a few words each; empty for a coupon without restrictions. */
export function restrictionsOf(coupon: ShownCoupon): string[] {
  const { minimumSubtotal, personLimit, firstOrderOnly, tiers, productIds, combinable } = coupon
  return [
    minimumSubtotal > 0 && `From ${formatMoney(toCents(minimumSubtotal))}`,
    personLimit !== null && (personLimit === 1 ? 'Once per person' : `${personLimit} times per person`),
    firstOrderOnly && 'First order',
    tiers.length > 0 && tiers.join(', '),
    productIds.length > 0 && (productIds.length === 1 ? '1 product' : `${productIds.length} products`),
    combinable && 'Combinable',
  ].filter(words => words !== false)
}

/** Validity dates in the browser's zone. */
export function datesText({ startsAt, endsAt }: Pick<ShownCoupon, 'startsAt' | 'endsAt'>): string {
  const day = (moment: string) => formatDay(moment, 'short')
  if (startsAt && endsAt) return `${day(startsAt)} – ${day(endsAt)}`
  if (startsAt) return `From ${day(startsAt)}`
  return endsAt ? `Until ${day(endsAt)}` : 'Always'
}

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
