import { hasRight, type Right } from '#kernel/rights.ts'
import type { Actor, Context } from './context.ts'

type SignedIn = NonNullable<Actor>

/** True when the shop requires a second factor and the staff member has none. */
export const lacksSecondFactor = ({ settings }: Pick<Context, 'settings'>, actor: SignedIn): boolean =>
  settings.auth.staffSecondFactor && !actor.hasSecondFactor

/** Whether the caller has a staff right, for decisions that show or hide data. Staff routes refuse through `staff(right)`. */
export const mayAsStaff = (ctx: Pick<Context, 'settings' | 'actor'>, right: Right): boolean =>
  ctx.actor !== null && hasRight(ctx.actor.role, right) && !lacksSecondFactor(ctx, ctx.actor)
