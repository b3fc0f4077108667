import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError } from '#platform/client/api-error.ts'
import { queryClient } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import type { PeopleSort, PersonRow } from '../contract.ts'
import { KEPT_MS, LISTS, peopleClient } from '../people-client.ts'
import { narrowingOf, type PeopleFilters } from './people-filters.ts'

/** decisions.md: pages of 10. */
export const PAGE = 10
/** checkout-and-admin.md section 9: at most so many are found by words. */
export const FOUND_AT_MOST = 500

/** One page of people, as the table and its foot show it. */
export type PeoplePage = {
  rows: PersonRow[]
  /** Of all, not of this page alone; an estimate above 10,000. */
  total: number
  isTotalExact: boolean
  hasMore: boolean
  nextCursor: string | null
}

/** People page by page, kept for five minutes. Words are sought among name, email and phone, by the server. */
export function usePeople(filters: PeopleFilters, page: number) {
  const narrowing = narrowingOf(filters)
  const words = filters.q.trim()
  const sort = filters.sort || 'newest'
  const kept = { staleTime: KEPT_MS, gcTime: KEPT_MS, placeholderData: keepPreviousData }
  const keyOf = (number: number) => [...LISTS, narrowing, sort, number] as const
  const list = useQuery({
    ...kept,
    enabled: words === '',
    queryKey: keyOf(page),
    queryFn: () => listed({ ...narrowing, sort }, page, queryClient.getQueryData<PeoplePage>(keyOf(page - 1))),
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

/** The page before, if it is kept, knows where this one begins: so it stays fast however far down. A link into the middle counts. */
async function listed(
  query: Record<string, string>,
  page: number,
  before: PeoplePage | undefined,
): Promise<PeoplePage> {
  const place = before?.nextCursor ? { cursor: before.nextCursor } : { offset: String((page - 1) * PAGE) }
  const answer = await call(peopleClient.users.$get({ query: { ...query, ...place, limit: String(PAGE) } }))
  const { pagination, nextCursor } = answer
  return { ...pagination, rows: usersIn(answer), nextCursor }
}

const found = async (query: Record<string, string>) =>
  usersIn(await call(peopleClient.users.search.$get({ query: { ...query, limit: String(FOUND_AT_MOST) } })))

/** checkout-and-admin.md section 8 */
function usersIn({ users }: { users: PersonRow[] }): PersonRow[] {
  if (Array.isArray(users)) return users
  throw new ApiError({ status: 200, code: 'bad_users', detail: 'Invalid response format from users API' })
}

function pageOfFound(rows: PersonRow[], page: number): PeoplePage {
  const end = page * PAGE
  return {
    rows: rows.slice(end - PAGE, end),
    total: rows.length,
    isTotalExact: rows.length < FOUND_AT_MOST,
    hasMore: rows.length > end,
    nextCursor: null,
  }
}

/** What was found is all here, the best matches first, until somebody asks for another order. */
function sorted(rows: PersonRow[], sort: PeopleSort): PersonRow[] {
  const keyOf = (row: PersonRow) =>
    sort.startsWith('name') ? row.name.toLowerCase() : sort.startsWith('email') ? row.email : row.joinDate
  const direction = sort === 'newest' || sort.endsWith('-desc') ? -1 : 1
  return rows.toSorted((a, b) => direction * (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))
}
