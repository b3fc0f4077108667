import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { numberIn, percentIn } from '#kernel/values/typed-number.ts'
import { changedFields } from '#ui/staff-kit/record-draft.ts'
import { isoOf, localOf } from '#ui/time/local-moment.ts'
import type { CouponChange, NewCoupon } from '../../contract.ts'
import type { ShownCoupon, ShownDetail } from '../codes-admin-client.ts'

/** Form values of a coupon: numbers as typed text, times in the browser's zone. */
export type CouponDraft = {
  code: string
  /** One field for kind and amount, because 15 percent differs from 15 dollars: a merge must never mix two edits. */
  discount: { kind: 'percent' | 'flat'; amount: string }
  note: string
  /** In the format of `<input type="datetime-local">`; empty for none. */
  startsAt: string
  endsAt: string
  minimumSubtotal: string
  totalLimit: string
  personLimit: string
  firstOrderOnly: boolean
  tiers: Tier[]
  products: { id: string; name: string }[]
  combinable: boolean
}

export const FIELD_NAMES: Record<keyof CouponDraft, string> = {
  code: 'code',
  discount: 'discount',
  note: 'note',
  startsAt: 'start',
  endsAt: 'end',
  minimumSubtotal: 'minimum',
  totalLimit: 'limit in all',
  personLimit: 'limit per person',
  firstOrderOnly: 'first order only',
  tiers: 'tiers',
  products: 'products',
  combinable: 'combinable',
}

/** A coupon in use: only its dates, limits and note can be changed. */
export const isInUse = ({ used, held }: Pick<ShownCoupon, 'used' | 'held'>) => used + held > 0

const NEW: CouponDraft = {
  code: '',
  discount: { kind: 'percent', amount: '' },
  note: '',
  startsAt: '',
  endsAt: '',
  minimumSubtotal: '',
  totalLimit: '',
  personLimit: '',
  firstOrderOnly: false,
  tiers: [],
  products: [],
  combinable: false,
}

export function draftOf(coupon: ShownDetail | null): CouponDraft {
  if (!coupon) return NEW
  return {
    code: coupon.code,
    discount: typedDiscount(coupon.discount),
    note: coupon.note,
    startsAt: fieldOf(coupon.startsAt),
    endsAt: fieldOf(coupon.endsAt),
    minimumSubtotal: coupon.minimumSubtotal > 0 ? coupon.minimumSubtotal.toFixed(2) : '',
    totalLimit: String(coupon.totalLimit ?? ''),
    personLimit: String(coupon.personLimit ?? ''),
    firstOrderOnly: coupon.firstOrderOnly,
    tiers: [...coupon.tiers],
    products: coupon.products.map(({ id, name }) => ({ id, name })),
    combinable: coupon.combinable,
  }
}

/** Display text of a field whose value is not text. */
export function saidOf(field: keyof CouponDraft, draft: CouponDraft): string {
  if (field === 'discount') {
    const { kind, amount } = draft.discount
    return kind === 'percent' ? `${amount}% off` : `$${amount} off`
  }
  if (field === 'products') return draft.products.map(({ name }) => name).join(', ')
  const value = draft[field]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (field === 'minimumSubtotal') return value && `$${value}`
  return Array.isArray(value) ? value.join(', ') : value.replace('T', ' ')
}

/**
 * The body of a new coupon. Text that is not a number becomes NaN, which the schema refuses. An empty amount is refused too, so that a
 * forgotten amount does not create a coupon without discount.
 */
export const inputOf = (draft: CouponDraft): NewCoupon => ({
  code: draft.code,
  discount: { kind: draft.discount.kind, amount: percentIn(draft.discount.amount) },
  note: draft.note,
  startsAt: momentOf(draft.startsAt),
  endsAt: momentOf(draft.endsAt),
  minimumSubtotal: draft.minimumSubtotal.trim() === '' ? 0 : numberIn(draft.minimumSubtotal),
  totalLimit: limitOf(draft.totalLimit),
  personLimit: limitOf(draft.personLimit),
  firstOrderOnly: draft.firstOrderOnly,
  tiers: TIERS.filter(tier => draft.tiers.includes(tier)),
  productIds: draft.products.map(({ id }) => id),
  combinable: draft.combinable,
})

/** Sends changed fields only, so that two staff members who edit one coupon do not undo each other's changes. */
export function changeOf(draft: CouponDraft, opened: CouponDraft): CouponChange {
  const input = inputOf(draft) as Record<string, unknown>
  const names = changedFields(draft, opened).map(field => (field === 'products' ? 'productIds' : field))
  return Object.fromEntries(names.map(name => [name, input[name]]))
}

const typedDiscount = ({ kind, amount }: ShownCoupon['discount']) => ({
  kind,
  amount: kind === 'flat' ? amount.toFixed(2) : String(amount),
})
const limitOf = (text: string) => (text.trim() === '' ? null : numberIn(text))
const momentOf = (local: string) => (local === '' ? null : isoOf(local))
const fieldOf = (moment: string | null) => (moment ? localOf(new Date(moment)) : '')
