import { call } from '#kernel/client/calls/call.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { type ListQuery, ListRows } from '#ui/staff-kit/list-page.tsx'
import { ADMIN_CODES, codesClient } from '../codes-admin-client.ts'
import type { CouponActs } from './coupon-actions.tsx'
import { CouponBulk } from './coupon-bulk.tsx'
import { CouponTable } from './coupon-table.tsx'

/** Coupons that match the search, newest first, page by page. */
export const CouponList = ({ list, ...acts }: CouponActs & { list: ListQuery }) => (
  <ListRows
    {...list}
    name={ADMIN_CODES}
    parts={['codes']}
    nouns={['code', 'codes']}
    fetchPage={({ q, ...query }) => call(codesClient.codes.$get({ query: { ...query, ...(q && { search: q }) } }))}
    rowsOf={page => page.codes}
    empty={
      <EmptyState title="No codes yet" icon="ticket">
        A code takes a percentage or a sum off what somebody buys.
      </EmptyState>
    }
    bulk={(coupons, selection) => <CouponBulk coupons={coupons} onDone={selection.keep} />}
  >
    {(coupons, selection) => <CouponTable coupons={coupons} selection={selection} {...acts} />}
  </ListRows>
)
