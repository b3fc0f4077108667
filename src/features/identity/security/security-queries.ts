import { useQuery } from '@tanstack/react-query'
import { queryClient, transport } from '#platform/client/browser.ts'
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
  transport.forget('/api/auth')
  await queryClient.invalidateQueries({ queryKey: ['auth'] })
}
