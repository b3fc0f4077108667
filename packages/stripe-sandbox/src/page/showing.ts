import type { Context } from 'hono'
import type { CardFields } from '../payments/cards.ts'
import { Fault } from '../request/faults.ts'
import type { Page } from './parts.ts'

/** What the routes of the pages know: the account's name. */
export type PageEnv = { Variables: { accountName: string } }

/**
 * Sends a page that may post only to itself and redirect only to `targets`.
 * @param targets where forms may redirect: browsers check a redirect against form-action as well.
 */
export function show(
  c: Context<PageEnv>,
  page: Page,
  status: 200 | 402 | 404 | 410 | 422,
  targets: (string | null | undefined)[] = [],
) {
  const known = targets.filter(url => typeof url === 'string')
  const origins = [...new Set(known.map(url => new URL(url).origin))]
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    `form-action 'self' ${origins.join(' ')}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  c.header('content-security-policy', policy.join('; '))
  c.header('cache-control', 'no-store')
  c.header('referrer-policy', 'no-referrer')
  c.header('x-content-type-options', 'nosniff')
  return c.html(page(c.var.accountName), status)
}

/** The submitted card fields. */
export async function typedFields(c: Context): Promise<CardFields> {
  const body = await bodyOf(c)
  const field = (name: string) => (typeof body[name] === 'string' ? body[name].slice(0, 200) : '')
  return { number: field('number'), exp: field('exp'), cvc: field('cvc'), name: field('name') }
}

/** Reads a form or JSON. @throws Fault for invalid JSON. */
export async function bodyOf(c: Context): Promise<Record<string, unknown>> {
  if (!c.req.header('content-type')?.includes('json')) return c.req.parseBody()
  try {
    const body: unknown = await c.req.json()
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    throw new Fault(400, { type: 'invalid_request_error', message: 'The body is not JSON.' })
  }
}
