import { QueryClient } from '@tanstack/react-query'
import type { Hono } from 'hono'
import { hc } from 'hono/client'
import type { RouterContextProvider } from 'react-router'
import { ApiError } from './api-error.ts'
import { createRealtime } from './realtime.ts'
import { apiContext } from './server-api.ts'
import { createSession, useSessionState } from './session.ts'
import { createTransport, type Fetch } from './transport.ts'

const NO_STORAGE = { getItem: () => null, setItem() {}, removeItem() {} }
const browserFetch: Fetch = (input, init) => globalThis.fetch(input, init)

/** Who is signed in in this browser. On the server it is always unchecked: HTML is public. */
export const session = createSession(browserFetch, typeof window === 'undefined' ? NO_STORAGE : window.localStorage)

/** The browser's way to the API. */
export const transport = createTransport({ fetch: browserFetch, tokens: session })

/** The page's one WebSocket; it is there while something on the page listens. A connection belongs to whoever is here. */
export const realtime = createRealtime({
  open: () => new WebSocket(new URL('/api/realtime', location.href.replace(/^http/, 'ws'))),
  token: () => session.current() ?? (session.state().user && session.refresh()),
})
let connectedAs: string | undefined
session.subscribe(() => {
  const userId = session.state().user?.id
  if (userId === connectedAs) return
  connectedAs = userId
  realtime.renew()
})

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
      throwOnError: error => !(error instanceof ApiError),
    },
    mutations: { retry: false },
  },
})
