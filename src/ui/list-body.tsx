import type { ReactNode } from 'react'
import { Button } from './buttons/button.tsx'
import { classNames } from './class-names.ts'
import { EmptyState } from './feedback/empty-state.tsx'
import { FailedState } from './feedback/failed-state.tsx'
import { SkeletonText } from './feedback/skeleton.tsx'
import type { List } from './use-list.ts'

export type ListBodyProps<Row> = {
  list: List<Row>
  /** Title of a failed load: "Failed to load orders". */
  failed?: string
  /** Shown before the first page; a number is a count of skeleton lines. */
  loading: ReactNode
  /** Shown without rows. */
  empty: ReactNode
  /** Singular and plural: `['order', 'orders']`. */
  nouns: readonly [one: string, many: string]
  /** Number of all rows, if known. */
  total?: number | undefined
  className?: string
  children: (rows: readonly Row[]) => ReactNode
}

/**
 * A list as it stands: loading, failed, empty, or its rows with the button for more. Rows of an older query are dimmed; a failed refetch or
 * next page is shown beneath the rows.
 */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { list, failed, loading, empty, nouns, total, className, children } = props
  const { query, rows } = list
  if (query.isPending) return typeof loading === 'number' ? <SkeletonText lines={loading} className="py-4" /> : loading
  const failure = query.isError && <FailedState query={query} {...(failed && { title: failed })} />
  if (rows.length === 0) return failure || empty
  return (
    <div
      data-rows
      aria-busy={query.isPlaceholderData || undefined}
      className={classNames(className, query.isPlaceholderData && 'opacity-60')}
    >
      {children(rows)}
      {failure}
      <LoadMore
        shown={rows.length}
        {...(total !== undefined && { total })}
        one={nouns[0]}
        noun={nouns[1]}
        busy={query.isFetchingNextPage}
        onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
      />
    </div>
  )
}

/** Shown when filters exclude every row. */
export const NoMatch = ({ title, onClear }: { title: string; onClear: () => void }) => (
  <EmptyState
    icon="search"
    title={title}
    action={
      <Button variant="secondary" onClick={onClear}>
        Clear filters
      </Button>
    }
  />
)

/** Button beside a list; shown while filters are set. */
export const ClearFilters = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered && (
    <Button variant="quiet" size="sm" icon="close" onClick={onClear}>
      Clear filters
    </Button>
  )

type LoadMoreProps = {
  /** Number of items on the page, and the total if known. */
  shown: number
  total?: number
  /** Plural noun: "orders". */
  noun: string
  /** Singular noun: "order". */
  one?: string
  busy?: boolean
  /** Omit at the end of the list. */
  onMore?: (() => void) | undefined
}

/** Footer of a growing list: the number of shown items and a button for more. */
export function LoadMore({ shown, total, noun, one = noun, busy, onMore }: LoadMoreProps) {
  const what = (total ?? shown) === 1 ? one : noun
  return (
    <div className="flex flex-col items-center gap-3 py-6">
      <p role="status" className="text-muted text-sm tabular-nums">
        {total === undefined ? `${shown} ${what}` : `${shown} of ${total} ${what}`}
      </p>
      {onMore && (
        <Button variant="secondary" busy={busy} busyText="Loading..." onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  )
}
