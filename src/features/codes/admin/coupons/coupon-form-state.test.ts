import { describe, expect, it } from 'vitest'
import { changedFields, changeOf } from '#ui/staff-kit/record-form-state.ts'
import { CouponChange, NewCoupon } from '../../contract.ts'
import { COUPON } from '../../coupon-fields.ts'
import type { ShownDetail } from '../codes-admin-client.ts'
import { formStateOf } from './coupon-form-state.ts'

const inputOf = COUPON.valuesOf

const PRODUCT = '019cb000-0000-7000-8000-000000000001'
const coupon: ShownDetail = {
  id: '019cb000-0000-7000-8000-000000000000',
  code: 'SPRING-15',
  version: 1,
  state: 'active',
  discount: { kind: 'percent', amount: 12.5 },
  note: 'For the newsletter',
  startsAt: '2026-03-01T09:30:00.000Z',
  endsAt: null,
  minimumSubtotal: 0,
  totalLimit: 100,
  personLimit: null,
  firstOrderOnly: true,
  tiers: ['Silver', 'Bronze'],
  productIds: [PRODUCT],
  combinable: false,
  held: 0,
  used: 0,
  late: 0,
  createdAt: '2026-02-01T00:00:00.000Z',
  products: [{ id: PRODUCT, name: 'Canteen' }],
  discountGiven: 0,
  events: [],
}

describe('the form of a coupon', () => {
  it('the form opens with the coupon’s terms, and sends them back unchanged', () => {
    const current = formStateOf(coupon)
    expect(current.discount).toEqual({ kind: 'percent', amount: '12.5' })
    expect(current).toMatchObject({ minimumSubtotal: '', totalLimit: '100', personLimit: '', endsAt: '' })
    expect(inputOf(current)).toMatchObject({
      code: 'SPRING-15',
      discount: { kind: 'percent', amount: 12.5 },
      startsAt: coupon.startsAt,
      endsAt: null,
      minimumSubtotal: 0,
      totalLimit: 100,
      personLimit: null,
      tiers: ['Bronze', 'Silver'],
      productIds: [PRODUCT],
    })
    expect(NewCoupon.safeParse(inputOf(current)).success).toBe(true)
  })

  it('the form sends changed fields only, kind and amount together', () => {
    const opened = formStateOf(coupon)
    expect(changeOf(inputOf, { current: opened, opened })).toEqual({})
    const current = {
      ...opened,
      discount: { kind: 'flat' as const, amount: '$5.50' },
      personLimit: '1',
      productIds: [],
    }
    expect(changedFields(current, opened)).toEqual(['discount', 'personLimit', 'productIds'])
    expect(changeOf(inputOf, { current, opened })).toEqual({
      discount: { kind: 'flat', amount: 5.5 },
      personLimit: 1,
      productIds: [],
    })
  })

  it.each([
    ['an empty amount', { discount: { kind: 'percent', amount: '' } as const }, 'discount.amount'],
    ['words for an amount', { discount: { kind: 'percent', amount: 'ten' } as const }, 'discount.amount'],
    ['more than everything', { discount: { kind: 'percent', amount: '101' } as const }, 'discount.amount'],
    ['a short code', { code: 'AB' }, 'code'],
    ['half a use', { totalLimit: '1.5' }, 'totalLimit'],
    ['no use at all', { personLimit: '0' }, 'personLimit'],
  ])('%s is refused by the schema of the API, at its field', (_, change, path) => {
    const current = { ...formStateOf(coupon), ...change }
    const issues = [
      NewCoupon.safeParse(inputOf(current)),
      CouponChange.safeParse(changeOf(inputOf, { current, opened: formStateOf(coupon) })),
    ]
    for (const { error } of issues) expect(error?.issues.map(issue => issue.path.join('.'))).toEqual([path])
  })
})
