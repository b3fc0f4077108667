import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import type { ZodError } from 'zod'
import { recordChange } from '#adapters/change-record.server.ts'
import type { Context } from '#adapters/context.ts'
import { type AdminPart, tellStaff } from '#adapters/realtime-topics.server.ts'
import { lacksSecondFactor } from '#adapters/staff-rights.ts'
import { COMMON_ERRORS, Refusal, refuse } from '#platform/errors.ts'
import { networkOf } from '#platform/http/network.server.ts'
import type { Limit } from '#platform/http/rate-limit.server.ts'
import { hasRight, type Right } from '#platform/rights.ts'

/**
 * `sessionBegunFor`: the user for whom this call started a session; the security log names them. `isInProcess`: a page's loader of this
 * process calls; the door sets it from what no request can carry.
 */
export type ApiEnv = {
  Variables: { ctx: Context; requestId: string; sessionBegunFor?: string; isInProcess: boolean }
}
export type ApiContext = HonoContext<ApiEnv>

export { createRoute, z }

/** Who may call a route. It stands in the OpenAPI document as `x-access`, so the table of rights is made from the routes. */
type Access = 'anyone' | 'user'

/** How long a sign-in, or a proof since, counts as fresh for the staff's gravest acts. */
const STAFF_FRESH_MS = 15 * 60_000

/** A person can click this often; whoever needs more is a program. */
const USUAL: Limit = { points: 600, seconds: 60 }

/**
 * A new, empty API of a feature: zod failures become 400 with the sentences of the fields. Ids are opaque to callers (api.md), so
 * one that is written as no id of ours is one that we do not have.
 */
export function newApi() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (result.target === 'param' && !result.success) throw refuse('not_found')
      // Without a body there is nothing to check, and a schema of optional fields would take that for an empty object.
      if (result.target === 'json' && !c.req.header('content-type')) throw refuse('invalid_input')
      if (!result.success) throw invalidInput(result.error as ZodError)
    },
  })
}

/** A zod failure as a refusal: `errors` maps each field (dotted path) to its sentences. */
export function invalidInput(error: ZodError) {
  // A Map, as callers may send names such as `constructor`, which every object has.
  const errors = new Map<string, string[]>()
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map(key => (path ? `${path}.${key}` : key)) : [path]
    const message = issue.code === 'unrecognized_keys' ? 'This field is not known.' : issue.message
    for (const field of fields) errors.set(field, [...(errors.get(field) ?? []), message])
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

/** Calls of the process's own loaders stand for many visitors, whose pages are limited before they are rendered (pages.server.ts). */
const spendCall = async (c: ApiContext, limit: Limit) => {
  if (c.var.isInProcess) return
  const { actor, ip, limits } = c.var.ctx
  await limits.spend(`${c.req.method} ${c.req.routePath}`, actor?.userId ?? networkOf(ip), limit)
}

/** Refusals of one person that are written down. */
const RECORDED: Limit = { points: 10, seconds: 60 }

/** Lets staff on who have a right, and writes down who has not. @throws Unauthorized, SecondFactorRequired. */
async function requireRight(ctx: Context, actor: NonNullable<Context['actor']>, right: Right, route: string) {
  if (lacksSecondFactor(ctx, actor)) throw refuse('SecondFactorRequired')
  if (hasRight(actor.role, right)) return
  // A program that is refused again and again would fill a record that nobody can clear.
  await ctx.limits.spend('refusals recorded', actor.userId, RECORDED).then(
    () => recordChange(ctx, { action: 'was refused', subject: { type: 'route', id: route }, after: { right } }),
    () => {},
  )
  throw refuse('Unauthorized')
}

/**
 * For a route of `access('user')` that is about one person: lets that person on, and staff who have the right.
 * @param what.route as the record of a refusal names it.
 * @throws Unauthorized for everybody else; SecondFactorRequired.
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

const staffGuard =
  (right: Right, { limit = USUAL, isFreshAsked = false }: StaffOptions): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const { ctx } = c.var
    await spendCall(c, limit)
    const actor = actorOf(ctx)
    // checkout-and-admin.md section 8 has a sentence of its own for whoever is no admin at all.
    if (!actor.isAdmin) throw new Refusal('Unauthorized', 403, 'Admin access required', {})
    await requireRight(ctx, actor, right, `${c.req.method} ${c.req.routePath}`)
    const provedAt = +(actor.provedAt ?? 0)
    if (isFreshAsked && +ctx.now() - provedAt > STAFF_FRESH_MS) throw refuse('ReauthenticationRequired')
    // No text of ours has U+0000, and PostgreSQL would refuse it in the middle of a file that is being sent.
    if (c.req.url.includes('%00', c.req.url.indexOf('?') + 1 || c.req.url.length)) throw refuse('invalid_input')
    await next()
    // Whatever staff did stands in a list that others have open.
    if (c.req.method !== 'GET' && c.res.ok) tellStaff(ctx, right.split('.')[0] as AdminPart, 'records')
  }

/**
 * The part of a route that says who may call it and how often. Spread it into `createRoute`:
 * `createRoute({ ...access('user'), method: 'get', path: '/my/entries', … })`.
 * @param toGuests what somebody without a token is told, where the specification has a sentence of its own for it.
 */
export const access = (
  who: Access,
  limit = USUAL,
  toGuests: string = COMMON_ERRORS.NotAuthorizedException.message,
) => ({
  middleware: [guard(who, limit, toGuests)],
  'x-access': who,
  ...(who === 'anyone' ? {} : { security: [{ idToken: [] }] }),
})

type StaffOptions = {
  limit?: Limit
  /** Draws, exports, deletions, changes of credits, bulk SMS: only soon after the person proved who they are. */
  isFreshAsked?: boolean
}

/**
 * The same for a route of the staff, which wants a right (platform/rights.ts). A shopper gets 403; so does staff without the right,
 * and it is written down. @throws SecondFactorRequired, ReauthenticationRequired.
 */
export const staff = (right: Right, options: StaffOptions = {}) => ({
  middleware: [staffGuard(right, options)],
  'x-access': 'admin' as const,
  'x-right': right,
  ...(options.isFreshAsked && { 'x-fresh': true }),
  security: [{ idToken: [] }],
})

/** A JSON body that must be there. */
export const jsonBody = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } }, description: 'JSON' },
})

/** The answer of a route when nothing is refused. Refusals are the same everywhere (problem+json) and are added to the document once. */
export const answers = <T extends z.ZodType>(schema: T, description = 'Done') => ({
  200: { description, content: { 'application/json': { schema } } },
})

/** The user who calls a route that is not for anyone. @throws NotAuthorizedException for a guest. */
export function actorOf(ctx: Context): NonNullable<Context['actor']> {
  if (!ctx.actor) throw refuse('NotAuthorizedException')
  return ctx.actor
}

/** Marks a public answer with what it shows, so that it is kept and dropped when that changes. */
export const showing = (c: ApiContext, ...tags: string[]) => c.header('cache-tag', tags.join(','))
