import type { ApiContext } from '#kernel/api/api.server.ts'
import { clientOf } from '#kernel/costly/client-of.server.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { LARGE_BODIES, SMALL_BODY_BYTES } from '#platform/costly/costly-work.ts'
import { IN_PROCESS } from '../call-kinds.server.ts'

/**
 * A call with a large body, or one of unknown length, takes a turn before its body is read, and holds it until its answer is made. Until then
 * the body waits at the client.
 * @param length undefined if the call states none.
 * @throws LimitExceededException, overloaded
 */
export async function inBodyTurn<T>(c: ApiContext, length: number | undefined, work: () => Promise<T>): Promise<T> {
  const { ctx } = c.var
  if (c.env === IN_PROCESS || (length !== undefined && length <= SMALL_BODY_BYTES)) return work()
  await ctx.limits.spend('large bodies', clientOf(ctx), LARGE_BODIES)
  return runCostly(ctx, 'bodies', work)
}
