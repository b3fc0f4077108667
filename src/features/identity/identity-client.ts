import type { ClientResponse } from 'hono/client'
import { clientOf, queryClient, session, transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import type { SessionAnswer } from '#platform/client/session.ts'
import type { IdentityApi } from './api.server.ts'

export const identity = clientOf<IdentityApi>()

/** Takes the answer of a sign-in; what was kept for the guest is forgotten. */
export function beginSession(answer: SessionAnswer) {
  transport.invalidate()
  queryClient.clear()
  session.begin(answer)
}

/**
 * Asks for a sign-in. A session that this browser still holds for somebody is ended first: whoever asks means it.
 * @param ask makes the call; it is made again when somebody was signed in.
 */
export async function startingOver<R extends ClientResponse<unknown>>(ask: () => Promise<R>) {
  const first = await ask()
  if (first.status !== 409) return call(Promise.resolve(first))
  await call(identity.auth.logout.$post())
  session.end()
  return call(ask())
}

/** Signs in by password. @returns the session, or the challenge that stands before it. */
export const signInWith = (json: { email: string; password: string }) =>
  startingOver(() => identity.auth.login.$post({ json }))
