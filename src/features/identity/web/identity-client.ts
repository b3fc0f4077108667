import type { ClientResponse } from 'hono/client'
import { clientOf, session } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import type { SessionAnswer } from '#kernel/client/session/session.ts'
import type { IdentityApi } from '../api.server.ts'

export const identity = clientOf<IdentityApi>()

/** Starts the session from a sign-in's answer and drops the guest's cached data. */
export function beginSession(answer: SessionAnswer) {
  queryClient.clear()
  session.begin(answer)
}

/**
 * Requests a sign-in. If this browser still holds a session (409), signs out and asks again.
 * @param ask makes the call; it may run twice.
 */
export async function startingOver<R extends ClientResponse<unknown>>(ask: () => Promise<R>) {
  const first = await ask()
  if (first.status !== 409) return call(Promise.resolve(first))
  await call(identity.auth.logout.$post())
  session.end()
  return call(ask())
}

/** Signs in by password. @returns the session, or the challenge before it. */
export const signInWith = (json: { email: string; password: string }) =>
  startingOver(() => identity.auth.login.$post({ json }))
export type SignInAnswer = Awaited<ReturnType<typeof signInWith>>
