import { useQuery } from '@tanstack/react-query'
import { session } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { identity } from '../web/identity-client.ts'

/** The user's second factors. */
export const useMfa = () => useQuery({ queryKey: ['auth', 'mfa'], queryFn: () => call(identity.auth.mfa.$get()) })

/** The user's signed-in browsers. */
export const useDevices = () =>
  useQuery({ queryKey: ['auth', 'sessions'], queryFn: () => call(identity.auth.sessions.$get()) })

/** Fetches both again after a change. */
export async function refreshSecurity(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['auth'] })
}

/** Call this after a factor was added or removed. The ID token says whether the user has a second factor, so it is fetched again. */
export async function factorsChanged(): Promise<void> {
  await session.refresh()
  await refreshSecurity()
}
