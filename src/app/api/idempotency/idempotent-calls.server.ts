import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { type ApiEnv, perMinute } from '#kernel/api/api.server.ts'
import { readsOf } from '#kernel/api/define-route.server.ts'
import { idempotency } from '#kernel/api/idempotency.server.ts'
import type { Context } from '#kernel/context.ts'
import { clientOf } from '#kernel/costly/client-of.server.ts'
import { Refusal } from '#platform/errors.ts'
import type { Limit } from '#platform/http/rate-limit.server.ts'
import { atFirstCall } from '#platform/values/at-first-call.ts'
import type { Shop } from '../../services/services.server.ts'

/** `startCheckout` finds the order of a lost attempt: a card may be charged for it. */
const RESUMED: ReadonlySet<string> = new Set(['/api/payments/checkout-session', '/api/subscriptions'])

const BASE = '/api'
const KEYS = perMinute(300)
/** Kilobytes of answers that one client can have stored in a day. An answer takes at least one, its row included. */
const KEPT_KB: Limit = { points: 4096, seconds: 86_400 }

/** The Idempotency-Key of every POST of the API. A POST that only reads ignores it. */
export function idempotentCalls({ services }: Shop, api: OpenAPIHono<ApiEnv>): MiddlewareHandler {
  // The routes are mounted after this.
  const reads = atFirstCall(() => readsOf(api))
  return idempotency(services.pool, {
    callerOf: callerWithKey,
    isRead: c => reads().has(routePath(c, -1).slice(BASE.length)),
    mayKeep: mayKeepAnswer,
    resumed: RESUMED,
  })
}

const ctxOf = (c: HonoContext): Context => c.var.ctx

/** Storing a key writes a row before the route runs, so keys have a rate limit of their own. @throws LimitExceededException */
async function callerWithKey(c: HonoContext): Promise<string> {
  const { actor, ip, limits } = ctxOf(c)
  await limits.spend('Idempotency-Key', clientOf(ctxOf(c)), KEYS)
  return actor?.userId ?? ip
}

async function mayKeepAnswer(c: HonoContext, bytes: number): Promise<boolean> {
  const ctx = ctxOf(c)
  try {
    await ctx.limits.spend('Idempotency-Key answers', clientOf(ctx), KEPT_KB, 1 + Math.floor(bytes / 1024))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
