import { useEffect, useState } from 'react'
import { session } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { queryClient } from '#kernel/client/query-client.ts'

/**
 * Whether any response on this page was `SecondFactorRequired`.
 * @returns the flag, and a function that retries with a new ID token, which says whether the user has a factor.
 */
export function useSecondFactorWanted(): [boolean, () => Promise<void>] {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const look = ({ error }: { error: unknown }) =>
      error instanceof ApiError && error.code === 'SecondFactorRequired' && setWanted(true)
    const stops = [
      queryClient.getQueryCache().subscribe(({ query }) => look(query.state)),
      queryClient.getMutationCache().subscribe(({ mutation }) => mutation && look(mutation.state)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  async function retry() {
    await session.refresh()
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
    setWanted(false)
  }
  return [isWanted, retry]
}
