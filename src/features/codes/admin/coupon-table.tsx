import { useMutation } from '@tanstack/react-query'
import { call } from '#platform/client/call.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import { toast } from '#ui/toast.ts'
import type { CouponState } from '../contract.ts'
import { codesChanged, codesClient, type ShownCoupon } from './codes-admin-client.ts'
import { datesText, discountText, restrictionsOf, useText } from './coupon-words.ts'
import { STATE_NAMES } from './state-filter.ts'

export type CouponActs = {
  onEdit: (coupon: ShownCoupon) => void
  onUse: (coupon: ShownCoupon) => void
  onArchive: (coupon: ShownCoupon) => void
}

const TONES: Record<CouponState, BadgeTone> = {
  active: 'success',
  scheduled: 'neutral',
  paused: 'warning',
  expired: 'neutral',
  'used-up': 'neutral',
  archived: 'neutral',
}
/** Columns that phones have no room for; there they stand under the code. */
const WIDE = 'max-lg:hidden'

export function CouponTable({ coupons, ...acts }: CouponActs & { coupons: readonly ShownCoupon[] }) {
  return (
    <Table caption="Codes" captionHidden className="min-w-0!">
      <thead>
        <tr>
          <HeadCell>Code</HeadCell>
          <HeadCell className={WIDE}>Discount</HeadCell>
          <HeadCell className={WIDE}>Dates</HeadCell>
          <HeadCell className={WIDE}>Restrictions</HeadCell>
          <HeadCell numeric>Used</HeadCell>
          <HeadCell className="max-sm:hidden">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {coupons.map(coupon => (
          <CouponRow key={coupon.id} coupon={coupon} {...acts} />
        ))}
      </tbody>
    </Table>
  )
}

function CouponRow({ coupon, ...acts }: CouponActs & { coupon: ShownCoupon }) {
  const restrictions = restrictionsOf(coupon)
  return (
    <tr className="hover:bg-raised">
      <Cell>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="break-all font-semibold">{coupon.code}</span>
          <Badge tone={TONES[coupon.state]}>{STATE_NAMES[coupon.state]}</Badge>
        </span>
        <span className="mt-1 block text-muted lg:hidden">
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
      <Cell numeric>{useText(coupon)}</Cell>
      <Cell className="max-sm:hidden">
        <CouponActions coupon={coupon} {...acts} />
      </Cell>
    </tr>
  )
}

/** Pausing and resuming undo each other, and so they ask nobody. */
function CouponActions({ coupon, onEdit, onUse, onArchive }: CouponActs & { coupon: ShownCoupon }) {
  const { id, code, state } = coupon
  const isPaused = state === 'paused'
  const pausing = useMutation({
    mutationFn: () => {
      const one = codesClient.codes[':id']
      return isPaused ? call(one.resume.$post({ param: { id } })) : call(one.pause.$post({ param: { id } }))
    },
    async onSuccess() {
      await codesChanged()
      toast.success(isPaused ? `${code} counts again` : `${code} is paused`)
    },
    onError: error => toast.error(error.message),
  })
  return (
    <span className="flex items-center gap-x-1 sm:justify-end">
      <IconButton size="sm" icon="eye" label={`Use of ${code}`} onClick={() => onUse(coupon)} />
      {state !== 'archived' && (
        <>
          <Button
            size="sm"
            variant="quiet"
            busy={pausing.isPending}
            aria-label={`${isPaused ? 'Resume' : 'Pause'} ${code}`}
            onClick={() => pausing.mutate()}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <IconButton size="sm" icon="edit" label={`Edit ${code}`} onClick={() => onEdit(coupon)} />
          <IconButton size="sm" icon="trash" label={`Archive ${code}`} onClick={() => onArchive(coupon)} />
        </>
      )}
    </span>
  )
}
