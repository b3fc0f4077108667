import { useInfiniteQuery } from '@tanstack/react-query'
import type { CreditsApi } from '#features/credits/api.server.ts'
import { clientOf } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { FailedState } from '#ui/failed-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { Cell, HeadCell, Table } from '#ui/table.tsx'

const history = clientOf<CreditsApi>().my.credits.history
/** One year of monthly benefits. */
const LINES = '12'

const MONTH = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' })

/** In UTC, like the month itself: in the reader's zone 1 November could show as 31 October. */
const DAY = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Month of a benefit, from the end of its source id (UTC): "April 2026". */
const monthOf = (sourceId: string) => MONTH.format(new Date(sourceId.slice(-7)))

/** All monthly benefits of the user, newest first. */
export function BenefitHistory() {
  const list = useInfiniteQuery({
    // Under `credits`, so that invalidating the credits refreshes this list too.
    queryKey: ['credits', 'benefits'],
    queryFn: ({ pageParam }) =>
      call(history.$get({ query: { type: 'benefit', limit: LINES, ...(pageParam && { cursor: pageParam }) } })),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
  })
  if (list.isError) {
    return (
      <FailedState onRetry={() => void list.refetch()} busy={list.isFetching}>
        {list.error.message}
      </FailedState>
    )
  }
  if (!list.data) return <SkeletonText lines={4} className="py-4" />
  const lines = list.data.pages.flatMap(page => page.items)
  if (lines.length === 0) return <p className="text-muted">The first one comes with your membership.</p>
  return (
    <>
      <Table caption="Benefits that came" captionHidden className="min-w-0! max-sm:[&_td]:px-2.5 max-sm:[&_th]:px-2.5">
        <thead>
          <tr>
            <HeadCell>Month</HeadCell>
            <HeadCell>Came on</HeadCell>
            <HeadCell numeric>Bronze credits</HeadCell>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, date, sourceId, amount }) => (
            <tr key={id}>
              <Cell className="whitespace-nowrap">{monthOf(sourceId)}</Cell>
              <Cell className="whitespace-nowrap text-muted">{DAY.format(new Date(date))}</Cell>
              <Cell numeric className="font-semibold text-success">
                +{amount}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <LoadMore
        shown={lines.length}
        noun={lines.length === 1 ? 'benefit' : 'benefits'}
        busy={list.isFetchingNextPage}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
    </>
  )
}
