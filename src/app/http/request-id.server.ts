import type { IncomingMessage } from 'node:http'
import { REQUEST_ID } from './request-context.server.ts'

/** The proxy's `X-Request-Id` if it is well formed, else a new id. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : crypto.randomUUID()
}

/** The id of a request, which the request carries from here, so that log, trace and refusal name the same. */
export function identifyRequest(request: IncomingMessage): string {
  const id = requestIdOf(request)
  if (request.headers['x-request-id'] === id) return id
  request.headers['x-request-id'] = id
  // The router reads the raw headers.
  const { rawHeaders } = request
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]!.toLowerCase() === 'x-request-id') rawHeaders.splice(at, 2)
  rawHeaders.push('x-request-id', id)
  return id
}
