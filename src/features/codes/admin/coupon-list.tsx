import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/client/call.ts'
import { useLiveList } from '#platform/client/staff-changes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { LiveHint } from '#ui/live-hint.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import type { CouponState } from '../contract.ts'
import { ADMIN_CODES, codesClient } from './codes-admin-client.ts'
import type { CouponActs } from './coupon-actions.tsx'
import { CouponBulk } from './coupon-bulk.tsx'
import { CouponTable } from './coupon-table.tsx'

type Props = CouponActs & { search: string; state: CouponState | undefined }

/** Coupons that match the search, newest first, page by page. */
export function CouponList({ search, state, ...acts }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const live = useLiveList({
    parts: ['codes'],
    paths: ['/api/admin/codes'],
    queryKey: [ADMIN_CODES],
    holds: chosen.size > 0,
  })
  const list = useInfiniteQuery({
    queryKey: [ADMIN_CODES, 'list', search, state],
    queryFn: ({ pageParam }) =>
      call(
        codesClient.codes.$get({
          query: { ...(search && { search }), ...(state && { state }), ...(pageParam && { cursor: pageParam }) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
    placeholderData: keepPreviousData,
  })
  if (list.isError) {
    return (
      <FailedState busy={list.isFetching} onRetry={() => void list.refetch()}>
        {list.error.message}
      </FailedState>
    )
  }
  if (!list.data) return <SkeletonText lines={10} />
  const coupons = list.data.pages.flatMap(page => page.codes)
  if (coupons.length === 0) {
    return search || state ? (
      <EmptyState title="No codes match" icon="search" />
    ) : (
      <EmptyState title="No codes yet" icon="ticket">
        A code takes a percentage or a sum off what somebody buys.
      </EmptyState>
    )
  }
  return (
    <div aria-busy={list.isPlaceholderData}>
      <LiveHint {...live} />
      <CouponTable coupons={coupons} chosen={chosen} onChoose={setChosen} {...acts} />
      <CouponBulk coupons={coupons.filter(({ id }) => chosen.has(id))} onDone={setChosen} />
      <LoadMore
        shown={coupons.length}
        noun={coupons.length === 1 ? 'code' : 'codes'}
        busy={list.isFetchingNextPage}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
    </div>
  )
}
