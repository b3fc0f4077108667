import type { Context } from '#kernel/context.ts'
import type { CheckedCall } from './api.server.ts'

/**
 * Runs a step on the record whose id the path names, then reads the record, for a route that answers it as changed.
 * @param body what the step takes after the id.
 */
export async function readAfter<Answer, Body extends unknown[]>(
  c: CheckedCall<{ param: { id: string } }>,
  read: (ctx: Context, id: string) => Promise<Answer>,
  step: (ctx: Context, id: string, ...body: Body) => Promise<unknown>,
  ...body: Body
): Promise<Answer> {
  const { id } = c.req.valid('param')
  await step(c.var.ctx, id, ...body)
  return read(c.var.ctx, id)
}
