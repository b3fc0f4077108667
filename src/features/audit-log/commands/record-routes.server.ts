import { byId, defineRoute, staff, z } from '#kernel/api/api.server.ts'
import type { Right } from '#kernel/rights.ts'

const success = z.object({ success: z.literal(true) })

type Parts<Body extends z.ZodType, Change extends z.ZodType> = {
  /** With its article: "a canned reply". */
  noun: string
  /** Of the route that creates; default: "Create a canned reply". */
  summary?: string
  body: Body
  /** The body of a change: the same fields, and the version that was read. */
  change: Change
}

/** The routes by which staff create, change and delete a kind of record. `staffRecord` has their handlers. */
export function recordRoutes<Path extends string, Body extends z.ZodType, Change extends z.ZodType>(
  path: Path,
  right: Right,
  { noun, summary = `Create ${noun}`, body, change }: Parts<Body, Change>,
) {
  return {
    create: defineRoute('post', path, staff(right), { summary, body, answers: success.extend({ id: z.string() }) }),
    change: defineRoute('patch', `${path}/{id}` as `${Path}/{id}`, staff(right), {
      summary: `Update ${noun}`,
      params: byId,
      body: change,
      answers: success,
    }),
    delete: defineRoute('delete', `${path}/{id}` as `${Path}/{id}`, staff(right), {
      summary: `Delete ${noun}`,
      params: byId,
      answers: success,
    }),
  }
}
