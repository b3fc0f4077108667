import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import type { ApiEnv } from '#adapters/http/api.server.ts'
import type { IdTokens, RunningToken } from '#features/identity/id-token.server.ts'
import { Refusal } from '#platform/errors.ts'
import { callerAddress } from './caller-address.server.ts'
import type { Shop } from './services.server.ts'
import { isStream, stopWhenRevoked } from './stop-when-revoked.server.ts'

const STAFF_PATH = '/api/admin/'
const ID = /^[\w-]{8,64}$/

/** The bindings of calls by the process's own loaders. They are told by identity, so no header or body can claim to be one. */
export const IN_PROCESS = Object.freeze({})

/** These calls go by the session cookie, or by nothing: a tab that slept past its token must be able to renew it, and to sign out. */
const BY_COOKIE = '/api/auth/'

/**
 * Gives every call its request id, its caller and its context.
 * @throws NotAuthorizedException for a token that is no good; under `/api/auth` such a call is a guest's.
 */
export function identify({ services, idTokens, env, staffDatabase }: Shop): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const given = c.req.header('x-request-id')
    const requestId = given && ID.test(given) ? given : crypto.randomUUID()
    c.set('requestId', requestId)
    c.set('isInProcess', c.env === IN_PROCESS)
    const bearer = c.req.header('authorization')
    const ip = visitorAddress(c, env.TRUSTED_PROXIES)
    const userAgent = (c.req.header('user-agent') ?? '').slice(0, 300)
    const database = c.req.path.startsWith(STAFF_PATH) ? { db: staffDatabase.db, pool: staffDatabase.pool } : {}
    const guest = { ...services, ...database, actor: null, ip, userAgent, requestId }
    c.set('ctx', guest)
    const token = bearer === undefined ? undefined : await readToken(idTokens, bearer, c.req.path)
    if (token) c.set('ctx', { ...guest, actor: token.user })
    await next()
    if (token && isStream(c.res)) c.res = stopWhenRevoked(c.res, token)
    c.res.headers.set('x-request-id', requestId)
    if (!c.res.headers.has('cache-control')) {
      const open = c.req.method === 'GET' && !bearer && c.res.headers.has('cache-tag')
      c.res.headers.set('cache-control', open ? 'public, max-age=0, s-maxage=5, must-revalidate' : 'no-store')
    }
  }
}

/** The address that a request came from, for limits. @param proxies as `TRUSTED_PROXIES`. */
export const visitorAddress = (c: Context, proxies: number): string =>
  callerAddress(directAddress(c), c.req.header('x-forwarded-for'), proxies)

async function readToken(idTokens: IdTokens, bearer: string, path: string): Promise<RunningToken | undefined> {
  try {
    return await idTokens.read(bearer.replace(/^Bearer /i, ''))
  } catch (error) {
    if (error instanceof Refusal && path.startsWith(BY_COOKIE)) return undefined
    throw error
  }
}

/** A call that did not come through a socket was made by the process itself. */
const directAddress = (c: Context) => (c.env?.incoming ? (getConnInfo(c).remote.address ?? '') : '127.0.0.1')
