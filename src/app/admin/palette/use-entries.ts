import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Role } from '#kernel/rights.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { actionsFor } from './actions.ts'
import { FOUND_KINDS, type Found, LEAST_LETTERS } from './contract.ts'
import { type Entry, entryOf, recentChoices } from './entry.ts'
import type { AdminSearchApi } from './search.server.ts'

export type EntryGroup = { label: string; entries: Entry[] }

/** Shorter than the debounce of lists, because the response is small. */
const WAIT_MS = 120
const GROUPS: Record<Found['kind'], string> = {
  person: 'Users',
  order: 'Orders',
  giveaway: 'Giveaways',
  product: 'Products',
}

/** Palette entries for the typed text. Without text: recent choices and actions. */
export function useEntries(role: Role, typed: string) {
  const q = typed.trim()
  const sought = useDebouncedValue(q, WAIT_MS)
  const [recent] = useState(recentChoices)
  const search = useQuery({
    queryKey: ['admin-search', sought],
    queryFn: () => call(clientOf<AdminSearchApi>().admin.search.$get({ query: { q: sought } })),
    enabled: sought.length >= LEAST_LETTERS,
    placeholderData: keepPreviousData,
  })
  const found = q.length >= LEAST_LETTERS ? (search.data?.found ?? []) : []
  const actions = actionsFor(role, q)
  const groups: EntryGroup[] = [
    { label: 'Recent', entries: q ? [] : recent },
    ...FOUND_KINDS.map(kind => ({
      label: GROUPS[kind],
      entries: found.filter(one => one.kind === kind).map(entryOf),
    })),
    { label: 'Actions', entries: actions.filter(({ id }) => q || !recent.some(choice => choice.id === id)) },
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: q.length >= LEAST_LETTERS && (q !== sought || search.isFetching),
    problem: search.error?.message,
  }
}
