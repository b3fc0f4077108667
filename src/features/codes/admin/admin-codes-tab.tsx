import { useState } from 'react'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { lazy } from '#ui/lazy.tsx'
import { useOpenParam } from '#ui/overlays/open-param.ts'
import { filterFields, useFilters } from '#ui/staff-kit/use-filters.ts'
import type { ShownCoupon } from './codes-admin-client.ts'
import { ArchiveCoupon } from './coupons/archive-coupon.tsx'
import { CouponList } from './coupons/coupon-list.tsx'
import { ReferralList } from './referral-list.tsx'
import { COUPON_FILTERS, STATE_NAMES } from './state-filter.ts'

const CouponEditor = lazy(async () => (await import('./coupons/coupon-editor.tsx')).CouponEditor)
const CouponUse = lazy(async () => (await import('./coupons/coupon-use.tsx')).CouponUse)

/** The open dialog. */
type Open = { what: 'edit' | 'use' | 'archive'; coupon: ShownCoupon }

const STATES = [
  { value: '', label: 'All but archived' },
  ...Object.entries(STATE_NAMES).map(([value, label]) => ({ value, label })),
  { value: 'referrals', label: 'Referral codes' },
]

/** `/admin?tab=codes`: coupons by state and search, and referral codes. State and search are kept in the URL. */
export function AdminCodesTab() {
  const { filters, change } = useFilters(COUPON_FILTERS)
  const { select, input } = filterFields(filters, change)
  const [isNew, openNew, closeNew] = useOpenParam('new')
  const mayChange = useRight('codes.change')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField label="Show" className="w-full sm:w-52" options={STATES} {...select('state')} />
        {filters.state !== 'referrals' && (
          <SearchField label="Search by code or note" className="w-full sm:w-72" maxLength={64} {...input('q')} />
        )}
        {mayChange && (
          <Button icon="plus" className="sm:ml-auto" onClick={() => openNew('1')}>
            Create Code
          </Button>
        )}
      </div>
      <SavedFiltersBar tab="codes" names={COUPON_FILTERS.names} />
      {filters.state === 'referrals' ? (
        <ReferralList />
      ) : (
        <CouponList
          search={filters.q.trim()}
          state={filters.state || undefined}
          onEdit={coupon => setOpen({ what: 'edit', coupon })}
          onUse={coupon => setOpen({ what: 'use', coupon })}
          onArchive={coupon => setOpen({ what: 'archive', coupon })}
        />
      )}
      {mayChange && isNew && <CouponEditor id={null} onClose={closeNew} />}
      {open?.what === 'edit' && <CouponEditor id={open.coupon.id} onClose={close} />}
      {open?.what === 'use' && <CouponUse coupon={open.coupon} onClose={close} />}
      {open?.what === 'archive' && <ArchiveCoupon coupon={open.coupon} onClose={close} />}
    </div>
  )
}
