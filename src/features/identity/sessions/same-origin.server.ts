import type { MiddlewareHandler } from 'hono'
import type { ApiContext, ApiEnv } from '#kernel/api/api.server.ts'
import { refuse } from '#platform/errors.ts'
import type { Sessions } from './sessions.server.ts'

type Asked = { origin: string; host: string | undefined; ours: string; mode: 'demo' | 'production' }

/** Whether the shop's own page calls. A demo may be opened as localhost or by its IP address; a shop has one origin. */
export const isOwnOrigin = ({ origin, host, ours, mode }: Asked): boolean =>
  origin === ours || (mode === 'demo' && origin === `http://${host}`)

/**
 * Lets only the shop's own pages use the session cookie. A POST with an Origin must come from the shop. A POST with the cookie must have an
 * Origin or the browser's Sec-Fetch-Site. @throws Unauthorized.
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

/**
 * The origin of the calling page, to which passkeys are bound: the shop's own. A demo may be opened as localhost or by its IP address, so
 * there the requested host counts.
 */
export function pageOriginOf(c: ApiContext): string {
  const { origin, mode } = c.var.ctx
  const asked = `http://${c.req.header('host')}`
  return mode === 'demo' && c.req.header('origin') === asked ? asked : origin
}
