import { ADMIN_STATES, type AdminState } from '../admin-contract.ts'

/** Filters of the giveaway list as kept in the URL. Empty values are omitted there. */
export type GiveawayFilters = { status: AdminState | ''; q: string }

export const STATE_NAMES: Record<AdminState, string> = {
  draft: 'Drafts',
  upcoming: 'Upcoming',
  'early-access': 'Early access',
  open: 'Open',
  closed: 'Closed',
  drawn: 'Drawn',
}

/** Reads the filters from the URL. Unknown values are ignored. */
export const filtersOf = (params: URLSearchParams): GiveawayFilters => ({
  status: ADMIN_STATES.find(state => state === params.get('status')) ?? '',
  q: (params.get('q') ?? '').slice(0, 120),
})

/** The URL with changed filters; other parameters stay. */
export function withFilters(params: URLSearchParams, change: Partial<GiveawayFilters>): URLSearchParams {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}

/** The API query of these filters. */
export const queryOf = ({ status, q }: GiveawayFilters) => ({
  ...(status ? { status } : {}),
  ...(q.trim() ? { q: q.trim() } : {}),
})
