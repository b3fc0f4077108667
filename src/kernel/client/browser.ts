import type { Hono } from 'hono'
import { hc } from 'hono/client'
import type { RouterContextProvider } from 'react-router'
import { apiContext } from './calls/server-api.ts'
import { createTransport, type Fetch } from './calls/transport.ts'
import { queryClient } from './query-client.ts'
import { createRealtime } from './realtime/realtime.ts'
import { isSafari } from './safari.ts'
import { idleSeconds } from './session/idle-seconds.ts'
import { createSession, type SessionState, useSessionState, useSessionUser, WORD } from './session/session.ts'
import { browserStorage } from './storage/browser-storage.ts'

const browserFetch: Fetch = (input, init) => globalThis.fetch(input, init)

/** The session of this browser. On the server it is always unchecked, because HTML is public. */
export const session = createSession(browserFetch, browserStorage, idleSeconds)

/** A 401 is answered with a new token at most twice, three times on Safari. */
const REFRESHES = typeof navigator !== 'undefined' && isSafari(navigator.userAgent) ? 3 : 2

/** The browser's connection to the API. */
export const transport = createTransport({ fetch: browserFetch, tokens: session, refreshes: REFRESHES })

/** The page's single WebSocket, open while a component listens. The connection belongs to the current user. */
export const realtime = createRealtime({
  open: () => new WebSocket(new URL('/api/realtime', location.href.replace(/^http/, 'ws'))),
  token: () => session.current() ?? (session.isExpected() ? session.refresh() : undefined),
  refreshToken: () => session.refresh(),
})
const isLapsed = (state: SessionState) => state.status === 'signed-in' && state.lapsed === true
let last = session.state()
session.subscribe(() => {
  const before = last
  last = session.state()
  const { status, user } = last
  const isBack = isLapsed(before) && !isLapsed(last)
  const idToken = session.current()
  if (user?.id === before.user?.id && !isBack) {
    if (idToken) realtime.showToken(idToken)
    return
  }
  realtime.renew()
  // Data of the previous user must go. Visible data is fetched again, but not for a guest: a guest's screens close in a moment, and their
  // calls would only be refused.
  if (before.status === 'unchecked') return
  // A user who signs in again after the session lapsed keeps the screens and their input.
  if (user && user.id === before.user?.id) void queryClient.invalidateQueries()
  else if (status === 'signed-in') void queryClient.resetQueries()
  else queryClient.clear()
})
// Follows session changes of other tabs.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key, newValue }) => key === WORD && session.hear(newValue))

/**
 * Creates a typed client of one feature's API: `const api = clientOf<CreditsApi>()`, then `call(api.credits.$get())`.
 * @param fetch default: over HTTP. A loader passes `apiFetchOf(context)` and stays in the process.
 */
export const clientOf = <A extends Hono<never, never, never> | object>(fetch: Fetch = transport) =>
  hc<A extends Hono<infer _E, infer _S, infer _B> ? A : never>('/api', { fetch: fetch as typeof globalThis.fetch })

/** The in-process API, for a route's `loader`. */
export const apiFetchOf = (context: Readonly<RouterContextProvider>): Fetch => context.get(apiContext)

export const useSession = () => useSessionState(session)

/** The signed-in user. A guest's page does not render again when the session is checked, because there is still no user. */
export const useUser = () => useSessionUser(session)
