import { createRoute, OpenAPIHono, type RouteConfig, type RouteConfigToTypedResponse, z } from '@hono/zod-openapi'
import type { Context } from '#kernel/context.ts'
import type { ErrorTable } from '#platform/errors.ts'
import type { ApiContext, ApiEnv, access, staff } from './api.server.ts'
import { type Checked, checkInput } from './inputs/check-input.server.ts'
import { jsonOrAbsent } from './inputs/json-body.server.ts'

/** A JSON body. It may be absent when every field may. */
const jsonBody = <T extends z.ZodType>(schema: T) => ({
  required: !schema.safeParse({}).success,
  content: { 'application/json': { schema } },
  description: 'JSON',
})

const answers = <T extends z.ZodType>(schema: T) => ({
  200: { description: 'Done', content: { 'application/json': { schema } } },
})

type Request = NonNullable<RouteConfig['request']>

type Body = NonNullable<Request['body']>
type Responses = RouteConfig['responses']
type Schema = z.ZodType | undefined

type None = Record<never, never>
type Part<Name extends string, S> = S extends z.ZodType ? Record<Name, S> : None
type BodyOf<B> = B extends z.ZodType ? ReturnType<typeof jsonBody<B>> : B
type RequestOf<Params, Query, Headers, B> = Part<'params', Params> &
  Part<'query', Query> &
  Part<'headers', Headers> &
  (B extends object ? { body: BodyOf<B> } : None)
type ResponsesOf<A, Others> = (A extends z.ZodType ? ReturnType<typeof answers<A>> : None) &
  (Others extends Responses ? Others : None)

type Given<Name extends string, S> = S extends z.ZodType ? Record<Name, z.output<S>> : unknown
/** What a handler gets: the context of the call, the parts of its input that the route has a schema for, and Hono's own context. */
export type Call<Input = unknown> = { ctx: Context; c: ApiContext } & Input

/** Responses that a handler writes by `c`. One without a schema has any content. */
type Written<All extends Responses> =
  | RouteConfigToTypedResponse<{ method: 'get'; path: string; responses: All }>
  | (All extends Record<number, { content: object }> ? never : Response)
type AnswerOf<A, Others> =
  | (A extends z.ZodType ? z.output<A> : never)
  | (Others extends Responses ? Written<Others> : never)

/** Answers the JSON of 200 as a value, and any other response by `c`. */
export type Handler<Params, Query, Headers, B, A, Others = undefined> = (
  call: Call<Given<'params', Params> & Given<'query', Query> & Given<'headers', Headers> & Given<'body', B>>,
) => AnswerOf<A, Others> | Promise<AnswerOf<A, Others>>

/**
 * The parts of a route, each a zod schema. `body` is JSON, or a body of another kind in OpenAPI's form; `answers` is the JSON of the response 200,
 * `responses` are other ones in OpenAPI's form.
 */
type RouteParts<Params, Query, Headers, B, A, Others> = {
  summary: string
  params?: Params
  query?: Query
  headers?: Headers
  body?: B
  answers?: A
  responses?: Others
  /** The error tables, or picks of them, that the handler can refuse with. The checks before it are declared by `openapi/refused-responses.ts`. */
  refuses?: readonly ErrorTable[]
  /** Marks a POST that changes nothing, such as a quote: its answer is stored under no Idempotency-Key. */
  isRead?: true
  /** Refuses input that does not fit its schema, in place of `checkInput`. */
  check?: (result: Checked) => void
  handler: Handler<Params, Query, Headers, B, A, Others>
}

/** The field of an operation that changes nothing although it is a POST. */
const READS = 'x-reads'
/** The field of an operation with its error tables. The document has its responses in place of it. */
const REFUSES = 'x-refuses'

/** The patterns of the POSTs that change nothing, as Hono names them, without the API's base: `/admin/orders/:id/refunds/preview`. */
export const readsOf = (api: OpenAPIHono<ApiEnv>): ReadonlySet<string> =>
  new Set(
    api.openAPIRegistry.definitions.flatMap(definition => {
      const route = definition.type === 'route' ? (definition.route as RouteConfig & { [READS]?: true }) : undefined
      return route?.[READS] ? [route.path.replaceAll(/\{(\w+)\}/g, ':$1')] : []
    }),
  )

/** Path parameters of a route that names a record by its id. */
export const byId = z.object({ id: z.uuid() })

/**
 * A route of the API: path, access, input, answer, and what it does.
 * `defineRoute('get', '/my/entries', access('user'), { summary: …, answers: Entries, handler: ({ ctx }) => entriesOf(ctx) })`.
 */
export function defineRoute<
  M extends RouteConfig['method'],
  P extends string,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Headers extends Schema = undefined,
  B extends z.ZodType | Body | undefined = undefined,
  A extends Schema = undefined,
  const Others extends Responses | undefined = undefined,
>(
  method: M,
  path: P,
  guard: ReturnType<typeof access> | ReturnType<typeof staff>,
  parts: RouteParts<Params, Query, Headers, B, A, Others>,
) {
  const { summary, body, answers: schema, responses, refuses, isRead, check, handler, ...request } = parts
  const isJson = body instanceof z.ZodType
  const route = createRoute({
    ...{ method, path, summary, ...guard, ...(isRead && { [READS]: true }), [REFUSES]: refuses ?? [] },
    ...(isJson && { middleware: [...guard.middleware, jsonOrAbsent] }),
    request: { ...request, ...(body && { body: isJson ? jsonBody(body) : body }) },
    responses: { ...(schema && answers(schema)), ...responses },
  } as RouteConfig) as unknown as {
    method: M
    path: P
    request: RequestOf<Params, Query, Headers, B>
    responses: ResponsesOf<A, Others>
  }
  return { route, hook: check, handler: (c: ApiContext) => answer(c, handler as (call: unknown) => unknown) }
}

type Valid = (part: 'param' | 'query' | 'header' | 'json') => unknown

async function answer(c: ApiContext, handler: (call: unknown) => unknown): Promise<Response> {
  const valid = c.req.valid.bind(c.req) as Valid
  const input = { params: valid('param'), query: valid('query'), headers: valid('header'), body: valid('json') }
  const answered = await handler({ ctx: c.var.ctx, c, ...input })
  return answered instanceof Response ? answered : c.json(answered as object, 200)
}

type Route = {
  route: RouteConfig
  hook: ((result: Checked) => void) | undefined
  handler: (c: ApiContext) => Promise<Response>
}

/**
 * The API of a feature: the list of its routes. Zod failures become 400 with field messages. Ids are opaque to callers, so a malformed id is
 * treated as an unknown id.
 */
export const newApi = <const Routes extends readonly Route[]>(...routes: Routes) =>
  new OpenAPIHono<ApiEnv>({ defaultHook: checkInput }).openapiRoutes(routes)

/** Declares what a middleware of several routes refuses. @param isMeant of a method and a path. */
export function refusesToo<A extends Pick<OpenAPIHono, 'openAPIRegistry'>>(
  api: A,
  table: ErrorTable,
  isMeant: (method: string, path: string) => boolean,
): A {
  for (const definition of api.openAPIRegistry.definitions) {
    if (definition.type !== 'route' || !isMeant(definition.route.method, definition.route.path)) continue
    const route = definition.route as { [REFUSES]?: readonly ErrorTable[] }
    route[REFUSES] = [...(route[REFUSES] ?? []), table]
  }
  return api
}
