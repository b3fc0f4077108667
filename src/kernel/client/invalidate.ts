import type { QueryKey } from '@tanstack/react-query'
import { queryClient, transport } from './browser.ts'

/**
 * Invalidates this browser's caches after a write or a change message.
 * @param paths prefixes of the API paths whose cached responses are dropped.
 * @param keys queries to invalidate; those that a component shows are fetched again.
 * @returns when those queries have new data.
 */
export async function invalidate(paths: readonly string[], ...keys: readonly QueryKey[]): Promise<void> {
  for (const path of paths) transport.invalidate(path)
  await Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
