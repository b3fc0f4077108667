import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import type { ApiEnv } from '#adapters/http/api.server.ts'
import type { Shop } from './services.server.ts'

const ID = /^[\w-]{8,64}$/

/** Gives every call its request id, its caller and its context. @throws NotAuthorizedException for a token that is no good. */
export function identify({ services, idTokens, env }: Shop): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const given = c.req.header('x-request-id')
    const requestId = given && ID.test(given) ? given : crypto.randomUUID()
    c.set('requestId', requestId)
    const bearer = c.req.header('authorization')
    const ip = addressOf(c, env.TRUSTED_PROXIES)
    c.set('ctx', { ...services, actor: null, ip })
    if (bearer) c.set('ctx', { ...services, actor: await idTokens.verify(bearer.replace(/^Bearer /i, '')), ip })
    await next()
    c.res.headers.set('x-request-id', requestId)
    if (!c.res.headers.has('cache-control')) {
      const open = c.req.method === 'GET' && !bearer && c.res.headers.has('cache-tag')
      c.res.headers.set('cache-control', open ? 'public, max-age=0, s-maxage=5, must-revalidate' : 'no-store')
    }
  }
}

/** The caller's address; of X-Forwarded-For only what our own proxies wrote is believed. */
function addressOf(c: Context, proxies: number): string {
  const direct = c.env?.incoming ? (getConnInfo(c).remote.address ?? '') : '127.0.0.1'
  if (proxies === 0) return direct
  const hops = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map(hop => hop.trim())
    .filter(Boolean)
  return hops.at(-proxies) ?? direct
}
