import { mayAsStaff } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Viewer } from '../rules.ts'

/** The caller as a `Viewer`. Drafts are staff work, so they need the right and the second factor of the staff routes. */
export const viewerOf = (ctx: Pick<Context, 'actor' | 'settings'>): Viewer =>
  ctx.actor && { ...ctx.actor, seesDrafts: mayAsStaff(ctx, 'giveaways.read') }
