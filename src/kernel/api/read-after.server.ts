import type { Context } from '#kernel/context.ts'
import type { Call } from './define-route.server.ts'

/**
 * Runs a step on the record whose id the path names, then reads the record, for a route that answers it as changed.
 * @param body what the step takes after the id.
 */
export async function readAfter<Answer, Body extends unknown[]>(
  { ctx, params: { id } }: Call<{ params: { id: string } }>,
  read: (ctx: Context, id: string) => Promise<Answer>,
  step: (ctx: Context, id: string, ...body: Body) => Promise<unknown>,
  ...body: Body
): Promise<Answer> {
  await step(ctx, id, ...body)
  return read(ctx, id)
}
