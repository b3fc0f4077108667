import type { Role } from '../../rights.ts'
import { pauseAfter, sleep } from '../calls/pause-after.ts'
import type { Fetch, Tokens } from '../calls/transport.ts'
import type { GuardedStorage, TextStorage } from '../storage/browser-storage.ts'
import { createStore, useStore } from '../store.ts'

/** The signed-in user as returned by `POST /api/auth/login` and `/token`. */
export type SessionUser = {
  id: string
  email: string
  name: string
  isAdmin: boolean
  role: Role | null
  isSubscriber: boolean
}

export type SessionAnswer = { idToken: string; expiresAt: string; user: SessionUser }

/** `unchecked` until the browser has asked; server rendering is always `unchecked`. */
export type SessionState =
  | { status: 'unchecked'; user: undefined }
  /** `leftElsewhere`: the user signed out in another tab just now. */
  | { status: 'guest'; user: undefined; leftElsewhere?: true }
  /** `lapsed`: the server ended the session. Screens keep their input until the user signs in again or leaves. */
  | { status: 'signed-in'; user: SessionUser; lapsed?: true }

/** Refresh every 50 minutes. A token counts as expired 5 s early. A failed fetch is retried up to 8 times. */
const REFRESH_MS = 50 * 60_000
const TOLERANCE_MS = 5_000
/** Shortest refresh interval for staff tokens, regardless of their lifetime and of the browser's clock. */
const STAFF_REFRESH_MIN_MS = 60_000
const TOKEN_RETRIES = 8
/** Storage key: a session cookie probably exists. Prevents token calls for guests, which would get a 401. */
const HINT = 'redoubt.signed-in'
/** Storage key for messages between tabs. */
export const WORD = 'redoubt.session'

/**
 * Sets `<html data-returning>` before the first paint if a user was signed in here, so that guests' links do not flash.
 * A constant script, because the CSP allows it by its hash.
 */
export const RETURNING_SCRIPT = `try{if(localStorage.getItem('${HINT}'))document.documentElement.dataset.returning=''}catch(e){}`

const UNCHECKED: SessionState = { status: 'unchecked', user: undefined }
const GUEST: SessionState = { status: 'guest', user: undefined }

export type Session = Tokens & {
  state: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Checks for a session: at page load, and again after a check that failed. */
  open: () => Promise<void>
  /** Starts a session from a sign-in response and notifies the other tabs. */
  begin: (answer: SessionAnswer) => void
  /** Clears the session and notifies the other tabs. `POST /api/auth/logout` ends the cookie. */
  end: () => void
  /** Handles a message that another tab stored under `WORD`. */
  hear: (word: string | null) => void
}

/**
 * Fetches an ID token and retries while the server is busy or away.
 * @param isWanted false once no caller waits for the token.
 * @returns `over` when the session has ended; undefined when that is unknown.
 */
async function fetchToken(
  fetch: Fetch,
  isWanted: () => boolean,
  idleSeconds: () => number,
): Promise<SessionAnswer | 'over' | undefined> {
  for (let tries = 1; isWanted(); tries++) {
    const response = await fetch('/api/auth/token', {
      method: 'POST',
      // The server ends the session of an idle staff user by this header. Automatic calls are no activity.
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
 * Creates the session of this browser. The ID token stays in memory; the session itself is an httpOnly cookie.
 * @param idleSeconds returns the seconds since the user's last action on this page.
 */
export function createSession(
  fetch: Fetch,
  storage: TextStorage & Partial<Pick<GuardedStorage, 'canKeep'>>,
  idleSeconds: () => number = () => 0,
): Session {
  const { get: state, set: become, subscribe } = createStore<SessionState>(() => UNCHECKED)
  let token: { text: string; expires: number } | undefined
  let refreshing: Promise<string | undefined> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Increases when a user signs in or out, because a response to an earlier request belongs to the earlier user. */
  let era = 0

  /** A storage that keeps nothing has no hint after a reload, so the server is asked. */
  const mayExist = () => storage.getItem(HINT) !== null || storage.canKeep?.() === false
  function take(answer: SessionAnswer) {
    token = { text: answer.idToken, expires: Date.parse(answer.expiresAt) }
    storage.setItem(HINT, '1')
    clearTimeout(timer)
    // Staff tokens are shorter. They are renewed in time, because a user who types makes no call.
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
    const now = state()
    if (now.status === 'signed-in') return become({ ...now, lapsed: true })
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
    state,
    subscribe,
    current: () => (token && token.expires - TOLERANCE_MS > Date.now() ? token.text : undefined),
    isExpected() {
      const now = state()
      return now.status === 'signed-in' ? !now.lapsed : now.status === 'unchecked' && mayExist()
    },
    refresh,
    async open() {
      if (state().status !== 'signed-in' && mayExist()) await refresh()
      if (state().status === 'unchecked') become(GUEST)
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
      if (type !== 'signed-out' || !state().user) return
      drop()
      become({ status: 'guest', user: undefined, leftElsewhere: true })
    },
  }
}

/** Subscribes a component to a session. */
export const useSessionState = (session: Session): SessionState => useStore(stateOf(session), UNCHECKED)

export const useSessionUser = (session: Session): SessionUser | undefined =>
  useStore(stateOf(session), undefined, ({ user }) => user)

const stateOf = ({ state, subscribe }: Session) => ({ get: state, subscribe })
