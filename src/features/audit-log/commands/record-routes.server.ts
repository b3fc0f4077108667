import { staff, z } from '#kernel/api/api.server.ts'
import { byId, defineRoute } from '#kernel/api/define-route.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Right } from '#kernel/rights.ts'
import { COMMON_ERRORS, type ErrorTable, pick } from '#platform/errors.ts'

const success = z.object({ success: z.literal(true) })
const done = { success: true } as const

type Parts<Body extends z.ZodType, Change extends z.ZodType> = {
  /** With its article: "a canned reply". */
  noun: string
  /** Of the route that creates; default: "Create a canned reply". */
  summary?: string
  body: Body
  /** The body of a change: the same fields, and the version that was read. */
  change: Change
  /** What creating or changing one refuses, beside a changed version. */
  refuses: readonly ErrorTable[]
  /** The commands of `staffRecord`. */
  record: {
    create: (ctx: Context, values: z.output<Body>) => Promise<string>
    change: (ctx: Context, values: z.output<Change> & { id: string }) => Promise<void>
    delete: (ctx: Context, id: string) => Promise<void>
  }
}

/** The routes by which staff create, change and delete a kind of record. */
export function recordRoutes<Path extends string, Body extends z.ZodType, Change extends z.ZodType>(
  path: Path,
  right: Right,
  { noun, summary = `Create ${noun}`, body, change, refuses, record }: Parts<Body, Change>,
) {
  return [
    defineRoute('post', path, staff(right), {
      summary,
      body,
      answers: success.extend({ id: z.string() }),
      refuses,
      handler: async ({ ctx, body }) => ({ ...done, id: await record.create(ctx, body as z.output<Body>) }),
    }),
    defineRoute('patch', `${path}/{id}` as `${Path}/{id}`, staff(right), {
      summary: `Update ${noun}`,
      params: byId,
      body: change,
      answers: success,
      refuses: [...refuses, pick(COMMON_ERRORS, 'version_conflict')],
      handler: async ({ ctx, params, body }) => {
        await record.change(ctx, { ...(body as z.output<Change> & object), ...params })
        return done
      },
    }),
    defineRoute('delete', `${path}/{id}` as `${Path}/{id}`, staff(right), {
      summary: `Delete ${noun}`,
      params: byId,
      answers: success,
      handler: async ({ ctx, params }) => {
        await record.delete(ctx, params.id)
        return done
      },
    }),
  ] as const
}
