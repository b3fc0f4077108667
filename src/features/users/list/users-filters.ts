import { z } from 'zod'
import { ROLE_NAMES, ROLES } from '#kernel/rights.ts'
import { dayFilter, defineFilters, type FiltersOf, searchWords } from '#ui/staff-kit/define-filters.ts'
import { PEOPLE_SORTS } from '../contract.ts'

type Choice = { value: string; label: string }

/** The single-choice filters with their labels; the values are those of the API. */
export const CHOICES = {
  role: [
    { value: 'user', label: 'Shoppers' },
    { value: 'staff', label: 'All staff' },
    { value: 'invited', label: 'Invited' },
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
  phoneToCheck: [
    { value: 'true', label: 'To check' },
    { value: 'false', label: 'Possible or none' },
  ],
  addressToCheck: [
    { value: 'true', label: 'To check' },
    { value: 'false', label: 'Right or none' },
  ],
} as const satisfies Record<string, readonly Choice[]>

const choice = (name: keyof typeof CHOICES) => z.enum(CHOICES[name].map(({ value }) => value))

const shape = {
  q: searchWords(200),
  role: choice('role'),
  membership: choice('membership'),
  disabled: choice('disabled'),
  smsConsent: choice('smsConsent'),
  phoneToCheck: choice('phoneToCheck'),
  addressToCheck: choice('addressToCheck'),
  joinedFrom: dayFilter,
  joinedTo: dayFilter,
  /** Unset: newest first, or the best matches of a search. */
  sort: z.enum(PEOPLE_SORTS),
}
export type UsersFilters = FiltersOf<typeof shape>

/** Filters of the list of people. */
export const PEOPLE_FILTERS = defineFilters(shape, ['sort'])

/** The API parameters besides search words, order and page. */
export function narrowingOf(filters: UsersFilters): Record<string, string> {
  const { q: _, ...narrowing } = PEOPLE_FILTERS.filterQueryOf(filters)
  return narrowing
}

/** The page number in an address, from 1. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}
