import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '#kernel/api/api.server.ts'
import { Refusal } from '#platform/errors.ts'
import { networkOf } from '#platform/http/network.server.ts'
import type { Logger } from '#platform/log.server.ts'

const AUTHENTICATION = /^\/api\/(auth|setup)\//

/** Refusals that attacks cause and honest clients rarely do, by status. */
const BY_STATUS: Record<number, string> = {
  401: 'token refused',
  403: 'authorization refused',
  413: 'limit reached',
  429: 'limit reached',
}

/**
 * Writes one line per security event of the API: each sign-in, sign-out or change of sign-in methods with its outcome, and each call
 * refused for its token, its rights or a limit. A line has user id, network, route and refusal code; never an e-mail address, a password, a
 * code or a token.
 */
export function securityLog(log: Logger): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next()
    const { status } = c.res
    const event = AUTHENTICATION.test(c.req.path) && c.req.method !== 'GET' ? 'authentication' : BY_STATUS[status]
    if (!event) return
    const { actor, ip, userAgent } = c.var.ctx
    log.info(
      {
        security: event,
        outcome: status < 400 ? 'accepted' : 'refused',
        refusal: c.error instanceof Refusal ? c.error.code : undefined,
        method: c.req.method,
        path: c.req.path,
        status,
        userId: c.var.sessionBegunFor ?? actor?.userId,
        hasSession: c.var.sessionBegunFor !== undefined,
        network: networkOf(ip),
        userAgent,
        requestId: c.var.requestId,
      },
      'security event',
    )
  }
}
