import type { Fetch } from '#platform/client/transport.ts'

/**
 * What can go wrong on the way to the provider and back.
 * - `lost`: it was done, and the answer never came: a time-out after success.
 * - `cut`: it was done, and the connection broke before the answer.
 * - `unreached`: the connection broke before it arrived; nothing was done.
 * - `fault`: 500, nothing was done.
 * - `busy`: 429, nothing was done.
 */
export type Mishap = 'lost' | 'cut' | 'unreached' | 'fault' | 'busy'

/** Which calls: method and path, `*` for an id: `POST /v1/refunds`, `GET /v1/checkout/sessions/*`. */
export type Call = `${'GET' | 'POST' | 'DELETE'} /v1/${string}`

/** How webhooks are sent: so many times each, in another order than they happened, or not at all for now. */
export type WebhookManner = { copies: number; order: <T>(items: T[]) => T[]; areHeld: boolean }

/** Trouble that a test makes for one sandbox; without any, everything goes as it should. */
export type Trouble = {
  /** The next calls of a kind go wrong. The SDK repeats a call by itself, so `times` counts its repetitions too. */
  plan: (call: Call, mishap: Mishap, times?: number) => void
  /** How often something went wrong so far. */
  met: () => number
  webhooks: (manner: Partial<WebhookManner>) => void
  /** All goes as it should again; what was held is sent. */
  clear: () => void
}

const STRAIGHT: WebhookManner = { copies: 1, order: items => items, areHeld: false }

/** @returns the trouble of one sandbox, the way of requests through it, and how webhooks are to be sent. */
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
      // The SDK knows its own time-out by this name; waiting for it would only take time.
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
