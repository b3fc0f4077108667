import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { formatCount } from '#platform/values/format-count.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { NoMatch } from '#ui/list-body.tsx'
import { linkWith } from '#ui/overlays/open-param.ts'
import type { Selection } from '#ui/staff-kit/use-selection.ts'
import type { UserRow, UsersSort } from '../contract.ts'
import { KEPT_MS, LISTS, usersClient } from '../users-client.ts'
import { narrowingOf, PEOPLE_FILTERS, pageOf, type UsersFilters } from './users-filters.ts'
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
  const linkToPage = (number: number) => linkWith(params, 'page', number > 1 ? String(number) : null)
  if (people.isLoadingError) {
    return (
      <FailedState
        query={people}
        title={filters.q.trim() ? 'Failed to load all users for search' : 'Failed to load user data'}
      />
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
      New accounts appear here.
    </EmptyState>
  )

type PagerProps = { found: UsersPage; page: number; linkTo: (page: number) => string }

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
        {formatCount(first)}–{formatCount(first + rows.length - 1)} of{' '}
        {isTotalExact ? formatCount(total) : `about ${formatCount(total)}`} {total === 1 ? 'user' : 'users'}
      </p>
      {page > 2 && step('First', 1)}
      {page > 1 && step('Previous', page - 1)}
      {hasMore && step('Next', page + 1)}
    </nav>
  )
}

/** Rows per page. */
const PAGE = 10
/** Maximum number of search results. */
const FOUND_AT_MOST = 500

/** One page of people for the table and its pager. */
type UsersPage = {
  rows: UserRow[]
  /** The total of all pages; an estimate where `isTotalExact` is false. */
  total: number
  isTotalExact: boolean
  hasMore: boolean
  nextCursor: string | null
}

/** Loads people page by page; pages stay in memory for five minutes. The server searches name, email and phone. */
function useUsers(filters: UsersFilters, page: number) {
  const narrowing = narrowingOf(filters)
  const words = filters.q.trim()
  const sort = filters.sort || 'newest'
  const kept = { staleTime: KEPT_MS, gcTime: KEPT_MS, placeholderData: keepPreviousData }
  const keyOf = (number: number) => [...LISTS, narrowing, sort, number] as const
  const list = useQuery({
    ...kept,
    enabled: words === '',
    queryKey: keyOf(page),
    queryFn: () => listed({ ...narrowing, sort }, page, queryClient.getQueryData<UsersPage>(keyOf(page - 1))),
  })
  const search = useQuery({
    ...kept,
    enabled: words !== '',
    queryKey: [...LISTS, 'found', narrowing, words],
    queryFn: () => found({ ...narrowing, q: words }),
    select: rows => pageOfFound(filters.sort ? sorted(rows, filters.sort) : rows, page),
  })
  return words ? search : list
}

/** A cached previous page gives the cursor, so that late pages stay fast. A link to a middle page uses an offset. */
async function listed(query: Record<string, string>, page: number, before: UsersPage | undefined): Promise<UsersPage> {
  const place = before?.nextCursor ? { cursor: before.nextCursor } : { offset: String((page - 1) * PAGE) }
  const answer = await call(usersClient.users.$get({ query: { ...query, ...place, limit: String(PAGE) } }))
  const { pagination, nextCursor } = answer
  return { ...pagination, rows: usersIn(answer), nextCursor }
}

const found = async (query: Record<string, string>) =>
  usersIn(await call(usersClient.users.search.$get({ query: { ...query, limit: String(FOUND_AT_MOST) } })))

/** Refuses an answer without a list. */
function usersIn({ users }: { users: UserRow[] }): UserRow[] {
  if (Array.isArray(users)) return users
  throw new ApiError({ status: 200, code: 'bad_users', detail: 'Invalid response format from users API' })
}

function pageOfFound(rows: UserRow[], page: number): UsersPage {
  const end = page * PAGE
  return {
    rows: rows.slice(end - PAGE, end),
    total: rows.length,
    isTotalExact: rows.length < FOUND_AT_MOST,
    hasMore: rows.length > end,
    nextCursor: null,
  }
}

/** Sorts the results in the browser, because all of them are loaded. Without an order, the best matches come first. */
function sorted(rows: UserRow[], sort: UsersSort): UserRow[] {
  const keyOf = (row: UserRow) =>
    sort.startsWith('name') ? row.name.toLowerCase() : sort.startsWith('email') ? row.email : row.joinDate
  const direction = sort === 'newest' || sort.endsWith('-desc') ? -1 : 1
  return rows.toSorted((a, b) => direction * (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))
}
