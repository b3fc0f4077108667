import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '#adapters/http/api.server.ts'
import { refuse } from '#platform/errors.ts'
import type { Sessions } from './sessions.server.ts'

/**
 * Lets only our own pages act with the session cookie: a POST that says where it comes from must come from here, and one
 * that carries the cookie must say it, by Origin or by the browser's Sec-Fetch-Site. @throws Unauthorized.
 */
export const sameOrigin =
  (sessions: Sessions): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    if (c.req.method === 'GET') return next()
    const { origin: ours, mode } = c.var.ctx
    const origin = c.req.header('origin')
    // A demo is opened as localhost or by its address alike; a shop has one name.
    const isOurs = origin === ours || (mode === 'demo' && origin === `http://${c.req.header('host')}`)
    const isSilent = origin === undefined
    const isSameSite = c.req.header('sec-fetch-site') === 'same-origin'
    if (isSilent ? !isSameSite && sessions.hasCookie(c.req.raw.headers) : !isOurs) throw refuse('Unauthorized')
    await next()
  }
