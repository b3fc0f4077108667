import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Handler } from 'hono'
import Stripe from 'stripe'
import { z } from 'zod'
import { type Kind, newId } from '../books/kinds.ts'
import type { RequestKey } from '../books/store.ts'
import { type Answer, type Bench, perform, type Work } from '../books/work.ts'
import { expanded } from './expand.ts'
import { Fault, invalid } from './faults.ts'
import { readForm } from './form.ts'
import { expand, readParams } from './params.ts'

export type Api = Bench & { secretKey: string; onError: (error: unknown) => void }

/** Handles a request: returns the object of the response, or `Refused` for a status other than 200. */
type Decide<T> = (work: Work, params: T, id: string) => Promise<object | Refused>

/** An error response whose writes are kept: a declined card leaves a failed charge. */
export class Refused {
  readonly answer: Answer
  constructor(status: number, error: object) {
    this.answer = { status, body: { error } }
  }
}

/**
 * Creates an API route: checks the key, validates parameters, decides, stores, applies `expand`.
 * @param schema all known parameters; includes `expand` where the response can be expanded.
 */
export function endpoint<T extends { expand?: string[] | undefined }>(
  api: Api,
  schema: z.ZodType<T>,
  decide: Decide<T>,
): Handler {
  return c =>
    answering(api, c, async requestId => {
      authorize(c, api.secretKey)
      const text = await formText(c)
      const params = readParams(schema, readForm(text))
      const request = { id: requestId, key: keyOf(c, text) }
      return perform(api, request, async work => {
        const body = await decide(work, params, c.req.param('id') ?? '')
        if (body instanceof Refused) return body.answer
        return { status: 200, body: await expanded(work, body, params.expand ?? []) }
      })
    })
}

/** Creates the API route that returns one object of a kind. */
export const retrieval = (api: Api, kind: Kind): Handler =>
  endpoint(api, z.strictObject({ expand }), async (work, _params, id) => (await work.retrieve(kind, id)).data)

/** Answers unknown routes of the API. */
export function unknownUrl(api: Api): Handler {
  return c =>
    answering(api, c, async () => {
      authorize(c, api.secretKey)
      throw invalid(`Unrecognized request URL (${c.req.method}: ${c.req.path}).`, { status: 404 })
    })
}

async function answering(api: Api, c: Context, run: (requestId: string) => Promise<Answer & { replayed?: boolean }>) {
  const requestId = newId('req')
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'request-id': requestId,
    'stripe-version': c.req.header('stripe-version') ?? Stripe.API_VERSION,
    'cache-control': 'no-store',
  }
  const key = c.req.header('idempotency-key')
  if (key) headers['idempotency-key'] = key
  try {
    const { status, body, replayed } = await run(requestId)
    if (replayed) headers['idempotent-replayed'] = 'true'
    return new Response(JSON.stringify(body), { status, headers })
  } catch (error) {
    // The SDK repeats the call.
    if (error instanceof Fault && error.body.code === 'lock_timeout') headers['stripe-should-retry'] = 'true'
    if (error instanceof Fault)
      return new Response(JSON.stringify({ error: error.body }), { status: error.status, headers })
    api.onError(error)
    const body = { error: { type: 'api_error', message: 'An unknown error occurred.' } }
    return new Response(JSON.stringify(body), { status: 500, headers })
  }
}

/** Stripe reads parameters from the body, or from the query string when there is no body. */
async function formText(c: Context): Promise<string> {
  const query = new URL(c.req.url).search.slice(1)
  if (c.req.method === 'GET') return query
  if (c.req.header('content-type')?.startsWith('multipart/form-data')) return multipartText(c)
  const body = await c.req.text()
  return body && query ? `${query}&${body}` : body || query
}

/** The fields of an upload. Name, type, size and hash stand for a file's bytes, which are not stored. */
async function multipartText(c: Context): Promise<string> {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(await c.req.parseBody())) {
    if (typeof value === 'string') fields.append(name, value)
    if (!(value instanceof File)) continue
    const bytes = new Uint8Array(await value.arrayBuffer())
    const described = { name: value.name, type: value.type, size: String(value.size) }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    for (const [part, text] of Object.entries({ ...described, sha256 })) fields.append(`${name}[${part}]`, text)
  }
  return fields.toString()
}

function authorize(c: Context, secretKey: string): void {
  const [, given] = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '') ?? []
  if (!given) {
    throw invalid('You did not provide an API key. Send it as "Authorization: Bearer YOUR_SECRET_KEY".', {
      status: 401,
    })
  }
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(given), digest(secretKey))) {
    throw invalid(`Invalid API Key provided: ${given.slice(0, 8)}***`, { status: 401 })
  }
}

function keyOf(c: Context, form: string): RequestKey | null {
  const key = c.req.header('idempotency-key')
  if (!key || c.req.method !== 'POST') return null
  if (key.length > 255) throw invalid('An idempotency key has at most 255 characters.')
  const fingerprint = createHash('sha256').update(`${c.req.path}\n${form}`).digest('base64url')
  return { key, fingerprint }
}
