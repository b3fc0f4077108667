import { useRight } from '#platform/client/rights.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { RowChoice } from '#ui/row-choice.tsx'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import type { CouponState } from '../contract.ts'
import type { ShownCoupon } from './codes-admin-client.ts'
import { CouponActions, type CouponActs } from './coupon-actions.tsx'
import { datesText, discountText, restrictionsOf, useText } from './coupon-words.ts'
import { STATE_NAMES } from './state-filter.ts'

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
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

export function CouponTable({ coupons, chosen, onChoose, ...acts }: CouponTableProps) {
  const mayChange = useRight('codes.change')
  const there = coupons.filter(({ state }) => state !== 'archived').map(({ id }) => id)
  const all = there.length > 0 && there.every(id => chosen.has(id))
  return (
    <Table caption="Codes" captionHidden className="min-w-0!">
      <thead>
        <tr>
          {mayChange && (
            <HeadCell className="w-10 pr-0!">
              <RowChoice
                label="Choose all"
                disabled={there.length === 0}
                checked={all}
                onChange={() => onChoose(new Set(all ? [] : there))}
              />
            </HeadCell>
          )}
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
          <CouponRow
            key={coupon.id}
            coupon={coupon}
            {...acts}
            choice={
              mayChange && {
                isChosen: chosen.has(coupon.id),
                toggle: () => onChoose(chosen.symmetricDifference(new Set([coupon.id]))),
              }
            }
          />
        ))}
      </tbody>
    </Table>
  )
}

type CouponRowProps = CouponActs & {
  coupon: ShownCoupon
  /** False for a coupon without a bulk action. */
  choice: false | { isChosen: boolean; toggle: () => void }
}

function CouponRow({ coupon, choice, ...acts }: CouponRowProps) {
  const restrictions = restrictionsOf(coupon)
  return (
    <tr className="hover:bg-raised">
      {choice && (
        <Cell className="pr-0! max-sm:align-top">
          {coupon.state !== 'archived' && (
            <RowChoice label={`Choose ${coupon.code}`} checked={choice.isChosen} onChange={choice.toggle} />
          )}
        </Cell>
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
