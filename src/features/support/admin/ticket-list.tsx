import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#platform/client/call.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { TimeAgo } from '#ui/time-ago.tsx'
import type { TicketType } from '../rules.ts'
import { DESK, deskClient, KINDS, type ShownRow } from './desk-client.ts'
import { type DeskFilters, isNarrowed } from './desk-filters.ts'
import { DueMark, StatusBadge } from './ticket-words.tsx'

type Props = {
  type: TicketType
  query: Record<string, string>
  filters: DeskFilters
  /** The id of the open ticket. */
  open: string | null
  linkTo: (id: string) => string
  onClear: () => void
}

/** The tickets or inquiries that match the filters. */
export function TicketList({ type, query, filters, open, linkTo, onClear }: Props) {
  const list = useTicketPages(type, query)
  const { nouns, noun, notLoaded } = KINDS[type]
  if (list.isPending) return <SkeletonText lines={14} className="py-4" />
  if (list.isError) {
    return (
      <FailedState title={notLoaded} busy={list.isFetching} onRetry={() => void list.refetch()}>
        {list.error.message}
      </FailedState>
    )
  }
  const rows = list.data.pages.flatMap(page => page.rows)
  if (rows.length === 0) {
    if (!isNarrowed(filters)) return <EmptyState icon="check" title={`No ${nouns} wait`} />
    const clear = (
      <Button variant="secondary" onClick={onClear}>
        Clear filters
      </Button>
    )
    return <EmptyState icon="search" title={`No ${nouns} match`} action={clear} />
  }
  return (
    <div aria-busy={list.isPlaceholderData || undefined} className={list.isPlaceholderData ? 'opacity-60' : undefined}>
      <ul aria-label={type === 'support' ? 'Support tickets' : 'General inquiries'} className="border-line border-t">
        {rows.map(row => (
          <TicketRow key={row.id} row={row} to={linkTo(row.id)} isOpen={row.id === open} />
        ))}
      </ul>
      <LoadMore
        shown={rows.length}
        noun={rows.length === 1 ? noun : nouns}
        busy={list.isFetchingNextPage}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
    </div>
  )
}

const TicketRow = ({ row, to, isOpen }: { row: ShownRow; to: string; isOpen: boolean }) => (
  <li className="border-line border-b">
    <Link
      to={to}
      preventScrollReset
      data-ticket-row
      aria-current={isOpen ? 'true' : undefined}
      className={classNames(
        'flex flex-col gap-1.5 border-l-3 px-3 py-3 transition-colors hover:bg-raised focus-visible:-outline-offset-2',
        isOpen ? 'border-l-signal bg-raised' : 'border-l-transparent',
      )}
    >
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-semibold wrap-anywhere">{row.subject}</span>
        <StatusBadge status={row.status} />
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
        <span className="max-w-full truncate">{row.userName}</span>
        {row.priority === 'high' && <Badge icon="chevron-up">High</Badge>}
        {row.isMember && <Badge icon="star">Premium</Badge>}
        <TimeAgo at={row.createdAt} className="text-muted" />
        <DueMark at={row.answerDueAt} />
        <span className="text-muted">{row.assignedToName ? `For ${row.assignedToName}` : 'Nobody’s'}</span>
      </span>
    </Link>
  </li>
)

const useTicketPages = (type: TicketType, query: Record<string, string>) =>
  useInfiniteQuery({
    queryKey: [DESK, 'list', type, query],
    queryFn: async ({ pageParam }): Promise<{ rows: ShownRow[]; nextCursor: string | null }> => {
      const asked = { query: { ...query, ...(pageParam && { cursor: pageParam }) } }
      if (type === 'support') {
        const { tickets, nextCursor } = await call(deskClient.tickets.$get(asked))
        return { rows: tickets, nextCursor }
      }
      const { inquiries, nextCursor } = await call(deskClient.inquiries.$get(asked))
      return { rows: inquiries, nextCursor }
    },
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
    // Keeps the old rows while the next page loads.
    placeholderData: before => before,
  })
