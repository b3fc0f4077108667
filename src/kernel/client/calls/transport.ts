import { networkError } from './api-error.ts'
import { pauseAfter, sleep as realSleep } from './pause-after.ts'

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

/** Cooldown 30 s after a 503; 3 attempts; a request waits at most 2 s for a token that is not ready. */
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

/**
 * Creates the browser's connection to the API. Attaches the ID token, and refreshes it on 401. Backs off on 429 and 5xx, and blocks a request for 30 s after a 503.
 * Repeats writes only with an Idempotency-Key, so that no write happens twice.
 * @throws ApiError when the network is away
 */
export function createTransport(options: Options): Fetch {
  const { fetch, tokens, refreshes = 2, now = Date.now, sleep = realSleep, random = Math.random } = options
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

  return (input, init) => {
    const request = new Request(input, init)
    return send(request, `${request.method} ${request.url}`)
  }
}

const refused = () => problem(401, 'NotAuthorizedException', AUTH_DETAIL)
const cooled = () => problem(503, 'unavailable', COOLDOWN_DETAIL)

/** Returns a final refusal: the server's own problem response, else the default one. */
const told = (response: Response, specified: () => Response) =>
  response.headers.get('content-type')?.startsWith('application/problem+json') ? response : specified()
