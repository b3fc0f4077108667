import { clientOf, queryClient, session, transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import type { SessionAnswer } from '#platform/client/session.ts'
import type { IdentityApi } from './api.server.ts'

export const identity = clientOf<IdentityApi>()

/** Takes the answer of a sign-in; what was kept for the guest is forgotten. */
export function beginSession(answer: SessionAnswer) {
  transport.forget()
  queryClient.clear()
  session.begin(answer)
}

/** Signs in. A session that this browser still holds for somebody is ended first: whoever gives a password means it. */
export async function signInWith(json: { email: string; password: string }) {
  const first = await identity.auth.login.$post({ json })
  if (first.status !== (409 as number)) return call(Promise.resolve(first))
  await call(identity.auth.logout.$post())
  return call(identity.auth.login.$post({ json }))
}
