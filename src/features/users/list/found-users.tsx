import { useSearchParams } from 'react-router'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { NoMatch } from '#ui/list-body.tsx'
import type { Selection } from '#ui/staff-kit/use-selection.ts'
import type { UserRow, UsersSort } from '../contract.ts'
import { FOUND_AT_MOST, PAGE, type UsersPage, useUsers } from './use-users.ts'
import { PEOPLE_FILTERS, pageOf, type UsersFilters } from './users-filters.ts'
import { UsersTable } from './users-table.tsx'

type FoundUsersProps = {
  filters: UsersFilters
  /** Missing when the caller has no action for selected rows. */
  selection: Selection<UserRow> | undefined
  onSort: (sort: UsersSort) => void
  onClear: () => void
  linkTo: (id: string) => string
}

/** The page of the list named by the address: loading, failed, empty or shown. */
export function FoundUsers({ filters, selection, onSort, onClear, linkTo }: FoundUsersProps) {
  const [params] = useSearchParams()
  const page = pageOf(params)
  const people = useUsers(filters, page)
  const linkToPage = (number: number) => {
    const to = new URLSearchParams(params)
    if (number > 1) to.set('page', String(number))
    else to.delete('page')
    return `?${to}`
  }
  if (people.isError) {
    return (
      <FailedState
        title={filters.q.trim() ? 'Failed to load all users for search' : 'Failed to load user data'}
        busy={people.isFetching}
        onRetry={() => void people.refetch()}
      >
        {people.error.message}
      </FailedState>
    )
  }
  if (!people.data) return <SkeletonText lines={14} className="py-4" />
  if (people.data.rows.length === 0) {
    return page > 1 ? (
      <EmptyState
        icon="user"
        title="There is no such page"
        action={
          <ButtonLink variant="secondary" to={linkToPage(1)} preventScrollReset>
            To the first page
          </ButtonLink>
        }
      />
    ) : (
      <Nobody isFiltered={PEOPLE_FILTERS.isFiltered(filters)} onClear={onClear} />
    )
  }
  return (
    <div
      aria-busy={people.isPlaceholderData || undefined}
      className={people.isPlaceholderData ? 'flex flex-col gap-4 opacity-60' : 'flex flex-col gap-4'}
    >
      <UsersTable
        rows={people.data.rows}
        selection={selection}
        sort={filters.sort || (filters.q.trim() ? '' : 'newest')}
        onSort={onSort}
        linkTo={linkTo}
      />
      {filters.q.trim() && <CutOff found={people.data} />}
      <Pager found={people.data} page={page} linkTo={linkToPage} />
    </div>
  )
}

const CutOff = ({ found }: { found: UsersPage }) =>
  !found.isTotalExact && (
    <p className="text-muted text-sm">
      These are the best {FOUND_AT_MOST} matches. There may be more: add letters, or choose a filter.
    </p>
  )

const Nobody = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <NoMatch title="No users match" onClear={onClear} />
  ) : (
    <EmptyState icon="user" title="No users yet">
      Who registers in the shop is listed here.
    </EmptyState>
  )

type PagerProps = { found: UsersPage; page: number; linkTo: (page: number) => string }

const number = new Intl.NumberFormat('en-US')

/** The range shown, the total, and links to the previous and next page. Pages are not numbered because there are too many. */
function Pager({ found: { rows, total, isTotalExact, hasMore }, page, linkTo }: PagerProps) {
  const first = (page - 1) * PAGE + 1
  const step = (label: string, to: number) => (
    <ButtonLink
      to={linkTo(to)}
      variant="secondary"
      size="sm"
      icon={to < page ? 'chevron-left' : 'chevron-right'}
      preventScrollReset
      className={to < page ? undefined : 'flex-row-reverse'}
    >
      {label}
    </ButtonLink>
  )
  return (
    <nav aria-label="Users, pages" className="flex flex-wrap items-center gap-3">
      <p role="status" className="text-muted text-sm tabular-nums">
        {number.format(first)}–{number.format(first + rows.length - 1)} of{' '}
        {isTotalExact ? number.format(total) : `about ${number.format(total)}`} {total === 1 ? 'user' : 'users'}
      </p>
      {page > 2 && step('First', 1)}
      {page > 1 && step('Previous', page - 1)}
      {hasMore && step('Next', page + 1)}
    </nav>
  )
}
