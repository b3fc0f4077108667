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
  const { data } = useQuery({
    queryKey: ['saved-filters', tab],
    queryFn: () => call(client.$get({ query: { tab } })),
  })
  return {
    filters: data?.filters ?? [],
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
