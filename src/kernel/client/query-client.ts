import { QueryClient, type QueryClientConfig, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './calls/api-error.ts'

const CONFIG: QueryClientConfig = {
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: false,
      refetchOnWindowFocus: true,
      // An offline query fails at once instead of waiting, so that the screen reports the network error. It runs again when back online.
      networkMode: 'always',
      refetchOnReconnect: true,
      throwOnError: error => !(error instanceof ApiError),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
}

/**
 * The browser's only cache: answers are fresh for 10 s, and identical queries in flight are shared. The transport does the retries.
 */
export const queryClient = new QueryClient(CONFIG)

/** The cache of one rendering. On the server each page has its own, because a shared one would keep the first page's lists for all. */
export const clientOfRendering = (): QueryClient =>
  typeof document === 'undefined' ? new QueryClient(CONFIG) : queryClient

/**
 * Invalidates queries after a write or a change message.
 * @param keys queries to invalidate; those that a component shows are fetched again.
 * @returns when those queries have new data.
 */
export async function invalidate(...keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
