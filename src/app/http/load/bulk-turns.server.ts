import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ApiEnv } from '#kernel/api/api.server.ts'
import { clientOf } from '#kernel/costly/client-of.server.ts'
import { refusalOf } from '#kernel/costly/run-costly.server.ts'
import { BulkheadFull } from '#platform/costly/bulkhead.server.ts'
import { countShed } from '../../metrics/load-metrics.server.ts'
import { IN_PROCESS, isStream } from '../call-kinds.server.ts'
import { classOfRoute } from './load-classes.ts'

/** Exports, imports and campaigns take turns, each client in its share. Stands after the caller is known. @throws too_much_at_once */
export const takeBulkTurns: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { ctx } = c.var
  const isBulk = c.env !== IN_PROCESS && classOfRoute(c.req.method, routePath(c, -1)) === 'bulk'
  if (!isBulk || !ctx.settings.switches.loadShedding) return next()
  try {
    await ctx.costly.exports.run(clientOf(ctx), next, { until: () => sentWhole(c), leaving: ctx.leaving?.() })
  } catch (error) {
    if (!(error instanceof BulkheadFull)) throw error
    countShed('bulk', 'lane')
    throw refusalOf('exports')
  }
}

/** Resolves when a streamed body has left or its reader is gone; undefined for a complete body. */
function sentWhole(c: Context<ApiEnv>): Promise<void> | undefined {
  if (!isStream(c.res)) return undefined
  const { promise, resolve } = Promise.withResolvers<void>()
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  // A reader that left before the first chunk reads nothing and cancels nothing.
  outgoing?.once('close', resolve)
  const reader = c.res.body!.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read().catch(error => {
          resolve()
          throw error
        })
        if (!done) return controller.enqueue(value)
        resolve()
        controller.close()
      },
      cancel(reason) {
        resolve()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  c.res = new Response(body, c.res)
  return promise
}
