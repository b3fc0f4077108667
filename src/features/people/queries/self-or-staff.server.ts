import type { Context } from '#adapters/context.ts'
import { actorOf } from '#adapters/http/api.server.ts'
import { refuse } from '#platform/errors.ts'
import { hasRight } from '#platform/rights.ts'

/**
 * Lets a person on to what is their own, and staff who may read people (checkout-and-admin.md section 5, "Ownership").
 * @throws Unauthorized for everybody else; SecondFactorRequired for staff who sign in without one where the shop wants it.
 */
export function requireSelfOrStaff(ctx: Context, userId: string): void {
  const actor = actorOf(ctx)
  if (actor.userId === userId) return
  if (!hasRight(actor.role, 'people.read')) throw refuse('Unauthorized')
  if (ctx.settings.auth.staffSecondFactor && !actor.hasSecondFactor) throw refuse('SecondFactorRequired')
}
