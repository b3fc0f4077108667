import { useQuery } from '@tanstack/react-query'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import type { SavedFiltersApi } from '../api.server.ts'
import type { SavedFilter } from '../contract.ts'

const client = clientOf<SavedFiltersApi>().admin['saved-filters']

async function changed(tab: string) {
  await queryClient.invalidateQueries({ queryKey: ['saved-filters', tab] })
}

export type SavedFilters = {
  filters: readonly SavedFilter[]
  isPending: boolean
  /** Throws an ApiError with the sentence to show. */
  save: (name: string, query: string) => Promise<void>
  rename: (id: string, name: string) => Promise<void>
  remove: (id: string) => Promise<void>
}

/**
 * The user's own filters of a tab, stored with the account.
 * @param tab its name in the URL of the admin area.
 */
export function useSavedFilters(tab: string): SavedFilters {
  const { data, isPending } = useQuery({
    queryKey: ['saved-filters', tab],
    queryFn: () => call(client.$get({ query: { tab } })),
  })
  return {
    filters: data?.filters ?? [],
    isPending,
    async save(name, query) {
      await call(client.$post({ json: { tab, name, query } }))
      await changed(tab)
    },
    async rename(id, name) {
      await call(client[':id'].$patch({ param: { id }, json: { name } }))
      await changed(tab)
    },
    async remove(id) {
      await call(client[':id'].$delete({ param: { id } }))
      await changed(tab)
    },
  }
}

/**
 * The filter part of a URL, in a fixed order, so that one filter always gives one text.
 * @param names of the filter parameters.
 */
export function filterQueryOf(params: URLSearchParams, names: readonly string[]): string {
  const kept = new URLSearchParams(names.flatMap(name => params.getAll(name).map(value => [name, value])))
  kept.sort()
  return kept.toString()
}

/** The URL with a saved filter instead of the current one, at its first page; other parameters stay. */
export function withFilterQuery(params: URLSearchParams, names: readonly string[], query: string): URLSearchParams {
  const next = new URLSearchParams([...params].filter(([name]) => name !== 'page' && !names.includes(name)))
  for (const [name, value] of new URLSearchParams(query)) if (names.includes(name)) next.append(name, value)
  return next
}
