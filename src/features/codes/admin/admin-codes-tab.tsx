import { useState } from 'react'
import { z } from 'zod'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { EmailText } from '#ui/data/email-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { lazy } from '#ui/lazy.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { defineFilters, searchWords } from '#ui/staff-kit/define-filters.ts'
import { ListPage } from '#ui/staff-kit/list-page.tsx'
import { RowTable } from '#ui/staff-kit/row-table.tsx'
import { useList } from '#ui/use-list.ts'
import type { CouponState } from '../contract.ts'
import { ADMIN_CODES, codesChanged, codesClient, type ShownCoupon } from './codes-admin-client.ts'
import { CouponList } from './coupons/coupon-list.tsx'
import { STATE_NAMES } from './coupons/coupon-words.ts'

const CouponEditor = lazy(async () => (await import('./coupons/coupon-editor.tsx')).CouponEditor)
const CouponUse = lazy(async () => (await import('./coupons/coupon-use.tsx')).CouponUse)

/** Without a state: all coupons that are not archived; `referrals`: the referral codes instead. */
const COUPON_FILTERS = defineFilters({
  q: searchWords(64),
  state: z.enum([...(Object.keys(STATE_NAMES) as CouponState[]), 'referrals']),
})

type Open = { what: 'use' | 'archive'; coupon: ShownCoupon }

const STATES = [
  { value: '', label: 'All but archived' },
  ...Object.entries(STATE_NAMES).map(([value, label]) => ({ value, label })),
  { value: 'referrals', label: 'Referral codes' },
]

/** `/admin?tab=codes`: coupons by state and search, and referral codes. State and search are kept in the URL. */
export function AdminCodesTab() {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)

  return (
    <>
      <ListPage
        filters={COUPON_FILTERS}
        saved={{ tab: 'codes', Bar: SavedFiltersBar }}
        search={({ input }, { filters }) =>
          filters.state !== 'referrals' && (
            <SearchField label="Search by code or note" className="w-full sm:w-72" maxLength={64} {...input('q')} />
          )
        }
        bar={({ select }) => (
          <SelectField label="Show" className="w-full sm:w-52" options={STATES} {...select('state')} />
        )}
        editor={{ right: 'codes.change', newLabel: 'Create Code', Editor: CouponEditor }}
      >
        {({ filters, edit, ...list }) =>
          filters.state === 'referrals' ? (
            <ReferralList />
          ) : (
            <CouponList
              list={list}
              onEdit={edit}
              onUse={coupon => setOpen({ what: 'use', coupon })}
              onArchive={coupon => setOpen({ what: 'archive', coupon })}
            />
          )
        }
      </ListPage>
      {open?.what === 'use' && <CouponUse coupon={open.coupon} onClose={close} />}
      {open?.what === 'archive' && <ArchiveCoupon coupon={open.coupon} onClose={close} />}
    </>
  )
}

/** Archiving a code is final, so staff type its name. */
function ArchiveCoupon({ coupon, onClose }: { coupon: ShownCoupon; onClose: () => void }) {
  async function archive() {
    await call(codesClient.codes[':id'].archive.$post({ param: { id: coupon.id } }))
    await codesChanged()
    toast.success(`${coupon.code} is archived`)
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Archive ${coupon.code}?`}
      description="It stops working and cannot be restored. Orders that used it keep it, and another code may take its name."
      confirmLabel="Archive code"
      busyLabel="Archiving..."
      danger
      typed={coupon.code}
      onConfirm={archive}
    />
  )
}

/** Referral codes used at a checkout, with their owners and rewards. */
function ReferralList() {
  const list = useList({
    queryKey: [ADMIN_CODES, 'referrals'],
    fetchPage: query => call(codesClient.referrals.$get({ query })),
    rowsOf: page => page.referrals,
  })
  const empty = (
    <EmptyState title="No referrals yet" icon="user">
      Referral codes used at the checkout appear here.
    </EmptyState>
  )
  return (
    <ListBody list={list} loading={10} empty={empty} nouns={['code', 'codes']}>
      {referrals => (
        <RowTable
          caption="Referral codes"
          rows={referrals}
          keyOf={({ code }) => code}
          columns={[
            { head: 'Code', cell: ({ code }) => code, className: 'font-semibold' },
            {
              head: 'Owner',
              cell: ({ owner }) => (
                <>
                  <span className="block">{owner.name}</span>
                  <EmailText className="text-muted">{owner.email}</EmailText>
                </>
              ),
            },
            { head: 'Orders', cell: ({ used }) => used, numeric: true },
            { head: 'Users', cell: ({ people }) => people, numeric: true },
            { head: 'Credits given', cell: ({ creditsGiven }) => creditsGiven, numeric: true },
          ]}
        />
      )}
    </ListBody>
  )
}
