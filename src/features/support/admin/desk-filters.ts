import { AGES, TICKET_SORTS } from '../desk/contract.ts'
import { STATUSES, type TicketStatus } from '../desk/rules.ts'
import { PRIORITIES, type Priority, type TicketType } from '../rules.ts'

type Age = (typeof AGES)[number]
export type DeskSort = (typeof TICKET_SORTS)[number]

/** Filters of the list, as stored in the URL, which leaves out empty texts. */
export type DeskFilters = {
  /** Empty: every ticket that is not closed; `all`: every ticket. */
  status: TicketStatus | 'all' | ''
  priority: Priority | ''
  /** `me`, `nobody` or an id of the staff. */
  assignee: string
  age: Age | ''
  q: string
  sort: DeskSort
}

/** URL parameters that narrow the list. */
export const NARROWING = ['status', 'priority', 'assignee', 'age', 'q'] as const
const NAMES = [...NARROWING, 'sort'] as const
export const NO_FILTERS: DeskFilters = { status: '', priority: '', assignee: '', age: '', q: '', sort: 'due' }

const oneOf = <T extends string>(value: string | null, known: readonly T[]): T | '' =>
  known.find(each => each === value) ?? ''

/** Reads the filters from a URL. Ignores values that are no valid filter. */
export function filtersOf(params: URLSearchParams, type: TicketType): DeskFilters {
  const assignee = params.get('assignee') ?? ''
  return {
    status: oneOf<TicketStatus | 'all'>(params.get('status'), [...STATUSES[type], 'all']),
    priority: oneOf(params.get('priority'), PRIORITIES),
    assignee: /^(me|nobody|[0-9a-f-]{36})$/.test(assignee) ? assignee : '',
    age: oneOf(params.get('age'), AGES),
    q: (params.get('q') ?? '').slice(0, 200),
    sort: oneOf(params.get('sort'), TICKET_SORTS) || NO_FILTERS.sort,
  }
}

/** The URL with changed filters; other parameters stay. */
export function withFilters(params: URLSearchParams, change: Partial<DeskFilters>): URLSearchParams {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value && value !== NO_FILTERS[name as keyof DeskFilters]) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}

/** Query parameters of the API. */
export function queryOf(filters: DeskFilters): Record<string, string> {
  const status = filters.status === 'all' ? '' : filters.status || 'active'
  const asked = { ...filters, status, q: filters.q.trim() }
  return Object.fromEntries(NAMES.map(name => [name, asked[name]]).filter(([, value]) => value))
}

/** Whether any filter is set. */
export const isNarrowed = ({ sort: _, ...filters }: DeskFilters) => Object.values(filters).some(value => value.trim())
