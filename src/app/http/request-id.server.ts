import type { IncomingMessage } from 'node:http'
import { REQUEST_ID } from './request-context.server.ts'

/**
 * The id of a request: the proxy's `X-Request-Id` if it is well formed, else a new one. The request carries it from here, so that log,
 * trace, refusal and a response from the cache name the same.
 */
export function identifyRequest(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  if (typeof given === 'string' && REQUEST_ID.test(given)) return given
  const id = crypto.randomUUID()
  request.headers['x-request-id'] = id
  // The router reads the raw headers.
  const { rawHeaders } = request
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]!.toLowerCase() === 'x-request-id') rawHeaders.splice(at, 2)
  rawHeaders.push('x-request-id', id)
  return id
}
