import { ADMIN_STATES, type AdminState } from '../admin-contract.ts'

/** What staff narrow the giveaways down to, as it stands in the address; empty texts are left out there. */
export type GiveawayFilters = { status: AdminState | ''; q: string }

export const STATE_NAMES: Record<AdminState, string> = {
  draft: 'Drafts',
  upcoming: 'Upcoming',
  'early-access': 'Early access',
  open: 'Open',
  closed: 'Closed',
  drawn: 'Drawn',
}

/** The filters of an address. What no filter can be counts as not there. */
export const filtersOf = (params: URLSearchParams): GiveawayFilters => ({
  status: ADMIN_STATES.find(state => state === params.get('status')) ?? '',
  q: (params.get('q') ?? '').slice(0, 120),
})

/** The address with changed filters; everything else in it stays. */
export function withFilters(params: URLSearchParams, change: Partial<GiveawayFilters>): URLSearchParams {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}

/** What the API is asked for. */
export const queryOf = ({ status, q }: GiveawayFilters) => ({
  ...(status ? { status } : {}),
  ...(q.trim() ? { q: q.trim() } : {}),
})
