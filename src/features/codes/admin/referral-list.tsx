import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#platform/client/call.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import { ADMIN_CODES, codesClient } from './codes-admin-client.ts'

/** Referral codes used at a checkout, with their owners and rewards. */
export function ReferralList() {
  const list = useInfiniteQuery({
    queryKey: [ADMIN_CODES, 'referrals'],
    queryFn: ({ pageParam }) =>
      call(codesClient.referrals.$get({ query: { ...(pageParam && { cursor: pageParam }) } })),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
  })
  if (list.isError) {
    return (
      <FailedState busy={list.isFetching} onRetry={() => void list.refetch()}>
        {list.error.message}
      </FailedState>
    )
  }
  if (!list.data) return <SkeletonText lines={10} />
  const referrals = list.data.pages.flatMap(page => page.referrals)
  if (referrals.length === 0) {
    return (
      <EmptyState title="No referrals yet" icon="user">
        Here stands each referral code that somebody named at the checkout.
      </EmptyState>
    )
  }
  return (
    <div>
      <Table caption="Referral codes" captionHidden className="min-w-0!">
        <thead>
          <tr>
            <HeadCell>Code</HeadCell>
            <HeadCell>Whose</HeadCell>
            <HeadCell numeric>Orders</HeadCell>
            <HeadCell numeric>People</HeadCell>
            <HeadCell numeric>Credits given</HeadCell>
          </tr>
        </thead>
        <tbody>
          {referrals.map(({ code, owner, used, people, creditsGiven }) => (
            <tr key={code} className="hover:bg-raised">
              <Cell className="font-semibold">{code}</Cell>
              <Cell>
                <span className="block">{owner.name}</span>
                <span className="wrap-anywhere block text-muted">{owner.email}</span>
              </Cell>
              <Cell numeric>{used}</Cell>
              <Cell numeric>{people}</Cell>
              <Cell numeric>{creditsGiven}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <LoadMore
        shown={referrals.length}
        noun={referrals.length === 1 ? 'code' : 'codes'}
        busy={list.isFetchingNextPage}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
    </div>
  )
}
