import { TIERS, type Tier } from '#platform/tiers.ts'
import { numberIn, percentIn } from '#platform/typed-number.ts'
import { isoOf, localOf } from '#ui/local-moment.ts'
import type { CouponChange, NewCoupon } from '../contract.ts'
import type { ShownCoupon, ShownDetail } from './codes-admin-client.ts'

/** A coupon as it is typed: numbers are text until the form is sent, moments are those of the clock where one sits. */
export type CouponDraft = {
  code: string
  /** Of one piece: 15 of one kind is something else than 15 of the other, so two edits are never mixed. */
  discount: { kind: 'percent' | 'flat'; amount: string }
  note: string
  /** As `<input type="datetime-local">` has it; empty for none. */
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

/** Once somebody has used it, only its dates, its limits and its note can be changed. */
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

/** The form of a coupon, or of a new one. */
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

/** A field in words, where its own text is none. */
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

/** The fields that differ from how the form was opened. */
export const changedFields = (draft: CouponDraft, opened: CouponDraft) =>
  (Object.keys(draft) as (keyof CouponDraft)[]).filter(
    field => JSON.stringify(draft[field]) !== JSON.stringify(opened[field]),
  )

/**
 * What is sent to make a coupon. What is no number becomes NaN, which the schema refuses with its sentence; so does an empty
 * amount: a coupon of nothing is not made by forgetting.
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

/** Only what was changed is sent, so that two of the staff with one coupon open do not undo each other. */
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
