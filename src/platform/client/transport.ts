import { networkError } from './api-error.ts'

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Where the transport gets ID tokens from; a guest has none. */
export type Tokens = {
  current: () => string | undefined
  /** Gets a new token with the session cookie; undefined when there is no session any more. */
  refresh: () => Promise<string | undefined>
}

type Options = {
  fetch: Fetch
  tokens: Tokens
  now?: () => number
  sleep?: (ms: number) => Promise<void>
  random?: () => number
}

/** customer-side.md section 9: GET cache 10 s, cooldown 30 s after a 503, 3 attempts with back-off, 2 refreshes on 401. */
const KEEP_MS = 10_000
const COOLDOWN_MS = 30_000
const ATTEMPTS = 3
const REFRESHES = 2
const RETRIED = new Set([429, 500, 502, 503, 504])
const COOLDOWN_DETAIL = 'Service temporarily unavailable (cooldown). Please retry shortly.'

const problem = (status: number, code: string, detail: string) =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, detail, code }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })

export type Transport = Fetch & {
  /** Forgets kept GET answers whose address starts so; without one, all. A write calls it for what it changed. */
  forget: (prefix?: string) => void
}

/**
 * The browser's way to the API, as the specification wants it: GET answers kept for 10 s, identical GETs under way shared,
 * the ID token attached, refreshed and retried on 401, back-off on 429 and 5xx, and a request that met 503 left alone for 30 s.
 * Writes are sent again only when they carry an Idempotency-Key, so that nothing is done twice.
 */
export function createTransport(options: Options): Transport {
  const { fetch, tokens, now = Date.now, random = Math.random } = options
  const sleep = options.sleep ?? (ms => new Promise<void>(done => setTimeout(done, ms)))
  const kept = new Map<string, { at: number; answer: Promise<Response> }>()
  const cooling = new Map<string, number>()

  async function attempt(request: Request): Promise<Response> {
    let token = tokens.current()
    for (let refreshes = 0; ; refreshes++) {
      const copy = request.clone()
      if (token) copy.headers.set('authorization', `Bearer ${token}`)
      const response = await fetch(copy)
      if (response.status !== 401 || !token || refreshes === REFRESHES) return response
      token = await tokens.refresh()
      if (!token) return response
    }
  }

  async function send(request: Request, id: string): Promise<Response> {
    if (now() < (cooling.get(id) ?? 0)) return problem(503, 'unavailable', COOLDOWN_DETAIL)
    const mayRepeat = request.method === 'GET' || request.headers.has('idempotency-key')
    for (let tries = 1; ; tries++) {
      const last = !mayRepeat || tries === ATTEMPTS
      const response = await attempt(request).catch(() => undefined)
      if (!response) {
        if (last) throw networkError()
      } else if (last || !RETRIED.has(response.status)) {
        if (response.status === 503) cooling.set(id, now() + COOLDOWN_MS)
        return response
      }
      const asked = Number(response?.headers.get('retry-after') ?? 0) * 1000
      if (asked > 5000) return response!
      await sleep(Math.max(asked, 250 * 2 ** (tries - 1) * (0.5 + random())))
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
    forget(prefix = '') {
      for (const id of kept.keys()) if (new URL(id.slice(4)).pathname.startsWith(prefix)) kept.delete(id)
    },
  })
}
