import { useSyncExternalStore } from 'react'
import type { Role } from '../rights.ts'
import { pauseAfter, sleep } from './retry.ts'
import type { Fetch, Tokens } from './transport.ts'

/** The signed-in person as `POST /api/auth/login` and `/token` answer it. */
export type SessionUser = {
  id: string
  email: string
  name: string
  isAdmin: boolean
  role: Role | null
  isSubscriber: boolean
}

export type SessionAnswer = { idToken: string; expiresAt: string; user: SessionUser }

/** `unchecked` until the browser has asked; the server's rendering is always `unchecked`. */
export type SessionState =
  | { status: 'unchecked'; user: undefined }
  /** `leftElsewhere`: the person signed out just now, in another tab. */
  | { status: 'guest'; user: undefined; leftElsewhere?: true }
  /** `lapsed`: the server has ended it. Screens stay as they are, with what was typed in them, until the person decides. */
  | { status: 'signed-in'; user: SessionUser; lapsed?: true }

/** customer-side.md section 9: credentials are refreshed every 50 minutes; a token counts as expired 5 s early; it is fetched up to 8 times more. */
const REFRESH_MS = 50 * 60_000
const TOLERANCE_MS = 5_000
/** However short a token is, and whatever this browser's clock says. */
const STAFF_REFRESH_MIN_MS = 60_000
const TOKEN_RETRIES = 8
/** Says that a session cookie is likely there, so that guests' pages never make a call that answers 401. */
const HINT = 'redoubt.signed-in'
/** Where one tab leaves word for the others. */
export const WORD = 'redoubt.session'

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
  /** Asks whether somebody is signed in: at the start of the page, and again when it could not be found out. */
  open: () => Promise<void>
  /** Takes the answer of a sign-in, and tells the other tabs. */
  begin: (answer: SessionAnswer) => void
  /** Forgets who was here, and tells the other tabs; the cookie is ended by `POST /api/auth/logout`. */
  end: () => void
  /** Takes what another tab left under `WORD`. */
  hear: (word: string | null) => void
}

/**
 * Asks for an ID token, again and again while the server is busy or away.
 * @param isWanted whether anybody still waits for it.
 * @returns `over` when there is no session any more; undefined when nobody knows.
 */
async function fetchToken(
  fetch: Fetch,
  isWanted: () => boolean,
  idleSeconds: () => number,
): Promise<SessionAnswer | 'over' | undefined> {
  for (let tries = 1; isWanted(); tries++) {
    const response = await fetch('/api/auth/token', {
      method: 'POST',
      // By this the server ends a session of staff whose person has gone; calls that a page makes by itself are no activity.
      headers: { 'x-idle-seconds': String(Math.floor(idleSeconds())) },
    }).catch(() => undefined)
    if (response?.ok) return response.json()
    if (response?.status === 401) return 'over'
    const pause = tries > TOKEN_RETRIES ? undefined : pauseAfter(response, tries, Math.random(), Date.now())
    if (pause === undefined) return undefined
    await sleep(pause)
  }
  return undefined
}

/**
 * Who is signed in in this browser.
 * @param idleSeconds since the person last did something on this page.
 * The ID token lives in memory only; the session itself is an httpOnly cookie. */
export function createSession(
  fetch: Fetch,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  idleSeconds: () => number = () => 0,
): Session {
  const listeners = new Set<() => void>()
  let state: SessionState = UNCHECKED
  let token: { text: string; expires: number } | undefined
  let refreshing: Promise<string | undefined> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Changes when somebody comes or goes: an answer that was asked for before is about somebody else. */
  let era = 0

  function become(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }
  function take(answer: SessionAnswer) {
    token = { text: answer.idToken, expires: Date.parse(answer.expiresAt) }
    storage.setItem(HINT, '1')
    clearTimeout(timer)
    // A token of staff is shorter. It is renewed in time, because its person may be typing and make no call.
    const soon = Math.max(STAFF_REFRESH_MIN_MS, ((token.expires - Date.now()) * 5) / 6)
    timer = setTimeout(() => void refresh(), answer.user.isAdmin ? Math.min(REFRESH_MS, soon) : REFRESH_MS)
    become({ status: 'signed-in', user: answer.user })
  }
  function drop() {
    era++
    token = undefined
    refreshing = undefined
    clearTimeout(timer)
  }
  function refuse() {
    drop()
    if (state.status === 'signed-in') return become({ ...state, lapsed: true })
    storage.removeItem(HINT)
    become(GUEST)
  }
  const tell = (type: 'signed-in' | 'signed-out') => storage.setItem(WORD, JSON.stringify({ type, at: Date.now() }))

  async function ask(): Promise<string | undefined> {
    const asked = era
    const answer = await fetchToken(fetch, () => asked === era, idleSeconds)
    if (asked !== era || !answer) return token?.text
    if (answer === 'over') refuse()
    else take(answer)
    return token?.text
  }
  function refresh() {
    if (refreshing) return refreshing
    const asking: Promise<string | undefined> = ask()
      .catch(() => undefined)
      .finally(() => {
        if (refreshing === asking) refreshing = undefined
      })
    refreshing = asking
    return asking
  }
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    current: () => (token && token.expires - TOLERANCE_MS > Date.now() ? token.text : undefined),
    isExpected: () =>
      state.status === 'signed-in' ? !state.lapsed : state.status === 'unchecked' && storage.getItem(HINT) !== null,
    refresh,
    async open() {
      if (state.status !== 'signed-in' && storage.getItem(HINT)) await refresh()
      if (state.status === 'unchecked') become(GUEST)
    },
    begin(answer) {
      drop()
      take(answer)
      tell('signed-in')
    },
    end() {
      drop()
      storage.removeItem(HINT)
      become(GUEST)
      tell('signed-out')
    },
    hear(word) {
      const { type } = JSON.parse(word ?? '{}') as { type?: string }
      if (type === 'signed-in') void refresh()
      if (type !== 'signed-out' || !state.user) return
      drop()
      become({ status: 'guest', user: undefined, leftElsewhere: true })
    },
  }
}

/** Follows a session from a component. */
export const useSessionState = (session: Session): SessionState =>
  useSyncExternalStore(session.subscribe, session.state, () => UNCHECKED)
