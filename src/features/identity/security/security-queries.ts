import { useQuery } from '@tanstack/react-query'
import { queryClient, session, transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { identity } from '../identity-client.ts'

/** Of this browser: what one did oneself is told in one's own time. Nothing of it is rendered on the server. */
export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Which second factors one has. */
export const useMfa = () => useQuery({ queryKey: ['auth', 'mfa'], queryFn: () => call(identity.auth.mfa.$get()) })

/** Where one is signed in. */
export const useDevices = () =>
  useQuery({ queryKey: ['auth', 'sessions'], queryFn: () => call(identity.auth.sessions.$get()) })

/** Reads all that again, after a change. */
export async function refreshSecurity(): Promise<void> {
  transport.invalidate('/api/auth')
  await queryClient.invalidateQueries({ queryKey: ['auth'] })
}

/** After a factor came or went. The ID token says whether one signs in with a second one, so it is fetched anew. */
export async function factorsChanged(): Promise<void> {
  await session.refresh()
  await refreshSecurity()
}
