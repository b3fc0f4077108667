import type { ReactNode } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { useAuditLog } from './audit-log-client.ts'
import { AuditLogItem } from './audit-log-item.tsx'
import type { AuditLogRow } from './contract.ts'

type Props = {
  query: Record<string, string>
  /** The subject of a row, where the page does not show it. */
  about?: (record: AuditLogRow) => ReactNode
  /** Shown when no row matches. */
  empty: ReactNode
}

/** The rows of a query, with loading, error and empty states. */
export function AuditLogList({ query, about, empty }: Props) {
  const list = useAuditLog(query)
  if (list.isPending) return <SkeletonText lines={6} />
  if (list.isError) {
    return (
      <FailedState title="Failed to load the record" busy={list.isFetching} onRetry={() => void list.refetch()}>
        {list.error.message}
      </FailedState>
    )
  }
  const records = list.data.pages.flatMap(page => page.records)
  if (records.length === 0) return empty
  return (
    <>
      <ol className="flex flex-col divide-y divide-line">
        {records.map(record => (
          <AuditLogItem key={record.id} record={record} about={about?.(record)} />
        ))}
      </ol>
      <LoadMore
        shown={records.length}
        noun={records.length === 1 ? 'record' : 'records'}
        busy={list.isFetchingNextPage}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
    </>
  )
}

/** Shown when a search has no match. */
export const NoAuditLog = ({ isNarrowed }: { isNarrowed: boolean }) => (
  <EmptyState
    icon={isNarrowed ? 'search' : 'clock'}
    title={isNarrowed ? 'No records match' : 'Nothing was changed yet'}
  />
)
