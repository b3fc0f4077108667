import { z } from 'zod'
import { TIERS } from '#kernel/values/tiers.ts'
import { dayFilter, defineFilters, type FiltersOf, searchWords } from '#ui/staff-kit/define-filters.ts'
import { SHOWN_ON_HOLD } from '../../../order/standing.ts'
import { ORDER_FILTER_INPUT, ORDER_SORTS, type OrderFilter, PAYMENT_METHOD } from '../contract.ts'

/** The chips above the list: orders that wait for staff first, then the statuses. */
export const WAITING: readonly { value: OrderFilter; label: string }[] = [
  { value: 'to_pack', label: 'To pack' },
  { value: 'packed', label: 'To ship' },
  { value: SHOWN_ON_HOLD, label: 'On hold' },
  { value: 'cancel_asked', label: 'To cancel' },
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

const shape = {
  status: ORDER_FILTER_INPUT,
  q: searchWords(200),
  from: dayFilter,
  to: dayFilter,
  tier: z.enum(TIERS),
  state: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/),
  method: z.string().regex(PAYMENT_METHOD),
  sort: z.enum(ORDER_SORTS),
}
export type OrderFilters = FiltersOf<typeof shape>

/** Staff's filters of the order list. */
export const ORDER_FILTERS = defineFilters(shape, ['sort'])
