import { z } from 'zod'
import { defineFilters, searchWords } from '#ui/staff-kit/define-filters.ts'
import { ADMIN_STATES, type AdminState } from '../admin-contract.ts'

export const STATE_NAMES: Record<AdminState, string> = {
  draft: 'Drafts',
  upcoming: 'Upcoming',
  'early-access': 'Early access',
  open: 'Open',
  closed: 'Closed',
  drawn: 'Drawn',
}

/** Filters of the giveaway list. */
export const GIVEAWAY_FILTERS = defineFilters({ status: z.enum(ADMIN_STATES), q: searchWords(120) })
