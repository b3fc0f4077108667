import { COUPON } from '../../coupon-fields.ts'
import type { ShownCoupon, ShownDetail } from '../codes-admin-client.ts'

/** Form values of a coupon: numbers as typed text, times in the browser's zone. */
export type CouponFormState = typeof COUPON.blank

/** A coupon in use: only its dates, limits and note can be changed. */
export const isInUse = ({ used, held }: Pick<ShownCoupon, 'used' | 'held'>) => used + held > 0

export const formStateOf = (coupon: ShownDetail | null): CouponFormState =>
  coupon ? { ...COUPON.typedOf(coupon), productIds: coupon.products } : COUPON.blank
