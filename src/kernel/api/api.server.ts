import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import type { ZodError } from 'zod'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Actor, Context } from '#kernel/context.ts'
import { type AdminPart, tellStaff } from '#kernel/realtime-topics.server.ts'
import { hasRight, type Right } from '#kernel/rights.ts'
import { COMMON_ERRORS, Refusal, refuse } from '#platform/errors.ts'
import { networkOf } from '#platform/http/network.server.ts'
import type { Limit } from '#platform/http/rate-limit.server.ts'
import { jsonOrAbsent } from './inputs/json-body.server.ts'

/**
 * `sessionBegunFor`: the user for whom this call started a session; the security log names that user.
 * `isInProcess`: true for calls by page loaders of this process. The server sets the flag from data that no HTTP request can carry.
 */
export type ApiEnv = {
  Variables: { ctx: Context; requestId: string; sessionBegunFor?: string; isInProcess: boolean }
}
export type ApiContext = HonoContext<ApiEnv>
/** A call whose parts, such as `param` and `json`, fit their schemas. */
export type CheckedCall<Parts extends object> = HonoContext<ApiEnv, string, { in: Parts; out: Parts }>

export { z }

/** Who may call a route. Written to the OpenAPI document as `x-access`; the table of rights is generated from the routes. */
type Access = 'anyone' | 'user'

/** For how long a sign-in or reauthentication counts as fresh for sensitive staff actions. */
const STAFF_FRESH_MS = 15 * 60_000

/** The calls that a route accepts from one caller. */
export const perMinute = (points: number): Limit => ({ points, seconds: 60 })
export const perHour = (points: number): Limit => ({ points, seconds: 3600 })

/** Default limit for one caller. Only a program exceeds this rate. */
const USUAL = perMinute(600)

/**
 * Creates an empty API for a feature. Zod failures become 400 with field messages. Ids are opaque to callers, so a malformed id is treated
 * as an unknown id.
 */
export const newApi = () => new OpenAPIHono<ApiEnv>({ defaultHook: checkInput })

type Checked = { target: string; success: boolean; error?: unknown }

/** Refuses input that does not fit its schema. A route may have a hook of its own around this one. */
export function checkInput(result: Checked): void {
  if (result.target === 'param' && !result.success) throw refuse('not_found')
  if (!result.success) throw invalidInput(result.error as ZodError)
}

/** More fields than a form has. A body of 1 MiB can name 100,000 unknown ones, and naming all in the answer would take half a second. */
const MAX_ERROR_FIELDS = 100

/** Converts a zod failure to a refusal: `errors` maps each field (dotted path) to its messages, the first 100 fields. */
export function invalidInput(error: ZodError) {
  // A Map, because callers can send names such as `constructor`, which exist on every object.
  const errors = new Map<string, string[]>()
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map(key => (path ? `${path}.${key}` : key)) : [path]
    const message = issue.code === 'unrecognized_keys' ? 'This field is not known.' : issue.message
    for (const field of fields.slice(0, MAX_ERROR_FIELDS - errors.size)) {
      errors.set(field, [...(errors.get(field) ?? []), message])
    }
    if (errors.size >= MAX_ERROR_FIELDS) break
  }
  return refuse('invalid_input', {}, Object.fromEntries(errors))
}

const guard =
  (access: Access, limit: Limit, toGuests: string): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const { actor } = c.var.ctx
    await spendCall(c, limit)
    if (access !== 'anyone' && !actor) throw new Refusal('NotAuthorizedException', 401, toGuests, {})
    await next()
  }

/** In-process calls by page loaders are not limited here: pages are limited before they are rendered (pages.server.ts). */
const spendCall = async (c: ApiContext, limit: Limit) => {
  if (c.var.isInProcess) return
  const { actor, ip, limits } = c.var.ctx
  await limits.spend(`${c.req.method} ${c.req.routePath}`, actor?.userId ?? networkOf(ip), limit)
}

/** Refusals of one user that are written to the audit log. */
const RECORDED = perMinute(10)

/** Passes staff who have `right`; writes a refusal to the audit log otherwise. @throws Unauthorized, SecondFactorRequired. */
async function requireRight(ctx: Context, actor: NonNullable<Context['actor']>, right: Right, route: string) {
  if (lacksSecondFactor(ctx, actor)) throw refuse('SecondFactorRequired')
  if (hasRight(actor.role, right)) return
  // A limit, because repeated refusals of a program would fill the audit log, which cannot be cleared.
  await ctx.limits.spend('refusals recorded', actor.userId, RECORDED).then(
    () => writeAuditLog(ctx, { action: 'was refused', subject: { type: 'route', id: route }, after: { right } }),
    () => {},
  )
  throw refuse('Unauthorized')
}

/**
 * For a route of `access('user')` about one user: passes that user, and staff who have the right.
 * @param what.route the route name in the audit log.
 * @throws Unauthorized for all other callers; SecondFactorRequired.
 */
export async function requireOwnOr(
  ctx: Context,
  what: { ownerId: string | null | undefined; right: Right; route: string },
): Promise<void> {
  const actor = actorOf(ctx)
  if (actor.userId === what.ownerId) return
  if (!actor.isAdmin) throw refuse('Unauthorized')
  await requireRight(ctx, actor, what.right, what.route)
}

function requireFreshStaff(ctx: Context, { authenticatedAt }: NonNullable<Context['actor']>): void {
  if (+ctx.now() - +(authenticatedAt ?? 0) > STAFF_FRESH_MS) throw refuse('ReauthenticationRequired')
}

/**
 * For a staff route whose input may ask for more than the route's own right, such as a role for a new account.
 * @param route the route name in the audit log. @throws as `freshStaff`.
 */
export async function requireFreshRight(ctx: Context, right: Right, route: string): Promise<void> {
  const actor = actorOf(ctx)
  await requireRight(ctx, actor, right, route)
  requireFreshStaff(ctx, actor)
}

const staffGuard =
  (right: Right, limit: Limit, isFreshAsked: boolean): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const { ctx } = c.var
    await spendCall(c, limit)
    const actor = actorOf(ctx)
    // Callers without a staff role get a fixed message.
    if (!actor.isAdmin) throw new Refusal('Unauthorized', 403, 'Admin access required', {})
    await requireRight(ctx, actor, right, `${c.req.method} ${c.req.routePath}`)
    if (isFreshAsked) requireFreshStaff(ctx, actor)
    // No text of the shop contains U+0000, and PostgreSQL would reject the character while a file is already being sent.
    if (c.req.url.includes('%00', c.req.url.indexOf('?') + 1 || c.req.url.length))
      throw refuse('invalid_input', {}, { query: ['A text contains a character that cannot be stored.'] })
    await next()
    // A staff change can appear in lists that other staff have open.
    if (c.req.method !== 'GET' && c.res.ok) tellStaff(ctx, right.split('.')[0] as AdminPart, 'records')
  }

/**
 * Who may call a route, and how often.
 * @param toGuests a specific message for callers without a token.
 */
export const access = (
  who: Access,
  limit = USUAL,
  toGuests: string = COMMON_ERRORS.NotAuthorizedException.message,
) => ({
  middleware: [guard(who, limit, toGuests)],
  'x-access': who,
  'x-limit': limit,
  security: who === 'anyone' ? [] : [{ idToken: [] }],
})

/** Lets a guest's browser keep the response and ask each time; the web server adds the ETag that saves the body. */
const revalidate: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  if (c.res.ok && !c.req.header('authorization')) c.res.headers.set('cache-control', 'public, no-cache')
}

/** Access to public data that no tag of `showing` names, such as live counts. */
export const publicRead = (limit = USUAL) => {
  const open = access('anyone', limit)
  return { ...open, middleware: [...open.middleware, revalidate] }
}

/**
 * The part of a staff route that names the required right (kernel/rights.ts). A shopper gets 403. Staff without the right also get 403,
 * and the refusal is written to the audit log. @throws SecondFactorRequired
 */
export const staff = (right: Right, limit = USUAL) => staffOnly(right, limit, false)

/** For draws, exports, deletions, credit changes and bulk SMS: `staff` with a recent reauthentication. @throws ReauthenticationRequired */
export const freshStaff = (right: Right, limit = USUAL) => staffOnly(right, limit, true)

const staffOnly = (right: Right, limit: Limit, isFreshAsked: boolean) => ({
  middleware: [staffGuard(right, limit, isFreshAsked)],
  'x-access': 'admin' as const,
  'x-right': right,
  'x-limit': limit,
  ...(isFreshAsked && { 'x-fresh': true }),
  security: [{ idToken: [right] }],
})

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

/**
 * The parts of a route, each a zod schema. `body` is JSON, or a body of another kind in OpenAPI's form; `answers` is the JSON of the response 200,
 * `responses` are other ones in OpenAPI's form. Refusals (problem+json) are read from the source (openapi/document.ts).
 * `isRead` marks a POST that changes nothing, such as a quote: its answer is stored under no Idempotency-Key.
 */
type RouteParts = Pick<Request, 'params' | 'query' | 'headers'> & {
  summary: string
  body?: z.ZodType | NonNullable<Request['body']>
  answers?: z.ZodType
  responses?: RouteConfig['responses']
  isRead?: true
}

type BodyOf<B> = B extends z.ZodType ? ReturnType<typeof jsonBody<B>> : B
type RequestOf<R> = Pick<R, keyof R & ('params' | 'query' | 'headers')> &
  (R extends { body: infer B } ? { body: BodyOf<B> } : unknown)
type Others<R> = R extends { responses: infer All extends RouteConfig['responses'] } ? All : Record<never, never>
type ResponsesOf<R> = R extends { answers: infer A extends z.ZodType }
  ? ReturnType<typeof answers<A>> & Others<R>
  : Others<R>

/** The field of an operation that changes nothing although it is a POST. */
const READS = 'x-reads'

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

/** A route of the API: `defineRoute('get', '/my/entries', access('user'), { summary: …, answers: Entries })`. */
export function defineRoute<M extends RouteConfig['method'], P extends string, const R extends RouteParts>(
  method: M,
  path: P,
  guard: ReturnType<typeof access> | ReturnType<typeof staff>,
  parts: R,
) {
  const { summary, body, answers: schema, responses, isRead, ...request } = parts as RouteParts
  const isJson = body instanceof z.ZodType
  return createRoute({
    ...{ method, path, summary, ...guard, ...(isRead && { [READS]: true }) },
    ...(isJson && { middleware: [...guard.middleware, jsonOrAbsent] }),
    request: { ...request, ...(body && { body: isJson ? jsonBody(body) : body }) },
    responses: { ...(schema && answers(schema)), ...responses },
  } as unknown as { method: M; path: P; request: RequestOf<R>; responses: ResponsesOf<R> })
}

/** Returns the signed-in caller, for routes that require a user. @throws NotAuthorizedException for a guest. */
export function actorOf(ctx: Context): NonNullable<Context['actor']> {
  if (!ctx.actor) throw refuse('NotAuthorizedException')
  return ctx.actor
}

/** @throws NotAuthorizedException for a guest */
export const callerId = (c: ApiContext): string => actorOf(c.var.ctx).userId

/** Tags a public response with the objects it shows: the response is cached until one of the tags is invalidated. */
export const showing = (c: ApiContext, ...tags: string[]) => c.header('cache-tag', tags.join(','))

type SignedIn = NonNullable<Actor>

/** True when the shop requires a second factor and the staff member has none. */
export const lacksSecondFactor = ({ settings }: Pick<Context, 'settings'>, actor: SignedIn): boolean =>
  settings.auth.staffSecondFactor && !actor.hasSecondFactor

/** Whether the caller has a staff right, for decisions that show or hide data. Staff routes refuse through `staff(right)`. */
export const mayAsStaff = (ctx: Pick<Context, 'settings' | 'actor'>, right: Right): boolean =>
  ctx.actor !== null && hasRight(ctx.actor.role, right) && !lacksSecondFactor(ctx, ctx.actor)

/** The right of the direct act, beside that of the route. The shop's own acts need none. @throws Unauthorized */
export function requireAlso(ctx: Pick<Context, 'settings' | 'actor'>, right: Right): void {
  if (ctx.actor && !mayAsStaff(ctx, right)) throw refuse('Unauthorized')
}
