import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ArchiveCoupon } from './archive-coupon.tsx'
import type { ShownCoupon } from './codes-admin-client.ts'
import { CouponList } from './coupon-list.tsx'
import { ReferralList } from './referral-list.tsx'
import { STATE_NAMES, stateIn } from './state-filter.ts'

const CouponEditor = lazy(async () => ({ default: (await import('./coupon-editor.tsx')).CouponEditor }))
const CouponUse = lazy(async () => ({ default: (await import('./coupon-use.tsx')).CouponUse }))

/** What is open over the list. */
type Open = { what: 'editor'; coupon: ShownCoupon | null } | { what: 'use' | 'archive'; coupon: ShownCoupon }

const STATES = [
  { value: '', label: 'All but archived' },
  ...Object.entries(STATE_NAMES).map(([value, label]) => ({ value, label })),
  { value: 'referrals', label: 'Referral codes' },
]

/** `/admin?tab=codes`: coupons by state and search, and the referral codes of people; both stand in the address. */
export function AdminCodesTab() {
  const [params, setParams] = useSearchParams()
  const [search, setSearch] = useState(params.get('q') ?? '')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const isReferrals = params.get('state') === 'referrals'

  function narrow(name: 'q' | 'state', value: string) {
    setParams(
      now => {
        if (value) now.set(name, value)
        else now.delete(name)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Show"
          className="w-full sm:w-52"
          options={STATES}
          value={params.get('state') ?? ''}
          onChange={({ target }) => narrow('state', target.value)}
        />
        {!isReferrals && (
          <TextField
            label="Search by code or note"
            type="search"
            className="w-full sm:w-72"
            value={search}
            maxLength={64}
            onChange={({ target }) => {
              setSearch(target.value)
              narrow('q', target.value.trim())
            }}
          />
        )}
        <Button icon="plus" className="sm:ml-auto" onClick={() => setOpen({ what: 'editor', coupon: null })}>
          Create Code
        </Button>
      </div>
      {isReferrals ? (
        <ReferralList />
      ) : (
        <CouponList
          search={params.get('q') ?? ''}
          state={stateIn(params)}
          onEdit={coupon => setOpen({ what: 'editor', coupon })}
          onUse={coupon => setOpen({ what: 'use', coupon })}
          onArchive={coupon => setOpen({ what: 'archive', coupon })}
        />
      )}
      <Suspense>
        {open?.what === 'editor' && <CouponEditor id={open.coupon?.id ?? null} onClose={close} />}
        {open?.what === 'use' && <CouponUse coupon={open.coupon} onClose={close} />}
      </Suspense>
      {open?.what === 'archive' && <ArchiveCoupon coupon={open.coupon} onClose={close} />}
    </div>
  )
}
