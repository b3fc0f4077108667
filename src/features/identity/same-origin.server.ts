import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '#adapters/http/api.server.ts'
import { refuse } from '#platform/errors.ts'
import type { Sessions } from './sessions.server.ts'

type Asked = { origin: string; host: string | undefined; ours: string; mode: 'demo' | 'production' }

/** Whether a page of ours calls. A demo is opened as localhost or by its address alike; a shop has one name. */
export const isOwnOrigin = ({ origin, host, ours, mode }: Asked): boolean =>
  origin === ours || (mode === 'demo' && origin === `http://${host}`)

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
    const isSameSite = c.req.header('sec-fetch-site') === 'same-origin'
    const isAllowed =
      origin === undefined
        ? isSameSite || !sessions.hasCookie(c.req.raw.headers)
        : isOwnOrigin({ origin, host: c.req.header('host'), ours, mode })
    if (!isAllowed) throw refuse('Unauthorized')
    await next()
  }
