import type { HttpBindings } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { IdTokens, RunningToken } from '#features/identity/sessions/id-token.server.ts'
import type { ApiEnv } from '#kernel/api/api.server.ts'
import { Refusal } from '#platform/errors.ts'
import type { Shop } from '../services/services.server.ts'
import { IN_PROCESS, isStream } from './call-kinds.server.ts'
import { callerAddress } from './caller-address.server.ts'

const STAFF_PATH = '/api/admin/'
/** The API's fallback for unknown paths. */
const ANY_PATH = '/api/*'
export const REQUEST_ID = /^[\w-]{8,64}$/

/** These routes use the session cookie or no credentials: a tab with an expired token must be able to renew the token and to sign out. */
const BY_COOKIE = '/api/auth/'

/**
 * Sets the request id, the caller and the context of every call.
 * @throws NotAuthorizedException for an invalid token; under `/api/auth` such a call counts as a guest's.
 */
export function identify(shop: Shop): MiddlewareHandler<ApiEnv> {
  const { services, idTokens, env } = shop
  return async (c, next) => {
    const given = c.req.header('x-request-id')
    const requestId = given && REQUEST_ID.test(given) ? given : crypto.randomUUID()
    c.set('requestId', requestId)
    c.set('isInProcess', c.env === IN_PROCESS)
    const bearer = c.req.header('authorization')
    const ip = visitorAddress(c, env.TRUSTED_PROXIES)
    const userAgent = (c.req.header('user-agent') ?? '').slice(0, 300)
    const database = databaseOf(shop, c.req.method, c.req.path, bearer === undefined)
    const ctx: ApiEnv['Variables']['ctx'] = {
      ...services,
      ...database,
      ...{ actor: null, ip, userAgent, requestId },
      leaving: () => c.req.raw.signal,
    }
    // A refusal of the token is logged with the guest's context.
    c.set('ctx', ctx)
    const token = bearer === undefined ? undefined : await readToken(idTokens, bearer, c.req.path)
    if (token) ctx.actor = token.user
    await next()
    if (token && isStream(c.res)) {
      const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
      c.res = stopWhenRevoked(c.res, token, outgoing && (() => void outgoing.destroy()))
    }
    c.res.headers.set('x-request-id', requestId)
    if (!c.res.headers.has('cache-control')) {
      const open = c.req.method === 'GET' && !bearer && c.res.headers.has('cache-tag')
      c.res.headers.set('cache-control', open ? 'public, max-age=0, s-maxage=5, must-revalidate' : 'no-store')
    }
  }
}

/** Staff have pools of their own. A replica serves what staff read, and what guests read, which is the same for all. */
function databaseOf(
  { services, staffDatabase, reader: readers }: Shop,
  method: string,
  path: string,
  isGuest: boolean,
): Pick<ApiEnv['Variables']['ctx'], 'db' | 'pool' | 'leaveReplica'> {
  const isStaff = path.startsWith(STAFF_PATH)
  const { db, pool } = isStaff ? staffDatabase : services
  const read = readers[isStaff ? 'staff' : 'shoppers']
  if (read && method === 'GET' && (isStaff || isGuest) && !path.startsWith(BY_COOKIE)) {
    const reader = read()
    return { db: reader.db, pool, leaveReplica: reader.leave }
  }
  return { db, pool }
}

const matchedRoutes = new WeakMap<object, string>()

/** Remembers the route that answered a call, for `matchedRoute`. */
export const rememberRoute: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  const path = routePath(c, -1)
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  if (incoming && path !== ANY_PATH) matchedRoutes.set(incoming, path)
}

/** The pattern of the API route that answered a request, `/api/orders/:id`; undefined for other requests and unknown paths. */
export const matchedRoute = ({ incoming }: { incoming?: object }): string | undefined =>
  incoming && matchedRoutes.get(incoming)

/** The client address for rate limits. @param proxies as `TRUSTED_PROXIES`. */
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

/** A call without a socket was made by this process. */
const directAddress = (c: Context) => (c.env?.incoming ? (getConnInfo(c).remote.address ?? '') : '127.0.0.1')

/**
 * Aborts a response at its next chunk once its token is revoked. An expired token does not stop a running download.
 * @param disconnect closes the connection. Without it, the stream fails.
 */
export function stopWhenRevoked(response: Response, token: RunningToken, disconnect?: () => void): Response {
  const reader = response.body!.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read()
        if (token.isRevoked()) {
          await reader.cancel()
          // The listener logs a failed stream with its stack, as a fault of the shop.
          disconnect?.()
          if (disconnect) controller.close()
          else controller.error(new Error('The token of this answer was revoked.'))
        } else if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, response)
}
