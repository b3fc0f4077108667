import { useSyncExternalStore } from 'react'
import type { Fetch, Tokens } from './transport.ts'

/** The signed-in person as `POST /api/auth/login` and `/token` answer it. */
export type SessionUser = { id: string; email: string; name: string; isAdmin: boolean; isSubscriber: boolean }

export type SessionAnswer = { idToken: string; expiresAt: string; user: SessionUser }

/** `unchecked` until the browser has asked; the server's rendering is always `unchecked`. */
export type SessionState =
  | { status: 'unchecked'; user: undefined }
  | { status: 'guest'; user: undefined }
  | { status: 'signed-in'; user: SessionUser }

/** customer-side.md section 9: credentials are refreshed every 50 minutes; a token counts as expired 5 s early. */
const REFRESH_MS = 50 * 60_000
const TOLERANCE_MS = 5_000
/** Says that a session cookie is likely there, so that guests' pages never make a call that answers 401. */
const HINT = 'redoubt.signed-in'

/**
 * Marks `<html data-returning>` before the first paint when somebody was signed in here before, so that guests' links are not
 * shown for a moment. A constant, allowed by its hash.
 */
export const RETURNING_SCRIPT = `try{if(localStorage.getItem('${HINT}'))document.documentElement.dataset.returning=''}catch(e){}`

const UNCHECKED: SessionState = { status: 'unchecked', user: undefined }
const GUEST: SessionState = { status: 'guest', user: undefined }

export type Session = Tokens & {
  state: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Asks once, at the start of the page, whether somebody is signed in. */
  open: () => Promise<void>
  /** Takes the answer of a sign-in. */
  begin: (answer: SessionAnswer) => void
  /** Forgets who was here; the cookie is ended by `POST /api/auth/logout`. */
  end: () => void
}

/** Who is signed in in this browser. The ID token lives in memory only; the session itself is an httpOnly cookie. */
export function createSession(fetch: Fetch, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Session {
  const listeners = new Set<() => void>()
  let state: SessionState = UNCHECKED
  let token: { text: string; expires: number } | undefined
  let refreshing: Promise<string | undefined> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function become(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }
  function begin(answer: SessionAnswer) {
    token = { text: answer.idToken, expires: Date.parse(answer.expiresAt) }
    storage.setItem(HINT, '1')
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), REFRESH_MS)
    become({ status: 'signed-in', user: answer.user })
  }
  function end() {
    token = undefined
    storage.removeItem(HINT)
    clearTimeout(timer)
    become(GUEST)
  }
  async function ask(): Promise<string | undefined> {
    const response = await fetch('/api/auth/token', { method: 'POST' })
    if (response.ok) {
      begin((await response.json()) as SessionAnswer)
      return token?.text
    }
    // Only a clear no ends the session; a server that is busy or away does not.
    if (response.status === 401) end()
    return undefined
  }
  function refresh() {
    refreshing ??= ask()
      .catch(() => undefined)
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    current: () => (token && token.expires - TOLERANCE_MS > Date.now() ? token.text : undefined),
    refresh,
    async open() {
      if (storage.getItem(HINT)) await refresh()
      if (state.status === 'unchecked') become(GUEST)
    },
    begin,
    end,
  }
}

/** Follows a session from a component. */
export const useSessionState = (session: Session): SessionState =>
  useSyncExternalStore(session.subscribe, session.state, () => UNCHECKED)
