import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ApiEnv } from '#kernel/api/api.server.ts'
import { refuse } from '#platform/errors.ts'
import { inBodyTurn } from './load/body-turns.server.ts'

/**
 * Refuses bodies of more than `maxSize` bytes, and reads a large one when its turn has come. A stated length is compared without a look at the
 * body: Hono's own check asks for the body as a stream, which costs a call a tenth of its processor time and keeps the server from reading the
 * body at once. Stands after the caller is known.
 */
export function limitBody(maxSize: number): MiddlewareHandler<ApiEnv> {
  const refuseTooLarge = () => {
    throw refuse('body_too_large')
  }
  const byReading = bodyLimit({ maxSize, onError: refuseTooLarge })
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const stated = c.req.header('content-length')
    const isChunked = c.req.header('transfer-encoding') !== undefined
    if (isChunked) return inBodyTurn(c, undefined, async () => byReading(c, next))
    // A call without either has no body, unless it was made in this process.
    if (stated === undefined) return byReading(c, next)
    if (Number(stated) > maxSize) refuseTooLarge()
    return inBodyTurn(c, Number(stated), next)
  }
}
