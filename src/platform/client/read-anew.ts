import type { QueryKey } from '@tanstack/react-query'
import { queryClient, transport } from './browser.ts'

/**
 * After a write, or a word of one: what this browser keeps of the named answers is old.
 * @param paths the beginnings of the API's paths whose kept answers are thrown away.
 * @param keys of the queries that are asked again if they are on the screen.
 * @returns when what is on the screen is new again.
 */
export async function readAnew(paths: readonly string[], ...keys: readonly QueryKey[]): Promise<void> {
  for (const path of paths) transport.forget(path)
  await Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
