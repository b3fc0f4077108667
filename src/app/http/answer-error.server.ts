import { STATUS_CODES } from 'node:http'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { DatabaseAway } from '#platform/db/connections/away.server.ts'
import { type Problem, Refusal, refuse } from '#platform/errors.ts'
import type { Logger } from '#platform/log.server.ts'

/** The used part of Hono's context. */
type Asked = { req: Pick<Context['req'], 'method' | 'path'>; var: { requestId?: unknown } }

/** Maps every error to a response: problem+json, and a logged 500 for an unexpected error. */
export function answerError(error: unknown, c: Asked, log: Logger): Response {
  const requestId = String(c.var.requestId ?? '')
  if (error instanceof DatabaseAway) logAway(error, c, log)
  const refusal = asRefusal(error)
  if (!refusal) log.error({ err: error, requestId, method: c.req.method, path: c.req.path }, 'request failed')
  const { code, status, message, details, errors } = refusal ?? refuse('internal')
  const title = STATUS_CODES[status] ?? 'Error'
  const body: Problem = { ...details, type: 'about:blank', title, status, detail: message, code, requestId }
  if (errors) body.errors = errors
  const headers: Record<string, string> = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' }
  if (typeof details.retryAfter === 'number') headers['retry-after'] = String(details.retryAfter)
  return new Response(JSON.stringify(body), { status, headers })
}

/** A browser's three attempts with this delay outlast a failover of 5 s. */
export const RETRY_SECONDS = 2
const LOG_MS = 1000
const loggedAt = new WeakMap<Logger, number>()

/** Logs once a second, because every request reports this error while the database is away. */
function logAway(error: DatabaseAway, c: Asked, log: Logger): void {
  const now = performance.now()
  if (now - (loggedAt.get(log) ?? Number.NEGATIVE_INFINITY) < LOG_MS) return
  loggedAt.set(log, now)
  log.error({ err: error, method: c.req.method, path: c.req.path }, 'answered 503: the database did not answer')
}

function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseAway) return refuse('unavailable', { retryAfter: RETRY_SECONDS })
  if (error instanceof HTTPException && error.status === 413) return refuse('body_too_large')
  // Hono's error for a body that is not JSON or not of the announced type.
  if (error instanceof HTTPException && error.status < 500)
    return refuse('invalid_input', {}, { body: [error.message.includes('JSON') ? NO_VALID_JSON : NO_VALID_FORM] })
  // PostgreSQL stores no U+0000 in a text, so the character came from the caller, in any field.
  const { code = '', detail = '' } = (error ?? {}) as { code?: string; detail?: string }
  if (NO_TEXT.has(code) || (code === NO_JSON && HALF_SIGN.test(detail)))
    return refuse('invalid_input', {}, { body: ['A text contains a character that cannot be stored.'] })
  return undefined
}

const NO_VALID_JSON = 'The body is not valid JSON.'
const NO_VALID_FORM = 'The body is not a valid form.'

/** PostgreSQL's error codes for U+0000, in a text and in JSON. */
const NO_TEXT = new Set(['22021', '22P05'])
/** PostgreSQL's error code for JSON with a lone surrogate, which is valid in a JavaScript string. */
const NO_JSON = '22P02'
const HALF_SIGN = /surrogate/
