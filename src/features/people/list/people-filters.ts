import { ROLE_NAMES, ROLES } from '#platform/rights.ts'
import { PEOPLE_SORTS, type PeopleSort } from '../contract.ts'

type Choice = { value: string; label: string }

/** The single-choice filters with their labels; the values are those of the API. */
export const CHOICES = {
  role: [
    { value: 'user', label: 'Shoppers' },
    { value: 'staff', label: 'All staff' },
    ...ROLES.map(role => ({ value: role, label: ROLE_NAMES[role] })),
  ],
  membership: [
    { value: 'member', label: 'Members' },
    { value: 'none', label: 'Not members' },
  ],
  disabled: [
    { value: 'false', label: 'Enabled' },
    { value: 'true', label: 'Disabled' },
  ],
  smsConsent: [
    { value: 'true', label: 'Opted in' },
    { value: 'false', label: 'Not opted in' },
  ],
} as const satisfies Record<string, readonly Choice[]>

type ChoiceName = keyof typeof CHOICES
const CHOICE_NAMES = Object.keys(CHOICES) as ChoiceName[]
const DAYS = ['joinedFrom', 'joinedTo'] as const

/** The address parameters that filter the list. */
export const FILTER_NAMES = ['q', ...CHOICE_NAMES, ...DAYS] as const

/** The filters of the list of people, as in the address. Empty texts are left out there. */
export type PeopleFilters = { q: string; sort: PeopleSort | '' } & Record<ChoiceName | (typeof DAYS)[number], string>

/** Reads the filters from an address. Invalid values, as in a cut-off or old link, are ignored. */
export function filtersOf(params: URLSearchParams): PeopleFilters {
  const known = (name: string, values: readonly string[]) => {
    const value = params.get(name)
    return value !== null && values.includes(value) ? value : ''
  }
  const choices = CHOICE_NAMES.map(name => [
    name,
    known(
      name,
      CHOICES[name].map(({ value }) => value),
    ),
  ])
  const days = DAYS.map(name => [name, /^\d{4}-\d\d-\d\d$/.test(params.get(name) ?? '') ? params.get(name) : ''])
  return {
    ...Object.fromEntries([...choices, ...days]),
    q: (params.get('q') ?? '').slice(0, 200),
    sort: known('sort', PEOPLE_SORTS) as PeopleSort | '',
  }
}

/** The address with changed filters, at the first page; other parameters stay. */
export function withFilters(params: URLSearchParams, change: Partial<PeopleFilters>): URLSearchParams {
  const changed = new URLSearchParams(params)
  changed.delete('page')
  for (const [name, value] of Object.entries(change)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}

/** The address without filters; the sort order stays. */
export const withoutFilters = (params: URLSearchParams) =>
  withFilters(params, Object.fromEntries(FILTER_NAMES.map(name => [name, ''])))

/** The API parameters besides search words, order and page. */
export const narrowingOf = (filters: PeopleFilters): Record<string, string> =>
  Object.fromEntries([...CHOICE_NAMES, ...DAYS].map(name => [name, filters[name]]).filter(([, value]) => value))

/** Whether any filter is set. */
export const isFiltered = ({ sort: _, ...filters }: PeopleFilters) => Object.values(filters).some(value => value.trim())

/** The page number in an address, from 1. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}
