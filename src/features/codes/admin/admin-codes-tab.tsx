import { useState } from 'react'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { lazy } from '#ui/lazy.tsx'
import { useOpenParam } from '#ui/overlays/open-param.ts'
import { ListPage } from '#ui/staff-kit/list-page.tsx'
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
  const [isNew, openNew, closeNew] = useOpenParam('new')
  const mayChange = useRight('codes.change')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)

  return (
    <>
      <ListPage
        filters={COUPON_FILTERS}
        saved={{ tab: 'codes', Bar: SavedFiltersBar }}
        bar={({ select, input }, { filters }) => (
          <>
            <SelectField label="Show" className="w-full sm:w-52" options={STATES} {...select('state')} />
            {filters.state !== 'referrals' && (
              <SearchField label="Search by code or note" className="w-full sm:w-72" maxLength={64} {...input('q')} />
            )}
          </>
        )}
        actions={
          mayChange && (
            <Button icon="plus" onClick={() => openNew('1')}>
              Create Code
            </Button>
          )
        }
      >
        {({ filters, ...list }) =>
          filters.state === 'referrals' ? (
            <ReferralList />
          ) : (
            <CouponList
              list={list}
              onEdit={coupon => setOpen({ what: 'edit', coupon })}
              onUse={coupon => setOpen({ what: 'use', coupon })}
              onArchive={coupon => setOpen({ what: 'archive', coupon })}
            />
          )
        }
      </ListPage>
      {mayChange && isNew && <CouponEditor id={null} onClose={closeNew} />}
      {open?.what === 'edit' && <CouponEditor id={open.coupon.id} onClose={close} />}
      {open?.what === 'use' && <CouponUse coupon={open.coupon} onClose={close} />}
      {open?.what === 'archive' && <ArchiveCoupon coupon={open.coupon} onClose={close} />}
    </>
  )
}
