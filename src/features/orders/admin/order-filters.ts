import { TIERS, type Tier } from '#platform/tiers.ts'
import { ORDER_STATUSES } from '../fulfilment/standing.ts'
import type { ORDER_SORTS, OrderFilter } from '../staff/contract.ts'

export type OrderSort = (typeof ORDER_SORTS)[number]
type Method = 'stripe' | 'gateway' | 'none'

/** Staff's filters of the order list, as in the address. The address omits empty values. */
export type OrderFilters = {
  status: OrderFilter | ''
  q: string
  from: string
  to: string
  tier: Tier | ''
  state: string
  method: Method | ''
  sort: OrderSort
}

/** The chips above the list: orders that wait for staff first, then the statuses. */
export const WAITING: readonly { value: OrderFilter; label: string }[] = [
  { value: 'to_pack', label: 'To pack' },
  { value: 'packed', label: 'To ship' },
  { value: 'review', label: 'Review' },
  { value: 'disputed', label: 'Disputed' },
  { value: 'refund_failed', label: 'Refund failed' },
  { value: 'backordered', label: 'Sent later' },
]
export const STANDING: readonly { value: OrderFilter; label: string }[] = [
  { value: 'pending', label: 'Pending' },
  { value: 'paid', label: 'Paid' },
  { value: 'shipped', label: 'Shipped' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'partly_refunded', label: 'Partly refunded' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'expired', label: 'Not paid in time' },
  { value: 'failed', label: 'Not started' },
]
export const METHODS: readonly { value: Method; label: string }[] = [
  { value: 'stripe', label: 'Card' },
  { value: 'gateway', label: 'Gateway' },
  { value: 'none', label: 'Nothing to pay' },
]

const FILTERS: readonly string[] = [...ORDER_STATUSES, ...WAITING.map(({ value }) => value), 'partly_refunded']
const SORTS: readonly OrderSort[] = ['newest', 'oldest', 'highest', 'lowest']
/** Address parameters that filter or sort the list. */
export const NAMES = ['status', 'q', 'from', 'to', 'tier', 'state', 'method', 'sort'] as const
const DAY = /^\d{4}-\d\d-\d\d$/

const oneOf = <T extends string>(value: string | null, known: readonly string[]): T | '' =>
  value !== null && known.includes(value) ? (value as T) : ''
const matching = (value: string | null, pattern: RegExp) => (value !== null && pattern.test(value) ? value : '')

/** Parses the filters from an address. Invalid values (a truncated or outdated link) are ignored. */
export function filtersOf(params: URLSearchParams): OrderFilters {
  return {
    status: oneOf<OrderFilter>(params.get('status'), FILTERS),
    q: (params.get('q') ?? '').slice(0, 200),
    from: matching(params.get('from'), DAY),
    to: matching(params.get('to'), DAY),
    tier: oneOf<Tier>(params.get('tier'), TIERS),
    state: matching(params.get('state')?.toUpperCase() ?? null, /^[A-Z]{2}$/),
    method: oneOf<Method>(
      params.get('method'),
      METHODS.map(({ value }) => value),
    ),
    sort: oneOf<OrderSort>(params.get('sort'), SORTS) || 'newest',
  }
}

/** The address with changed filters; all other parameters stay. */
export function withFilters(params: URLSearchParams, change: Partial<OrderFilters>): URLSearchParams {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value && !(name === 'sort' && value === 'newest')) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}

/** The address without filters; the sort order stays. */
export const withoutFilters = (params: URLSearchParams) =>
  withFilters(params, { status: '', q: '', from: '', to: '', tier: '', state: '', method: '' })

/** Builds the API query. */
export function queryOf(filters: OrderFilters): Record<string, string> {
  const trimmed = { ...filters, q: filters.q.trim() }
  return Object.fromEntries(NAMES.map(name => [name, trimmed[name]]).filter(([, value]) => value))
}

/** True when any filter is set. */
export const isFiltered = ({ sort: _, ...filters }: OrderFilters) => Object.values(filters).some(value => value.trim())
