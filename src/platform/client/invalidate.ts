import type { QueryKey } from '@tanstack/react-query'
import { queryClient, transport } from './browser.ts'

/**
 * Invalidates what this browser has cached, after a write or a message that something changed.
 * @param paths the beginnings of the API's paths whose cached answers are dropped.
 * @param keys queries that are fetched again when a component shows them.
 * @returns when those queries have their new data.
 */
export async function invalidate(paths: readonly string[], ...keys: readonly QueryKey[]): Promise<void> {
  for (const path of paths) transport.invalidate(path)
  await Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
