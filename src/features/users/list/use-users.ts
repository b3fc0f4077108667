import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import type { UserRow, UsersSort } from '../contract.ts'
import { KEPT_MS, LISTS, usersClient } from '../users-client.ts'
import { narrowingOf, type UsersFilters } from './users-filters.ts'

/** Rows per page. */
export const PAGE = 10
/** Maximum number of search results. */
export const FOUND_AT_MOST = 500

/** One page of people for the table and its pager. */
export type UsersPage = {
  rows: UserRow[]
  /** The total of all pages; an estimate where `isTotalExact` is false. */
  total: number
  isTotalExact: boolean
  hasMore: boolean
  nextCursor: string | null
}

/** Loads people page by page; pages stay in memory for five minutes. The server searches name, email and phone. */
export function useUsers(filters: UsersFilters, page: number) {
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
