import { z } from '@hono/zod-openapi'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Actor, Context } from '#kernel/context.ts'
import { worksBeforeOpening } from '#kernel/opening/before-opening.ts'
import { type AdminPart, tellStaff } from '#kernel/realtime-topics.server.ts'
import { hasRight, type Right } from '#kernel/rights.ts'
import { COMMON_ERRORS, Refusal, refuse } from '#platform/errors.ts'
import { networkOf } from '#platform/http/network.server.ts'
import type { Limit } from '#platform/http/rate-limit.server.ts'

/**
 * `sessionBegunFor`: the user for whom this call started a session; the security log names that user.
 * `isInProcess`: true for calls by page loaders of this process. The server sets the flag from data that no HTTP request can carry.
 */
export type ApiEnv = {
  Variables: { ctx: Context; requestId: string; sessionBegunFor?: string; isInProcess: boolean }
}
export type ApiContext = HonoContext<ApiEnv>
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

const guard =
  (access: Access, limit: Limit, toGuests: string): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const { actor, settings } = c.var.ctx
    await spendCall(c, limit)
    if (!settings.isOpen && !actor?.isAdmin && !worksBeforeOpening(c.req.method, pathOf(c)))
      throw refuse('shop_not_open')
    if (access !== 'anyone' && !actor) throw new Refusal('NotAuthorizedException', 401, toGuests, {})
    await next()
  }

const BASE = '/api'
const pathOf = (c: ApiContext) => c.req.path.slice(BASE.length)

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

/** Returns the signed-in caller, for routes that require a user. @throws NotAuthorizedException for a guest. */
export function actorOf(ctx: Context): NonNullable<Context['actor']> {
  if (!ctx.actor) throw refuse('NotAuthorizedException')
  return ctx.actor
}

/** @throws NotAuthorizedException for a guest */
export const callerId = (ctx: Context): string => actorOf(ctx).userId

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
