import { useRight } from '#kernel/client/rights.ts'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { Cell, HeadCell, Table } from '#ui/data/table.tsx'
import { ChooseAllCell, ChooseCell } from '#ui/staff-kit/choose-cells.tsx'
import type { Selection } from '#ui/staff-kit/use-selection.ts'
import type { CouponState } from '../../contract.ts'
import type { ShownCoupon } from '../codes-admin-client.ts'
import { STATE_NAMES } from '../state-filter.ts'
import { CouponActions, type CouponActs } from './coupon-actions.tsx'
import { datesText, discountText, restrictionsOf, useText } from './coupon-words.ts'

const TONES: Record<CouponState, BadgeTone> = {
  active: 'success',
  scheduled: 'neutral',
  paused: 'warning',
  expired: 'neutral',
  'used-up': 'neutral',
  archived: 'neutral',
}
/** Narrow screens show these columns below the code. */
const WIDE = 'max-xl:hidden'

type CouponTableProps = CouponActs & {
  coupons: readonly ShownCoupon[]
  selection: Selection<ShownCoupon>
}

export function CouponTable({ coupons, selection, ...acts }: CouponTableProps) {
  const mayChange = useRight('codes.change')
  const there = coupons.filter(({ state }) => state !== 'archived')
  return (
    <Table caption="Codes" captionHidden className="min-w-0!">
      <thead>
        <tr>
          {mayChange && <ChooseAllCell label="Choose all" rows={there} selection={selection} />}
          <HeadCell>Code</HeadCell>
          <HeadCell className={WIDE}>Discount</HeadCell>
          <HeadCell className={WIDE}>Dates</HeadCell>
          <HeadCell className={WIDE}>Restrictions</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Used
          </HeadCell>
          <HeadCell className="max-sm:hidden">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {coupons.map(coupon => (
          <CouponRow key={coupon.id} coupon={coupon} selection={mayChange ? selection : undefined} {...acts} />
        ))}
      </tbody>
    </Table>
  )
}

type CouponRowProps = CouponActs & {
  coupon: ShownCoupon
  selection: Selection<ShownCoupon> | undefined
}

function CouponRow({ coupon, selection, ...acts }: CouponRowProps) {
  const restrictions = restrictionsOf(coupon)
  return (
    <tr className="hover:bg-raised">
      {selection && (
        <ChooseCell
          label={`Choose ${coupon.code}`}
          row={coupon}
          selection={selection}
          isOffered={coupon.state !== 'archived'}
          className="max-sm:align-top"
        />
      )}
      <Cell>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="break-all font-semibold">{coupon.code}</span>
          <Badge tone={TONES[coupon.state]}>{STATE_NAMES[coupon.state]}</Badge>
        </span>
        <span className="mt-1 block text-muted xl:hidden">
          <span className="sm:hidden">Used {useText(coupon)} · </span>
          {[discountText(coupon.discount), datesText(coupon), ...restrictions].join(' · ')}
        </span>
        {coupon.note && <span className="mt-1 block max-w-sm text-muted">{coupon.note}</span>}
        <span className="-ml-2 mt-1 block sm:hidden">
          <CouponActions coupon={coupon} {...acts} />
        </span>
      </Cell>
      <Cell className={`${WIDE} whitespace-nowrap`}>{discountText(coupon.discount)}</Cell>
      <Cell className={`${WIDE} whitespace-nowrap`}>{datesText(coupon)}</Cell>
      <Cell className={`${WIDE} text-muted`}>{restrictions.join(' · ') || 'None'}</Cell>
      <Cell numeric className="whitespace-nowrap max-sm:hidden">
        {useText(coupon)}
      </Cell>
      <Cell className="max-sm:hidden">
        <CouponActions coupon={coupon} {...acts} />
      </Cell>
    </tr>
  )
}
