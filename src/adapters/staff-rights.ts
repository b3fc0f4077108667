import { hasRight, type Right } from '#platform/rights.ts'
import type { Actor, Context } from './context.ts'

type Person = NonNullable<Actor>

/** Whether the shop asks somebody of the staff for a second factor that they have not. */
export const lacksSecondFactor = ({ settings }: Pick<Context, 'settings'>, actor: Person): boolean =>
  settings.auth.staffSecondFactor && !actor.hasSecondFactor

/** Whether the caller has a right as staff, where nothing is refused but something shown or not. Routes of the staff refuse by `staff(right)`. */
export const mayAsStaff = (ctx: Pick<Context, 'settings' | 'actor'>, right: Right): boolean =>
  ctx.actor !== null && hasRight(ctx.actor.role, right) && !lacksSecondFactor(ctx, ctx.actor)
