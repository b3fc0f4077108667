import type { Context } from '#adapters/context.ts'
import { mayAsStaff } from '#adapters/staff-rights.ts'
import type { Viewer } from './rules.ts'

/** The caller as `hiddenFrom` asks for them: a draft is the staff's work, so it wants the right and the second factor of their routes. */
export const viewerOf = (ctx: Pick<Context, 'actor' | 'settings'>): Viewer =>
  ctx.actor && { ...ctx.actor, seesDrafts: mayAsStaff(ctx, 'giveaways.read') }
