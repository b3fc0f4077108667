import { QueryClient } from '@tanstack/react-query'
import type { Hono } from 'hono'
import { hc } from 'hono/client'
import type { RouterContextProvider } from 'react-router'
import { idleSeconds } from './activity.ts'
import { ApiError } from './api-error.ts'
import { createRealtime } from './realtime.ts'
import { isSafari } from './safari.ts'
import { apiContext } from './server-api.ts'
import { createSession, type SessionState, useSessionState, WORD } from './session.ts'
import { createTransport, type Fetch } from './transport.ts'

const NO_STORAGE = { getItem: () => null, setItem() {}, removeItem() {} }
const browserFetch: Fetch = (input, init) => globalThis.fetch(input, init)

/** Who is signed in in this browser. On the server it is always unchecked: HTML is public. */
export const session = createSession(
  browserFetch,
  typeof window === 'undefined' ? NO_STORAGE : window.localStorage,
  idleSeconds,
)

/** customer-side.md section 9: a 401 is answered with a new token twice, three times on Safari. */
const REFRESHES = typeof navigator !== 'undefined' && isSafari(navigator.userAgent) ? 3 : 2

/** The browser's way to the API. */
export const transport = createTransport({ fetch: browserFetch, tokens: session, refreshes: REFRESHES })

/** The page's one WebSocket; it is there while something on the page listens. A connection belongs to whoever is here. */
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
  // What was read as somebody else is nobody's business any more. What is still shown is read anew, but not by a guest: a guest's
  // screens are gone in a moment, and would only be refused.
  if (before.status === 'unchecked') return
  transport.invalidate()
  // Whoever is back after the session lapsed finds the screens as they were, with what was typed in them.
  if (user && user.id === before.user?.id) void queryClient.invalidateQueries()
  else if (status === 'signed-in') void queryClient.resetQueries()
  else queryClient.clear()
})
// What happens to the session in one tab is seen in the others.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key, newValue }) => key === WORD && session.hear(newValue))

/**
 * A typed client of one feature's API: `const api = clientOf<CreditsApi>()`, then `call(api.credits.$get())`.
 * @param fetch left out, it goes over HTTP; a loader passes `apiFetchOf(context)` and stays in the process.
 */
export const clientOf = <A extends Hono<never, never, never> | object>(fetch: Fetch = transport) =>
  hc<A extends Hono<infer _E, infer _S, infer _B> ? A : never>('/api', { fetch: fetch as typeof globalThis.fetch })

/** The in-process API, for a route's `loader`. */
export const apiFetchOf = (context: Readonly<RouterContextProvider>): Fetch => context.get(apiContext)

export const useSession = () => useSessionState(session)

/** What screens read after hydration; kept fresh for the specified 10 s. Retrying is the transport's business. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: false,
      refetchOnWindowFocus: true,
      // Asked while offline, a screen says that the network is away, instead of waiting without a word; back online it asks again.
      networkMode: 'always',
      refetchOnReconnect: true,
      throwOnError: error => !(error instanceof ApiError),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
