import type { Fetch } from './surroundings.ts'

/**
 * Failures between the application and the provider.
 * - `lost`: the call was executed, and the response never arrived: a timeout after success.
 * - `cut`: the call was executed, and the connection broke before the response.
 * - `unreached`: the connection broke before the call arrived; nothing was executed.
 * - `fault`: 500, nothing was executed.
 * - `busy`: 429, nothing was executed.
 */
export type Mishap = 'lost' | 'cut' | 'unreached' | 'fault' | 'busy'

/** Method and path, with `*` for an id: `POST /v1/refunds`, `GET /v1/checkout/sessions/*`. */
export type Call = `${'GET' | 'POST' | 'DELETE'} /v1/${string}`

/** How webhooks are sent: the number of copies, the order, and whether they are held back. */
export type WebhookManner = { copies: number; order: <T>(items: T[]) => T[]; areHeld: boolean }

/** Failures that a test injects into one sandbox. Without any, the sandbox works normally. */
export type Trouble = {
  /** Makes the next calls of a kind fail. The SDK retries by itself, so `times` includes its retries. */
  plan: (call: Call, mishap: Mishap, times?: number) => void
  /** How many failures occurred so far. */
  met: () => number
  webhooks: (manner: Partial<WebhookManner>) => void
  /** Ends all failures and releases held webhooks. */
  clear: () => void
}

const STRAIGHT: WebhookManner = { copies: 1, order: items => items, areHeld: false }

/** @returns the failure controls of one sandbox, the wrapper for requests, and the manner of webhooks. */
export function createTrouble(): { trouble: Trouble; through: (fetch: Fetch) => Fetch; manner: () => WebhookManner } {
  let planned: { pattern: RegExp; mishap: Mishap; left: number }[] = []
  let manner = STRAIGHT
  let met = 0

  function next(request: Request): Mishap | undefined {
    const call = `${request.method} ${new URL(request.url).pathname}`
    const plan = planned.find(({ pattern, left }) => left > 0 && pattern.test(call))
    if (!plan) return undefined
    plan.left -= 1
    met += 1
    return plan.mishap
  }

  const through =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const request = new Request(input, init)
      const mishap = next(request)
      if (mishap === 'unreached') throw broken('ECONNREFUSED')
      if (mishap === 'fault') return refusal(500, 'api_error', 'An unknown error occurred.')
      if (mishap === 'busy') return refusal(429, 'invalid_request_error', 'Request rate limit exceeded.')
      const answer = await fetch(request)
      // The SDK recognizes its own timeout by this name; a real timeout would only take time.
      if (mishap === 'lost') throw new DOMException('The operation was aborted.', 'AbortError')
      if (mishap === 'cut') throw broken('ECONNRESET')
      return answer
    }

  const trouble: Trouble = {
    plan(call, mishap, times = 1) {
      const parts = call.split('*').map(part => RegExp.escape(part))
      planned.push({ pattern: new RegExp(`^${parts.join('[^/]+')}$`), mishap, left: times })
    },
    met: () => met,
    webhooks(change) {
      manner = { ...manner, ...change }
    },
    clear() {
      planned = []
      manner = STRAIGHT
    },
  }
  return { trouble, through, manner: () => manner }
}

const broken = (code: string) => Object.assign(new Error(`connection: ${code}`), { code })

const refusal = (status: number, type: string, message: string) =>
  Response.json({ error: { type, message } }, { status })
