import { call } from '#kernel/client/calls/call.ts'
import { useLiveList } from '#kernel/client/realtime/staff-changes.ts'
import { LiveHint } from '#ui/data/live-hint.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { useSelection } from '#ui/staff-kit/use-selection.ts'
import { useList } from '#ui/use-list.ts'
import type { CouponState } from '../../contract.ts'
import { ADMIN_CODES, codesClient, type ShownCoupon } from '../codes-admin-client.ts'
import type { CouponActs } from './coupon-actions.tsx'
import { CouponBulk } from './coupon-bulk.tsx'
import { CouponTable } from './coupon-table.tsx'

type Props = CouponActs & { search: string; state: CouponState | undefined }

/** Coupons that match the search, newest first, page by page. */
export function CouponList({ search, state, ...acts }: Props) {
  const selection = useSelection<ShownCoupon>()
  const live = useLiveList({
    parts: ['codes'],
    queryKey: [ADMIN_CODES],
    holds: selection.rows.size > 0,
  })
  const list = useList({
    queryKey: [ADMIN_CODES, 'list', search, state],
    fetchPage: next =>
      call(codesClient.codes.$get({ query: { ...(search && { search }), ...(state && { state }), ...next } })),
    rowsOf: page => page.codes,
  })
  const empty =
    search || state ? (
      <EmptyState title="No codes match" icon="search" />
    ) : (
      <EmptyState title="No codes yet" icon="ticket">
        A code takes a percentage or a sum off what somebody buys.
      </EmptyState>
    )
  return (
    <ListBody list={list} loading={10} empty={empty} nouns={['code', 'codes']}>
      {coupons => (
        <>
          <LiveHint {...live} />
          <CouponTable coupons={coupons} selection={selection} {...acts} />
          <CouponBulk coupons={coupons.filter(({ id }) => selection.rows.has(id))} onDone={selection.keep} />
        </>
      )}
    </ListBody>
  )
}
