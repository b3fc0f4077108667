import { networkError } from './api-error.ts'
import { pauseAfter, sleep as realSleep } from './retry.ts'

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Source of ID tokens; a guest has none. */
export type Tokens = {
  current: () => string | undefined
  /** True if a token should exist: a user is signed in, or the check is still running. */
  isExpected: () => boolean
  /** Fetches a new token with the session cookie; undefined when the session has ended. */
  refresh: () => Promise<string | undefined>
}

type Options = {
  fetch: Fetch
  tokens: Tokens
  /** How often a 401 is answered with a new token; Safari gets one more. */
  refreshes?: number
  now?: () => number
  sleep?: (ms: number) => Promise<void>
  random?: () => number
}

/** GET cache 10 s; cooldown 30 s after a 503; 3 attempts; a request waits at most 2 s for a token that is not ready. */
const KEEP_MS = 10_000
const COOLDOWN_MS = 30_000
const ATTEMPTS = 3
const AUTH_WAIT_MS = 2_000
const COOLDOWN_DETAIL = 'Service temporarily unavailable (cooldown). Please retry shortly.'
const AUTH_DETAIL = 'Authentication required. Please login again.'

const problem = (status: number, code: string, detail: string) =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, detail, code }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })

export type Transport = Fetch & {
  /** Drops cached GET responses whose path starts with `prefix`, or all. Call after a write. */
  invalidate: (prefix?: string) => void
}

/**
 * Creates the browser's connection to the API. Caches GET responses for 10 s and shares identical GETs in flight. Attaches the ID token,
 * and refreshes it on 401. Backs off on 429 and 5xx, and blocks a request for 30 s after a 503.
 * Repeats writes only with an Idempotency-Key, so that no write happens twice.
 * @throws ApiError when the network is away
 */
export function createTransport(options: Options): Transport {
  const { fetch, tokens, refreshes = 2, now = Date.now, sleep = realSleep, random = Math.random } = options
  const kept = new Map<string, { at: number; answer: Promise<Response> }>()
  const cooling = new Map<string, number>()

  /** Sends with the current token and refreshes it on 401. Returns undefined without a response. */
  async function attempt(request: Request): Promise<Response | undefined> {
    for (let refreshed = 0; ; refreshed++) {
      const token = tokens.current()
      const copy = request.clone()
      if (token) copy.headers.set('authorization', `Bearer ${token}`)
      const response = await fetch(copy).catch(error => {
        // Only an abort by the caller is thrown; any other error is a network failure.
        if (request.signal.aborted) throw error
        return undefined
      })
      if (response?.status !== 401 || !(token || tokens.isExpected())) return response
      if (refreshed === refreshes || !(await tokens.refresh())) return told(response, refused)
    }
  }

  async function send(request: Request, id: string): Promise<Response> {
    if (now() < (cooling.get(id) ?? 0)) return cooled()
    if (!tokens.current() && tokens.isExpected()) await Promise.race([tokens.refresh(), sleep(AUTH_WAIT_MS)])
    const mayRepeat = request.method === 'GET' || request.headers.has('idempotency-key')
    for (let tries = 1; ; tries++) {
      const response = await attempt(request)
      const pause = mayRepeat && tries < ATTEMPTS ? pauseAfter(response, tries, random(), now()) : undefined
      if (pause === undefined) {
        if (!response) throw networkError()
        if (response.status !== 503) return response
        cooling.set(id, now() + COOLDOWN_MS)
        return told(response, cooled)
      }
      await sleep(pause)
    }
  }

  const transport = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const id = `${request.method} ${request.url}`
    if (request.method !== 'GET') return send(request, id)
    const known = kept.get(id)
    if (known && now() - known.at < KEEP_MS) return (await known.answer).clone()
    const answer = send(request, id)
    kept.set(id, { at: now(), answer })
    const drop = () => kept.get(id)?.answer === answer && kept.delete(id)
    answer.then(response => response.ok || drop(), drop)
    return (await answer).clone()
  }

  return Object.assign(transport, {
    invalidate(prefix = '') {
      for (const id of kept.keys()) if (new URL(id.slice(4)).pathname.startsWith(prefix)) kept.delete(id)
    },
  })
}

const refused = () => problem(401, 'NotAuthorizedException', AUTH_DETAIL)
const cooled = () => problem(503, 'unavailable', COOLDOWN_DETAIL)

/** Returns a final refusal: the server's own problem response, else the default one. */
const told = (response: Response, specified: () => Response) =>
  response.headers.get('content-type')?.startsWith('application/problem+json') ? response : specified()
