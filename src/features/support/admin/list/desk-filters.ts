import { z } from 'zod'
import { defineFilters, type FiltersOf, searchWords } from '#ui/staff-kit/define-filters.ts'
import { AGES, TICKET_SORTS } from '../../desk/contract.ts'
import { STATUSES, type TicketStatus } from '../../desk/rules.ts'
import { PRIORITIES, type TicketType } from '../../rules.ts'

export type DeskSort = (typeof TICKET_SORTS)[number]

const shapeOf = (type: TicketType) => ({
  /** Unset: every ticket that is not closed; `all`: every ticket. */
  status: z.enum([...STATUSES[type], 'all'] as (TicketStatus | 'all')[]),
  priority: z.enum(PRIORITIES),
  /** `me`, `nobody` or an id of the staff. */
  assignee: z.string().regex(/^(me|nobody|[0-9a-f-]{36})$/),
  age: z.enum(AGES),
  q: searchWords(200),
  sort: z.enum(TICKET_SORTS).default('due'),
})
export type DeskFilters = FiltersOf<ReturnType<typeof shapeOf>>

/** Filters of each list; tickets and inquiries have their own statuses. */
export const DESK_FILTERS = {
  support: defineFilters(shapeOf('support'), ['sort']),
  general: defineFilters(shapeOf('general'), ['sort']),
}

/** Query parameters of the API. */
export function deskQueryOf({ status, ...rest }: Record<string, string>): Record<string, string> {
  if (status === 'all') return rest
  return { ...rest, status: status ?? 'active' }
}
